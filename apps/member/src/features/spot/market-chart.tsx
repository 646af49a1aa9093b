import type { MarketItem } from '@plimsoll/contract';
import { SkeletonBlock } from '@plimsoll/ui';
import { DaySummary, LiveChart, useChartInterval, type ChartMarket } from '../chart/index.ts';
import { BOARD, FOLDED_OUT_HEIGHT } from './board.ts';
import { MoveOrderSheet } from './move-order-sheet.tsx';
import { OpenOrders } from './open-orders.tsx';
import { useOwnMarks } from './use-own-marks.ts';

const chartMarketOf = ({ symbol, title, price_step }: MarketItem): ChartMarket => ({
  symbol,
  title,
  priceStep: price_step,
});

/** A market's chart with the member's own trade on it: an order's line can be dragged to another price. */
export function OwnChart({ market, height }: { readonly market: MarketItem; readonly height: number | 'fill' }) {
  const [interval, setInterval] = useChartInterval('exchange');
  const { marks, moving, dismiss } = useOwnMarks(market);
  return (
    <>
      <LiveChart
        market={chartMarketOf(market)}
        interval={interval}
        onIntervalChange={setInterval}
        height={height}
        own={marks}
      />
      <MoveOrderSheet {...moving} onClose={dismiss} />
    </>
  );
}

/** The chart between the header and the form, on phones. */
export const FoldedOutChart = ({ market }: { readonly market: MarketItem }) => (
  <div id="spot-chart" className="mb-2 border-b">
    <OwnChart market={market} height={FOLDED_OUT_HEIGHT} />
  </div>
);

/** Beside the column from 900 px up: the day, the chart, and the open orders. */
export function SpotBoard({ market }: { readonly market: MarketItem | undefined }) {
  return (
    <div className={`${BOARD} grid grid-rows-[auto_minmax(0,1fr)_auto]`}>
      {market ? (
        <>
          <DaySummary key={market.symbol} market={chartMarketOf(market)} layout="strip" />
          <OwnChart market={market} height="fill" />
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
