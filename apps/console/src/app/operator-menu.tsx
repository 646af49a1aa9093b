import { Menu } from '@base-ui/react/menu';
import { LANGUAGES, readLanguageCode } from '@plimsoll/i18n';
import { Icon, useReading, type IconShape } from '@plimsoll/ui';
import { logout as leave, moon } from '@plimsoll/ui/icons-panel';
import { down, lock, shield, sun, user } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useLogout, useNotify } from 'ra-core';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Operator } from '../platform/auth-provider.ts';
import { CONSOLE_LANGUAGES, useChooseLanguage } from '../platform/language.tsx';
import { useTheme } from '../platform/theme.ts';

function Item({
  icon,
  words,
  onClick,
}: {
  readonly icon: IconShape;
  readonly words: string;
  readonly onClick: () => void;
}) {
  return (
    <Menu.Item className="menu-item" onClick={onClick}>
      <Icon of={icon} size={20} />
      {words}
    </Menu.Item>
  );
}

/** The operator's own menu: theme, language, password, authenticator, logout. */
export function OperatorMenu({ operator }: { readonly operator: Operator }) {
  const t = useTranslations('console');
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const logout = useLogout();
  return (
    <Menu.Root>
      <Menu.Trigger className="flex min-h-11 items-center gap-2 rounded-md px-2 hover:bg-surface">
        <Icon of={user} size={20} />
        <bdi className="max-w-[14rem] truncate font-medium" title={operator.username}>
          {operator.username}
        </bdi>
        <span className="text-ink-3">{t(`roles.${operator.role}`)}</span>
        <span className="sr">{t('menu.name')}</span>
        <Icon of={down} size={16} className="text-ink-3" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-(--z-sheet)">
          <Menu.Popup className="menu-pop lift">
            <Item
              icon={theme === 'night' ? sun : moon}
              words={t(theme === 'night' ? 'menu.day' : 'menu.night')}
              onClick={() => setTheme(theme === 'night' ? 'day' : 'night')}
            />
            <Languages />
            <Menu.Separator className="my-1.5 border-t" />
            <Item icon={lock} words={t('menu.password')} onClick={() => void navigate('/me#password')} />
            <Item icon={shield} words={t('menu.totp')} onClick={() => void navigate('/me#authenticator')} />
            <Item icon={leave} words={t('menu.logout')} onClick={() => void logout({}, '/login', false)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The console's languages. */
function Languages() {
  const t = useTranslations('console');
  const { language } = useReading();
  const choose = useChooseLanguage();
  const notify = useNotify();
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2.5 pt-3 pb-1 text-12 text-ink-3">{t('menu.language')}</Menu.GroupLabel>
      <Menu.RadioGroup
        value={language}
        onValueChange={(code: string) => {
          choose(readLanguageCode(code) ?? 'en').catch(() => notify('console.problem.lost', { type: 'error' }));
        }}
      >
        {LANGUAGES.filter(({ code }) => CONSOLE_LANGUAGES.includes(code)).map(({ code, name, tag }) => (
          <Menu.RadioItem key={code} value={code} className="menu-item" closeOnClick lang={tag}>
            <span className="flex-1">{name}</span>
            <Menu.RadioItemIndicator>
              <Icon of={check} size={16} />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
