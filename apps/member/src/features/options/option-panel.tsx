import type { MarketItem, OptionOrder, OwnLimits } from '@plimsoll/contract';
import { PLACES } from '@plimsoll/money';
import { LazyBoundary, lazyPart, Note, Sheet, showToast, StaleBar, type Pages } from '@plimsoll/ui';
import { info, offline } from '@plimsoll/ui/icons-shell';
import type { Direction } from '@plimsoll/proof';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { whenIdle } from '../../platform/idle.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { DaySummary, OLD_AFTER_MS, PairHead } from '../chart/index.ts';
import { isOnBreak } from './limits-form.ts';
import { PanelChart } from './panel-chart.tsx';
import { LossCard } from './loss-line.tsx';
import {
  changed,
  commandOf,
  EMPTY_FORM,
  isChosen,
  stakedIn,
  type OptionAction,
  type OptionCommand,
} from './option-form.ts';
import { FormSkeleton, ListSkeleton } from './list-skeleton.tsx';
import type { View } from './view.ts';
import { useOptionsChanged, useTerms } from './queries.ts';
import { serverNow } from './server-clock.ts';
import { cycleOf } from './terms.ts';
import { TradeBar } from './trade-bar.tsx';
import type { Blocked } from './up-down.tsx';
import { useMark } from './use-mark.ts';
import { watchOption } from './watched.ts';
import { useStakeWords, useWriting } from './words.ts';

// The chart is what one comes for; form and lists come when there is nothing else to do, or when they are asked for.
const FORM = lazyPart(() => import('./option-form-view.tsx'));
const CONFIRM = lazyPart(() => import('./confirm-option.tsx'));
const LISTS = lazyPart(() => import('./order-lists.tsx'));
const RUNNING = lazyPart(() => import('./running-card.tsx'));
const TABLE = lazyPart(() => import('./open-table.tsx'));

/**
 * Height of the chart on a phone, its interval picker included: while an option runs, how it stands is in view under
 * it.
 */
const CHART_HEIGHT = 411;
const RUNNING_HEIGHT = 320;

/** When an option ends, as far as it is known: one whose line is still to come is the last. */
const endOf = ({ selltime }: OptionOrder): number =>
  selltime === null ? Number.MAX_SAFE_INTEGER : Date.parse(selltime);

interface OptionPanelProps {
  readonly market: MarketItem;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly open: Pages<OptionOrder>;
  readonly limits: OwnLimits | undefined;
}

/** One market: its price and chart, the option being written, and the orders. */
export function OptionPanel({ market, view, onView, open, limits }: OptionPanelProps) {
  const t = useTranslations('options');
  const connection = useTranslations('app.connection');
  const { whole, time } = useWriting();
  const isWide = useIsWide();
  const { options_switch } = useSettings();
  const { data: terms, isError: termsFailed, refetch: askTerms } = useTerms();
  const optionsChanged = useOptionsChanged();
  const [form, setForm] = useState(EMPTY_FORM);
  const [isFormOpen, setFormOpen] = useState(false);
  const [command, setCommand] = useState<OptionCommand | undefined>();
  const [isConfirming, setConfirming] = useState(false);

  useEffect(
    () =>
      void whenIdle()
        .then(FORM.warm)
        .then(CONFIRM.warm)
        .then(LISTS.warm)
        .catch(() => undefined),
    [],
  );
  const mark = useMark(market.symbol);
  const { isOnline, isOld, ageS } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const isOff = options_switch !== 1 || terms?.cycles.length === 0;
  const isResting = limits !== undefined && isOnBreak(limits, serverNow());
  const blocked: Blocked | undefined = isOff
    ? 'off'
    : isResting
      ? 'break'
      : isOld || !isOnline
        ? 'stale'
        : terms === undefined || mark === undefined
          ? 'waiting'
          : undefined;

  const staked = stakedIn(open.rows ?? []);
  const change = (action: OptionAction) => {
    if (terms) setForm((now) => changed(now, action, terms, staked));
  };
  const { busy, submit } = useSubmit('creatorder', {
    keyed: true,
    onDone: ({ order_id }) => {
      setConfirming(false);
      setFormOpen(false);
      watchOption(order_id);
      optionsChanged();
    },
    onRefused: ({ reason }) => {
      setConfirming(false);
      if (reason === 'insufficient_balance') change({ kind: 'wrong', errors: { stake: 'insufficient' } });
      if (reason === 'daily_loss_limit') change({ kind: 'wrong', errors: { stake: 'lossLimit' } });
      optionsChanged();
    },
  });

  const sayStake = useStakeWords(terms, terms && cycleOf(terms, form.seconds));
  const take = (direction: Direction) => {
    if (!terms || blocked || busy) return;
    const isSeen = isWide || isFormOpen;
    if (!isSeen && !isChosen(form, terms)) {
      setFormOpen(true);
      return;
    }
    const next = commandOf(form, terms, { marketId: String(market.id), open: staked }, direction);
    if ('errors' in next) {
      change({ kind: 'wrong', errors: next.errors });
      showToast('bad', next.errors.stake === undefined ? t('errors.chooseCycle') : sayStake(next.errors.stake));
      setFormOpen(true);
    } else {
      setCommand(next);
      setConfirming(true);
    }
  };

  const chartMarket = { symbol: market.symbol, title: market.title, priceStep: market.price_step };
  const running = open.rows?.filter(({ symbol }) => symbol === market.symbol);
  const firstRunning = running?.toSorted((a, b) => endOf(a) - endOf(b))[0];
  const confirm = command && (
    <LazyBoundary
      part={CONFIRM}
      props={{
        open: isConfirming,
        command,
        pair: market.title,
        coin: terms?.coin ?? '',
        decimals: terms?.decimals ?? PLACES,
        busy,
        onClose: () => setConfirming(false),
        onConfirm: () => void submit({ ...command.fields }),
      }}
      fallback={null}
    />
  );
  const formView = (
    <LazyBoundary
      part={FORM}
      props={{
        form,
        terms,
        failed: termsFailed,
        onRetry: () => void askTerms(),
        onChange: change,
        onTake: take,
        blocked,
      }}
      fallback={<FormSkeleton />}
    />
  );
  return (
    <>
      {(isOld || !isOnline) && (
        <StaleBar {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? t('stale', { seconds: whole(ageS) }) : connection('offline')}
        </StaleBar>
      )}
      {isOff && (
        <div className="px-4 pb-2">
          <Note kind="warn" icon={info}>
            {t('off')}
          </Note>
        </div>
      )}
      {!isOff && isResting && limits.excluded_until !== null && (
        <div className="px-4 pb-2">
          <Note icon={info}>{t('limits.onBreak', { until: time(limits.excluded_until, 'full') })}</Note>
        </div>
      )}
      {(view === 'chart' || isWide) && (
        <PairHead market={chartMarket} last={mark} source={t('mark', { count: mark?.sources ?? 0 })} />
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
            {formView}
            <LossCard limits={limits} />
          </div>
        ) : (
          <div className="pb-36">
            <PanelChart market={chartMarket} open={running} height={firstRunning ? RUNNING_HEIGHT : CHART_HEIGHT} />
            {firstRunning && (
              <LazyBoundary
                part={RUNNING}
                props={{ order: firstRunning }}
                fallback={<div className="mx-4 mt-3 h-38.5 rounded-lg bg-surface" />}
                isBesides
              />
            )}
            <DaySummary market={chartMarket} />
            <TradeBar form={form} terms={terms} blocked={blocked} onOpen={() => setFormOpen(true)} onTake={take} />
          </div>
        ))}
      {!isWide && (
        <Sheet
          open={isFormOpen}
          onClose={() => setFormOpen(false)}
          low
          title={
            <>
              {t('form.title')}{' '}
              <bdi dir="ltr" className="text-14 font-medium text-ink-3">
                {market.title}
              </bdi>
            </>
          }
        >
          {formView}
          {/* Inside the sheet, so that a tap on the dialog is none beside the sheet. */}
          {isFormOpen && confirm}
        </Sheet>
      )}
      {!isFormOpen && confirm}
    </>
  );
}
