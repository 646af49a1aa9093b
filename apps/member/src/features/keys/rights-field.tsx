import { Icon, Note, SwitchMark } from '@plimsoll/ui';
import { shield } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { KeyDraft } from './key-form.ts';

interface RightProps {
  readonly name: string;
  readonly text: string;
  readonly end: ReactNode;
}

const Right = ({ name, text, end }: RightProps) => (
  <>
    <span className="grid min-w-0 flex-1 gap-0.5 text-start">
      <span className="font-medium">{name}</span>
      <span className="text-12 text-ink-3">{text}</span>
    </span>
    {end}
  </>
);

interface RightsFieldProps {
  readonly draft: KeyDraft;
  readonly onChange: (rights: Partial<Pick<KeyDraft, 'mayTrade' | 'mayTransfer'>>) => void;
}

/** What a key may do, and what no key can. */
export function RightsField({ draft: { mayTrade, mayTransfer }, onChange }: RightsFieldProps) {
  const t = useTranslations('keys');
  const id = useId();
  const row = 'flex min-h-14 w-full items-center gap-3 py-2';
  const right = (name: 'trade' | 'transfer', isOn: boolean, toggle: () => void) => (
    <li>
      <button type="button" role="switch" aria-checked={isOn} className={row} onClick={toggle}>
        <Right name={t(name)} text={t(`${name}Text`)} end={<SwitchMark on={isOn} />} />
      </button>
    </li>
  );
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-13 text-ink-2">
        {t('permissions')}
      </h2>
      <ul className="rows border-y">
        <li className={row}>
          <Right
            name={t('read')}
            text={t('readText')}
            end={<Icon of={check} size={20} className="me-3.5 flex-none text-good" />}
          />
        </li>
        {right('trade', mayTrade, () => onChange({ mayTrade: !mayTrade }))}
        {right('transfer', mayTransfer, () => onChange({ mayTransfer: !mayTransfer }))}
      </ul>
      <Note icon={shield}>{t('never')}</Note>
    </section>
  );
}
