import type { JournalItem } from '@plimsoll/contract/operator';
import { useTranslations } from 'use-intl';

/** Who caused a journal: a member, an operator, or a worker. */
export function Actor({ of: { kind, id, username } }: { readonly of: JournalItem['actor'] }) {
  const t = useTranslations('console-ledger');
  if (kind === 'clock') return <span className="text-ink-3">{t('clock')}</span>;
  const name = username ?? String(id ?? '');
  return (
    <span className="inline-block max-w-48 truncate align-bottom" title={name}>
      {kind === 'operator' ? t('operator', { name }) : <bdi>{name}</bdi>}
    </span>
  );
}
