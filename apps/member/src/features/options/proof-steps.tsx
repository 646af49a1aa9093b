import type { OptionOrder } from '@plimsoll/contract';
import { amount, format, formatShort, rate } from '@plimsoll/money';
import type { Proof, SettledOption } from '@plimsoll/proof';
import { MeasuredSteps, type MeasuredStep } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { inkOf } from './order-facts.ts';
import { Money, OrderPrice } from './order-parts.tsx';
import { useWriting } from './words.ts';

const hashInFull = (words: ReactNode) => <span className="mono text-ink-2">{words}</span>;
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Seconds to the thousandth, as a decimal to be written out. */
const inSeconds = (ms: number): string => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`;

interface ProofStepsProps {
  readonly order: OptionOrder;
  readonly option: SettledOption;
  readonly proof: Proof;
}

/** How the option was settled, step by step, each with whether it was found to be so here. */
export function ProofSteps({ order, option, proof }: ProofStepsProps) {
  const t = useTranslations('options.proof');
  const { cents, short, whole, exactly } = useWriting();
  const { steps, settlement: { exit } } = proof;
  const tick = ({ seq, hash }: { readonly seq: number; readonly hash: string }) => t.rich('tick', { seq: whole(seq), id: shortHash(hash), hash: hashInFull });
  const limit = short(String(order.fresh_seconds));
  const paidAt = order.paidtime === null ? '--' : `${exactly(order.paidtime)} UTC`;
  const terms = whole(order.terms_version);
  const isUp = option.direction === 'up';
  const list: MeasuredStep[] = [
    { title: t('line'), figure: <OrderPrice value={order.buyprice} dim={false} />, text: t('lineText', { time: `${exactly(order.buytime)} UTC` }), fine: tick(order.entry_tick), holds: steps.entry },
    { title: t('expiry'), figure: <span className="n">{exactly(order.selltime)} <small className="text-12 font-normal text-ink-3">UTC</small></span>, text: t('expiryText', { seconds: whole(order.time) }), holds: option.expiresAtMs - option.placedAtMs === order.time * 1000 },
    {
      title: t('settlement'),
      figure: exit ? <OrderPrice value={format(exit.price)} dim={false} /> : '--',
      text: exit ? t('settlementText', { age: short(inSeconds(option.expiresAtMs - exit.receiveTimeMs)), limit }) : t('settlementNone', { limit }),
      fine: exit && tick(exit),
      holds: steps.exit,
    },
    { title: t('rule'), figure: <span data-way={option.direction}>{t(isUp ? 'ruleUp' : 'ruleDown')}</span>, text: t(isUp ? 'ruleUpText' : 'ruleDownText'), holds: steps.outcome },
    {
      title: t('paid'),
      figure: <span data-way={inkOf(order)}><Money value={order.ploss ?? '0'} signed /></span>,
      text: order.outcome === 'win' ? t('winPaid', { stake: cents(order.num), rate: short(formatShort(rate(order.rate))), terms, time: paidAt })
        : order.outcome === 'lose' ? t('losePaid', { terms, time: paidAt }) : t('backPaid', { time: paidAt }),
      fine: order.journal === null ? undefined : t('journal', { id: whole(order.journal) }),
      holds: steps.profit && option.profit === amount(order.ploss ?? '0'),
    },
  ];
  return <MeasuredSteps steps={list} words={{ holds: t('holds'), fails: t('fails') }} />;
}
