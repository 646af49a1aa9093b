import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { whenIdle } from '../../platform/idle.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { DaySummary, PairHead } from '../chart/index.ts';
import { PanelChart } from './panel-chart.tsx';
import { LossCard } from './loss-line.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import type { View } from './view.ts';
import { FormSheet, LazyConfirm, LazyForm, OptionNotes, warmForm } from './option-parts.tsx';
import { NarrowPanel } from './narrow-panel.tsx';
import { useOption, type OptionInput } from './use-option.ts';

// The chart is shown first; form and lists are loaded when idle or opened.
const LISTS = lazyPart(() => import('./order-lists.tsx'));
const TABLE = lazyPart(() => import('./open-table.tsx'));

interface OptionPanelProps extends OptionInput {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** One market: its price and chart, the form, and the orders. */
export function OptionPanel({ market, view, onView, open, limits }: OptionPanelProps) {
  const t = useTranslations('options');
  const isWide = useIsWide();
  const option = useOption({ market, open, limits });
  const { mark } = option;

  useEffect(
    () =>
      void whenIdle()
        .then(warmForm)
        .then(LISTS.warm)
        .catch(() => undefined),
    [],
  );
  const chartMarket = { symbol: market.symbol, title: market.title, priceStep: market.price_step };
  const running = open.rows?.filter(({ symbol }) => symbol === market.symbol);
  return (
    <>
      <OptionNotes option={option} limits={limits} />
      {(view === 'chart' || isWide) && (
        <PairHead
          market={chartMarket}
          last={mark}
          source={t('mark', { count: mark?.sources ?? 0 })}
          expected={{ price: market.mark ?? market.close, volume: market.hamount }}
        />
      )}
      {isWide && (
        <div className="board fixed inset-y-0 start-0 end-110 grid grid-rows-[auto_minmax(0,1fr)_auto] border-e bg-bg">
          <DaySummary market={chartMarket} layout="strip" />
          <PanelChart market={chartMarket} open={running} height="fill" />
          <LazyBoundary part={TABLE} props={{ open, onSettled: () => onView('settled') }} fallback={null} isBesides />
        </div>
      )}
      {view !== 'chart' && <LazyBoundary part={LISTS} props={{ open, view, onView }} fallback={<ListSkeleton />} />}
      {view === 'chart' &&
        (isWide ? (
          <div className="px-4 pt-1 pb-6">
            <LazyForm option={option} />
            <LossCard limits={limits} />
          </div>
        ) : (
          <NarrowPanel market={chartMarket} running={running} option={option} />
        ))}
      {isWide ? <LazyConfirm option={option} pair={market.title} /> : <FormSheet option={option} pair={market.title} />}
    </>
  );
}
