import { Icon } from '@plimsoll/ui';
import { up } from '@plimsoll/ui/icons-screens';
import { down, sort } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import type { SortColumn, Sorting } from './market-order.ts';
import { MARKET_COLUMNS } from './market-row.tsx';

interface ColumnHeadsProps {
  readonly sorting: Sorting | null;
  readonly onSort: (column: SortColumn) => void;
}

/** The heads over the market list; a tap on one sorts by it. */
export function ColumnHeads({ sorting, onSort }: ColumnHeadsProps) {
  const t = useTranslations('market');
  const head = (column: SortColumn, text: string, label: string, className: string) => {
    const way = sorting?.column === column ? sorting.way : undefined;
    return (
      <button type="button" aria-pressed={way !== undefined} onClick={() => onSort(column)} className={`hit [--hit:-8px] inline-flex min-h-7.5 items-center gap-0.5 whitespace-nowrap aria-pressed:text-ink ${className}`}>
        {text}
        <span className="sr">{label}</span>
        {(way !== undefined || column === 'amount') && <Icon of={way === undefined ? sort : way === 'descending' ? down : up} size={way === undefined ? 16 : 12} />}
      </button>
    );
  };
  return (
    <div className="@container mt-2"><div className={`${MARKET_COLUMNS} px-4 text-12 text-ink-3`}>
      {head('amount', t('pairAmount'), t('sortAmount'), 'col-span-2 @max-[15rem]:col-span-3')}
      {head('price', t('priceUsd'), t('sortPrice'), 'justify-end @max-[15rem]:col-start-2 @max-[15rem]:justify-start')}
      {head('change', t('change'), t('sortChange'), 'justify-end')}
    </div></div>
  );
}
