import type { MarketItem } from '@plimsoll/contract';
import { SkeletonBlock, Chg, CoinMark, Compact, Figure, Pair } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { Link } from '../../platform/router.tsx';
import { placesOfMarket } from './figures.ts';
import { optionsPath } from './paths.ts';

/** Layout of a market row and its heads. */
export const MARKET_ROW = 'flex flex-wrap flex-1 items-center gap-x-2';
export const MARKET_PAIR = 'flex flex-[1_1_9rem] min-w-0 flex-wrap items-center justify-between gap-x-1.5';
export const MARKET_CHANGE = 'ms-auto min-w-18 justify-end text-end';

interface MarketRowProps {
  readonly item: MarketItem;
  readonly align: number;
  /** The second line: the 24-hour amount and the dollars, undefined while unknown; and the last day, where there is room. */
  readonly more?: { readonly dollars: string | undefined; readonly spark: ReactNode };
}

/** A market in a list; leads to options. */
export function MarketRow({ item, align, more }: MarketRowProps) {
  return (
    <Link
      to={optionsPath(item)}
      className={`flex items-center gap-2 px-4 py-2 active:bg-surface ${more ? 'min-h-16' : 'min-h-15'}`}
    >
      <CoinMark coin={item.coinname} logo={item.logo} size={28} />
      <span className={MARKET_ROW}>
        <span className={MARKET_PAIR}>
          <span>
            <Pair base={item.coinname} quote={item.trade_coin} />
            {more && (
              <span className="block text-12 text-ink-3">
                <Compact value={item.hamount} />
              </span>
            )}
          </span>
          {more && <span className="hidden @min-[30rem]:block">{more.spark}</span>}
          <span className="ms-auto text-right text-[min(var(--fs-15),6.6cqi)]">
            <span className="font-semibold">
              <Figure value={item.close} places={placesOfMarket(item)} align={align} flash dim={false} />
            </span>
            {more && (
              <span className="block text-[.8em] text-ink-3">
                {/* 1.25 is 15 px over 12 px: the points of both lines align. */}
                {more.dollars === undefined ? (
                  '--'
                ) : (
                  <Figure value={more.dollars} places={2} align={align * 1.25} dim={false} />
                )}
              </span>
            )}
          </span>
        </span>
        <Chg value={item.change} pill className="ms-auto" />
      </span>
    </Link>
  );
}

/** Market rows that are loading. */
export function MarketRowSkeleton({ count, tall = false }: { readonly count: number; readonly tall?: boolean }) {
  return (
    <div className="rows @container">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={`flex items-center gap-2 py-2 ps-11 pe-4 ${tall ? 'min-h-16' : 'min-h-15'}`}>
          <SkeletonBlock width={28} height={28} round />
          <span className="flex-1">
            <SkeletonBlock width={72 + ((row * 17) % 30)} height={13} />
            {tall && <SkeletonBlock width={52} height={9} className="mt-2" />}
          </span>
          <span className="grid justify-items-end">
            <SkeletonBlock width={64} height={13} />
            {tall && <SkeletonBlock width={52} height={9} className="mt-2" />}
          </span>
          <SkeletonBlock width={72} height={30} />
        </div>
      ))}
    </div>
  );
}
