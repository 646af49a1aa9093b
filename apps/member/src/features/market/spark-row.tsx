import type { MarketItem } from '@plimsoll/contract';
import { Chg, CoinMark, Figure, Pair } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { Link } from '../../platform/router.tsx';
import { placesOfMarket } from './figures.ts';
import { optionsPath } from './paths.ts';
import { Spark } from './spark.tsx';
import type { Sparklines } from './use-sparklines.ts';

interface SparkRowProps {
  readonly market: MarketItem;
  readonly sparks: Sparklines;
  /** The second line: the base's name. */
  readonly name: ReactNode;
  /** The pair and its name alone. */
  readonly isShort?: boolean;
  /** As on Home: the change beside the price, whose points are aligned by this width. */
  readonly align?: number;
}

/** A market in the member's list or among what was found: its name, its last day, its price. Leads to options. */
export function SparkRow({ market, sparks, name, isShort = false, align }: SparkRowProps) {
  return (
    <Link
      to={optionsPath(market)}
      className={`flex min-h-15 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-2 pe-4 active:bg-surface ${align === undefined ? 'ps-1' : 'ps-4'}`}
    >
      <CoinMark coin={market.coinname} logo={market.logo} size={32} />
      <span className={`min-w-0 ${align === undefined ? 'flex-[1_1_5rem]' : 'flex-[1_1_4rem]'}`}>
        <Pair base={market.coinname} quote={market.trade_coin} />
        <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{name}</span>
      </span>
      {!isShort && (
        <>
          <Spark market={market} sparks={sparks} className="@max-[24rem]:w-11 @max-[17rem]:hidden" />
          {align === undefined ? (
            <span className="ms-auto min-w-20 text-end">
              <span className="block font-semibold">
                <Figure value={market.close} places={placesOfMarket(market)} dim={false} flash />
              </span>
              <Chg value={market.change} className="text-12" />
            </span>
          ) : (
            <>
              <span className="ms-auto text-right font-semibold">
                <Figure value={market.close} places={placesOfMarket(market)} align={align} dim={false} flash />
              </span>
              <Chg value={market.change} pill />
            </>
          )}
        </>
      )}
    </Link>
  );
}
