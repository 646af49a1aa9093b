import { Icon, IconButton, Logo } from '@plimsoll/ui';
import { bell } from '@plimsoll/ui/icons-shell';
import { navigate } from '../../platform/router.tsx';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { setPanelOpen, useIsMember } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../../platform/member.ts';
import { LanguageButton } from '../site/index.ts';

/** The logo opens the member panel, or leads a visitor to login. */
export const HomeHeader = memo(function HomeHeader() {
  const t = useTranslations('home');
  const isMember = useIsMember();
  const { data: member } = useMember();
  const { name, logo } = useSettings();
  const isUnread = member?.has_unread === 1;
  return (
    <header className="sticky top-0 z-(--z-header) flex h-[calc(var(--header)+var(--safe-t))] items-center gap-1 bg-bg px-4 pt-(--safe-t)">
      <h1 className="flex-1">
        <button
          type="button"
          aria-label={t(isMember ? 'openPanel' : 'goToLogin', { name: name || 'Plimsoll' })}
          {...(isMember ? { 'aria-haspopup': 'dialog' as const } : {})}
          className="flex h-11 items-center rounded-md pe-2"
          onClick={() => {
            if (isMember) setPanelOpen(true);
            else navigate('/login');
          }}
        >
          {logo ? <img src={logo} alt="" height={26} className="h-6.5 w-auto max-w-40 object-contain" /> : <Logo />}
        </button>
      </h1>
      <LanguageButton className={isMember ? '' : '-me-2'} />
      {isMember && (
        <IconButton
          label={t(isUnread ? 'noticesUnread' : 'notices')}
          className="-me-2.5"
          onClick={() => navigate('/notify')}
        >
          <Icon of={bell} />
          {isUnread && <span className="absolute end-2.75 top-2.5 size-2 rounded-full bg-water outline-2 outline-bg" />}
        </IconButton>
      )}
    </header>
  );
});
