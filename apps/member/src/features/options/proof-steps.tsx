import type { OptionOrder } from '@plimsoll/contract';
import { format, formatShort, rate } from '@plimsoll/money';
import { MeasuredSteps, type MeasuredStep } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { directionOf, inkOf } from './order-facts.ts';
import { Money, OrderPrice } from './order-parts.tsx';
import type { Checked } from './tape.ts';
import { useWriting } from './words.ts';

const hashInFull = (words: ReactNode) => <span className="mono text-ink-2">{words}</span>;
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Seconds to the thousandth. */
const inSeconds = (ms: number): string => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`;

type Tick = NonNullable<OptionOrder['entry_tick']>;
type Numbered = { readonly seq: number; readonly hash: string };

interface ProofStepsProps {
  readonly order: OptionOrder;
  readonly checked: Checked;
}

/** Where the line came from: the last trade under rules 1; the first mark after the delay under rules 2. */
function useLineText({
  buytime,
  linetime,
  rules,
  line_delay: delay,
  line_within: within,
  entry_tick: entry,
}: OptionOrder): string {
  const t = useTranslations('options.proof');
  const { short, exactly } = useWriting();
  const placed = `${exactly(buytime)} UTC`;
  if (rules === 1) return t('lineText', { time: placed });
  if (linetime === null) return t('noLine', { limit: short(String((within ?? 0) / 1000)) });
  return t('lineMark', {
    delay: short(String((delay ?? 0) / 1000)),
    placed,
    time: `${exactly(linetime)} UTC`,
    count: entry?.sources?.length ?? 0,
  });
}

/** How far the deciding price was from the expiry. */
function useSettlementText(
  { rules, fresh_seconds: fresh, next_within: within }: OptionOrder,
  { expiresAtMs, exit }: Checked,
): string {
  const t = useTranslations('options.proof');
  const { short } = useWriting();
  const limit = short(String(fresh));
  if (expiresAtMs === undefined || !exit)
    return rules === 1 || expiresAtMs === undefined
      ? t('settlementNone', { limit })
      : t('settlementNever', { limit, within: short(String((within ?? 0) / 1000)) });
  const age = short(inSeconds(Math.abs(expiresAtMs - exit.atMs)));
  if (exit.atMs > expiresAtMs) return t('settlementNext', { age, limit });
  return t(rules === 1 ? 'settlementText' : 'settlementMark', { age, limit });
}

function TickNote({ tick, sources }: { readonly tick: Numbered; readonly sources: Tick | null | undefined }) {
  const t = useTranslations('options.proof');
  const { whole } = useWriting();
  const names = sources?.sources?.map(({ name }) => `\u2068${name}\u2069`) ?? [];
  return (
    <>
      {t.rich('tick', { seq: whole(tick.seq), id: shortHash(tick.hash), hash: hashInFull })}
      {names.length > 0 && <span className="block">{t('sources', { names: names.join(' · ') })}</span>}
    </>
  );
}

function useExpiryStep({ rules, selltime, time }: OptionOrder, { expiresAtMs }: Checked): MeasuredStep {
  const t = useTranslations('options.proof');
  const { whole, exactly } = useWriting();
  const seconds = whole(time);
  return {
    title: t('expiry'),
    figure:
      selltime === null ? (
        '--'
      ) : (
        <span className="n">
          {exactly(selltime)} <small className="text-12 font-normal text-ink-3">UTC</small>
        </span>
      ),
    text: t(rules === 1 ? 'expiryText' : 'expiryLine', { seconds }),
    holds: expiresAtMs === undefined ? selltime === null : selltime !== null && Date.parse(selltime) === expiresAtMs,
  };
}

function usePaidStep(order: OptionOrder, holds: boolean): MeasuredStep {
  const t = useTranslations('options.proof');
  const { cents, short, whole, exactly } = useWriting();
  const paidAt = order.paidtime === null ? '--' : `${exactly(order.paidtime)} UTC`;
  const terms = whole(order.terms_version);
  return {
    title: t('paid'),
    figure: (
      <span data-way={inkOf(order)}>
        <Money value={order.ploss ?? '0'} signed />
      </span>
    ),
    text:
      order.outcome === 'win'
        ? t('winPaid', { stake: cents(order.num), rate: short(formatShort(rate(order.rate))), terms, time: paidAt })
        : order.outcome === 'lose'
          ? t('losePaid', { terms, time: paidAt })
          : t('backPaid', { time: paidAt }),
    fine: order.journal === null ? undefined : t('journal', { id: whole(order.journal) }),
    holds,
  };
}

/** The settlement step by step, each with whether it was found to be true here. */
export function ProofSteps({ order, checked }: ProofStepsProps) {
  const t = useTranslations('options.proof');
  const {
    exit,
    proof: { steps },
  } = checked;
  const direction = directionOf(order);
  const isUp = direction === 'up';
  const lineText = useLineText(order);
  const settlementText = useSettlementText(order, checked);
  const expiry = useExpiryStep(order, checked);
  const paid = usePaidStep(order, steps.profit);
  const list: MeasuredStep[] = [
    {
      title: t('line'),
      figure: <OrderPrice value={order.buyprice} dim={false} />,
      text: lineText,
      fine: order.entry_tick ? <TickNote tick={order.entry_tick} sources={order.entry_tick} /> : undefined,
      holds: steps.entry,
    },
    expiry,
    {
      title: t('settlement'),
      figure: exit ? <OrderPrice value={format(exit.price)} dim={false} /> : '--',
      text: settlementText,
      fine: exit && <TickNote tick={exit} sources={order.exit_tick} />,
      holds: steps.exit,
    },
    {
      title: t('rule'),
      figure: <span data-way={direction}>{t(isUp ? 'ruleUp' : 'ruleDown')}</span>,
      text: t(isUp ? 'ruleUpText' : 'ruleDownText'),
      holds: steps.outcome,
    },
    paid,
  ];
  return <MeasuredSteps steps={list} words={{ holds: t('holds'), fails: t('fails') }} />;
}
