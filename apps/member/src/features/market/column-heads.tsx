import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { formatDecimal } from '@plimsoll/i18n';
import { Icon, useReading } from '@plimsoll/ui';
import { down, sort, up } from '@plimsoll/ui/icons-screens';
import { startTransition, useOptimistic } from 'react';
import { useTranslations } from 'use-intl';
import { nextSorting } from './market-choice.ts';
import type { SortColumn, Sorting } from './market-order.ts';
import { MARKET_CHANGE, MARKET_PAIR, MARKET_ROW } from './market-row.tsx';

interface ColumnHeadsProps {
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
}

/** The heads over the market list; a tap on one sorts by it. The head is drawn at once, the rows as a transition. */
export function ColumnHeads({ sorting: given, onSort }: ColumnHeadsProps) {
  const t = useTranslations('market');
  const hours = formatDecimal(String(MARKET_DAY_HOURS), useReading());
  const [sorting, setSorting] = useOptimistic(given);
  const sortBy = (column: SortColumn) =>
    startTransition(() => {
      const next = nextSorting(sorting, column);
      setSorting(next);
      onSort(next);
    });
  const head = (column: SortColumn, text: string, label: string, className: string) => {
    const way = sorting?.column === column ? sorting.way : undefined;
    return (
      <button
        type="button"
        aria-pressed={way !== undefined}
        onClick={() => sortBy(column)}
        className={`hit after:mt-0.75 inline-flex min-h-7.5 items-center gap-0.5 aria-pressed:text-ink ${className}`}
      >
        {text}
        <span className="sr">{label}</span>
        {(way !== undefined || column === 'amount') && (
          <Icon of={way === undefined ? sort : way === 'descending' ? down : up} size={way === undefined ? 16 : 12} />
        )}
      </button>
    );
  };
  return (
    <div className={`${MARKET_ROW} mt-2 px-4 text-12 text-ink-3`}>
      <div className={MARKET_PAIR}>
        {head('amount', t('pairAmount', { hours }), t('sortAmount', { hours }), '')}
        {head('price', t('priceUsd'), t('sortPrice'), 'ms-auto')}
      </div>
      {head('change', t('change'), t('sortChange'), MARKET_CHANGE)}
    </div>
  );
}
