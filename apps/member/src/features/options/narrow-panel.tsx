import type { OptionOrder } from '@plimsoll/contract';
import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { DaySummary, type ChartMarket } from '../chart/index.ts';
import { endOf } from './order-facts.ts';
import { PanelChart } from './panel-chart.tsx';
import { TradeBar } from './trade-bar.tsx';
import type { useOption } from './use-option.ts';

const RUNNING = lazyPart(() => import('./running-card.tsx'));

/** Height of the chart on a phone; smaller while an option runs, so that its card is in view. */
const CHART_HEIGHT = 411;
const RUNNING_HEIGHT = 320;

interface NarrowPanelProps {
  readonly market: ChartMarket;
  readonly running: readonly OptionOrder[] | undefined;
  readonly option: ReturnType<typeof useOption>;
}

/** A phone's chart, the option that expires first, the day's figures, and the bar that opens the form. */
export function NarrowPanel({ market, running, option }: NarrowPanelProps) {
  const { form, terms, blocked, place, setFormOpen } = option;
  const firstRunning = running?.toSorted((a, b) => endOf(a) - endOf(b))[0];
  return (
    <div className="pb-36">
      <PanelChart market={market} open={running} height={firstRunning ? RUNNING_HEIGHT : CHART_HEIGHT} />
      {firstRunning && (
        <LazyBoundary
          part={RUNNING}
          props={{ order: firstRunning }}
          fallback={<div className="mx-4 mt-3 h-38.5 rounded-lg bg-surface" />}
          isBesides
        />
      )}
      <DaySummary market={market} />
      <TradeBar form={form} terms={terms} blocked={blocked} onOpen={() => setFormOpen(true)} onPlace={place} />
    </div>
  );
}
