import type { MarketItem } from '@plimsoll/contract';
import { SkeletonBlock } from '@plimsoll/ui';
import { DaySummary, LiveChart, useChartInterval, type ChartMarket } from '../chart/index.ts';
import { OpenOrders } from './open-orders.tsx';

const FOLDED_OUT_HEIGHT = 348;

const chartMarketOf = ({ symbol, title, price_step }: MarketItem): ChartMarket => ({
  symbol,
  title,
  priceStep: price_step,
});

/** The chart between the header and the form, on phones. */
export function FoldedOutChart({ market }: { readonly market: MarketItem }) {
  const [interval, setInterval] = useChartInterval('exchange');
  return (
    <div id="spot-chart" className="mb-2 border-b">
      <LiveChart
        market={chartMarketOf(market)}
        interval={interval}
        onIntervalChange={setInterval}
        height={FOLDED_OUT_HEIGHT}
      />
    </div>
  );
}

/** Beside the column from 900 px up: the day, the chart, and the open orders. */
export function SpotBoard({ market }: { readonly market: MarketItem | undefined }) {
  const [interval, setInterval] = useChartInterval('exchange');
  return (
    <div className="board fixed inset-y-0 start-0 end-110 grid grid-rows-[auto_minmax(0,1fr)_auto] border-e bg-bg">
      {market ? (
        <>
          <DaySummary key={market.symbol} market={chartMarketOf(market)} layout="strip" />
          <LiveChart market={chartMarketOf(market)} interval={interval} onIntervalChange={setInterval} height="fill" />
          <div className="max-h-[38dvh] overflow-y-auto border-t py-3">
            <OpenOrders marketId={String(market.id)} />
          </div>
        </>
      ) : (
        <SkeletonBlock height={20} className="m-5 w-80!" />
      )}
    </div>
  );
}
