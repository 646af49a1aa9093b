import type { Key } from '@plimsoll/contract';
import { KEY_CAP_HOURS } from '@plimsoll/contract/figures';
import { formatTime } from '@plimsoll/i18n';
import { Button, Figure, Summary, Tag, useReading, type SummaryRow } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMarketList } from '../market/index.ts';
import { isOver } from './queries.ts';

interface KeyCardProps {
  readonly of: Key;
  /** Missing for one that ended. */
  readonly onDelete?: () => void;
}

/** What is not in any language, where it may break anywhere. */
const Plain = ({ text }: { readonly text: string }) => (
  <bdi dir="ltr" className="mono text-13 [overflow-wrap:anywhere]">
    {text}
  </bdi>
);

const AmountOf = ({ value }: { readonly value: string }) => (
  <bdi dir="ltr">
    <Figure value={value} /> USDT
  </bdi>
);

function useKeyRows(of: Key): readonly SummaryRow[] {
  const t = useTranslations('keys');
  const reading = useReading();
  const { data: markets = [] } = useMarketList();
  const when = (at: string) => formatTime(at, { ...reading, style: 'full' });
  const titleOf = (symbol: string) => markets.find((each) => each.symbol === symbol)?.title ?? symbol.toUpperCase();
  const cap = (value: string | null) => (value === null ? t('noCap') : <AmountOf value={value} />);
  const row = (term: string, value: SummaryRow['value']): SummaryRow => ({ term, value });
  return [
    row(t('markets'), of.markets.length === 0 ? t('allMarkets') : <Plain text={of.markets.map(titleOf).join(', ')} />),
    row(t('networks'), of.networks.length === 0 ? t('anywhere') : <Plain text={of.networks.join(', ')} />),
    ...(of.trade === 1
      ? [
          row(t('dayCap', { hours: KEY_CAP_HOURS }), cap(of.day_cap)),
          row(t('lossCap', { hours: KEY_CAP_HOURS }), cap(of.loss_cap)),
        ]
      : []),
    row(t('expires'), of.expires === null ? t('noExpiry') : when(of.expires)),
    row(
      t('lastUsed'),
      of.last_used === null ? (
        t('unused')
      ) : (
        <>
          {when(of.last_used)}
          {of.last_address !== '' && (
            <span className="block">
              <Plain text={of.last_address} />
            </span>
          )}
        </>
      ),
    ),
    ...(of.cancels === null ? [] : [row(t('cancels'), when(of.cancels))]),
    ...(of.ended === null ? [] : [row(t('ended'), when(of.ended))]),
  ];
}

/** A key of the list: what it may do, from where, how long and how much, and its last use. */
export function KeyCard({ of, onDelete }: KeyCardProps) {
  const t = useTranslations('keys');
  const rows = useKeyRows(of);
  // Those that ended are below a heading of their own.
  const Heading = isOver(of) ? 'h3' : 'h2';
  const rights = (['read', 'trade', 'transfer'] as const).filter((right) => right === 'read' || of[right] === 1);
  return (
    <li className="grid gap-2 px-4 py-4">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <Heading className={`font-medium [overflow-wrap:anywhere] ${isOver(of) ? 'text-ink-3' : ''}`}>
            <bdi>{of.name}</bdi>
          </Heading>
          <bdi dir="ltr" className="mono text-12 text-ink-3 rtl:text-right">
            {of.shown}…
          </bdi>
        </div>
        {onDelete && (
          <Button kind="line" size="small" aria-label={t('deleteNamed', { name: of.name })} onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
      </div>
      <ul aria-label={t('permissions')} className="flex flex-wrap gap-1.5">
        {rights.map((right) => (
          <li key={right}>
            <Tag kind={isOver(of) || right === 'read' ? 'plain' : 'info'}>{t(right)}</Tag>
          </li>
        ))}
      </ul>
      <Summary rows={rows} />
    </li>
  );
}
