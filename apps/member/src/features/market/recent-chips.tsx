import type { MarketItem } from '@plimsoll/contract';
import { CoinMark } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { optionsPath } from './paths.ts';
import { recentMarkets } from './recent.ts';

/** The markets opened last, except those in `without`; nothing where there are none. */
export function RecentChips({
  markets,
  without = [],
}: {
  readonly markets: readonly MarketItem[];
  readonly without?: readonly number[];
}) {
  const t = useTranslations('market');
  const [symbols] = useState(recentMarkets);
  const shown = symbols.flatMap((symbol) => markets.find((each) => each.symbol === symbol) ?? []);
  const others = shown.filter(({ id }) => !without.includes(id));
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="recently-seen" className="px-4 pt-6">
      <h2 id="recently-seen" className="text-13 text-ink-3">
        {t('recent')}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {others.map((market) => (
          <li key={market.id}>
            <Link
              to={optionsPath(market)}
              className="hit inline-flex min-h-9 items-center gap-1.5 rounded-full bg-(--well) ps-2 pe-3.5 text-14 font-medium text-ink-2"
            >
              <CoinMark coin={market.coinname} logo={market.logo} size={20} />
              <bdi dir="ltr">{market.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
