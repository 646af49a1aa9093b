import type { OptionOrder } from '@plimsoll/contract';
import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LiveChart, useChartInterval, type ChartMarket, type Interval } from '../chart/index.ts';
import { chosen, FIRST_MODE, withOpen } from './chart-mode.ts';
import { chartOrders } from './order-facts.ts';

const TICKS = lazyPart(() => import('./tick-chart.tsx'));

interface PanelChartProps {
  readonly market: ChartMarket;
  readonly open: readonly OptionOrder[] | undefined;
  readonly height: number | 'fill';
}

/** The market's chart: candles, or marks while one of the member's options runs, unless they chose otherwise. */
export function PanelChart({ market, open, height }: PanelChartProps) {
  const t = useTranslations('options.ticks');
  const [interval, keepInterval] = useChartInterval('options');
  const [mode, setMode] = useState(FIRST_MODE);
  const now = open
    ? withOpen(
        mode,
        open.map(({ order_id }) => order_id),
      )
    : mode;
  if (now !== mode) setMode(now);
  const orders = chartOrders(open ?? [], market.symbol);
  return (
    <LiveChart
      market={market}
      orders={orders}
      interval={interval}
      onIntervalChange={(next: Interval) => {
        keepInterval(next);
        setMode(chosen(now, 'candles'));
      }}
      height={height}
      other={{
        label: t('name'),
        isShown: now.shows === 'ticks',
        onShow: () => setMode(chosen(now, 'ticks')),
        view: (
          <LazyBoundary
            part={TICKS}
            props={{ market, orders, isDrawing: open?.some(({ buyprice }) => buyprice === null) === true }}
            fallback={<div />}
            isBesides
          />
        ),
      }}
    />
  );
}
