import type { MarketItem } from '@plimsoll/contract';
import { useTranslations } from 'use-intl';
import { fractionWidth } from './figures.ts';
import { fallers, risers } from './market-order.ts';
import { MarketRow } from './market-row.tsx';

const SHOWN = 5;

function Few({ title, items }: { readonly title: string; readonly items: readonly MarketItem[] }) {
  const few = items.slice(0, SHOWN);
  if (few.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-4 pb-1 font-semibold">{title}</h2>
      <ul className="rows">
        {few.map((item) => (
          <li key={item.id} className="@container">
            <MarketRow item={item} align={fractionWidth(few)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Beside the markets of a wide window: what rose and what fell most. */
export function MarketSide({ items }: { readonly items: readonly MarketItem[] }) {
  const t = useTranslations('home');
  return (
    <aside aria-label={t('ranking')}>
      <Few title={t('risers')} items={risers(items)} />
      <Few title={t('fallers')} items={fallers(items)} />
    </aside>
  );
}
