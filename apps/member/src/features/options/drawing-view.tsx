import type { OptionOrder } from '@plimsoll/contract';
import { amount, rate } from '@plimsoll/money';
import { CountdownRing, Icon, Mark, Summary } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { coinsOf } from './order-facts.ts';
import { Money } from './order-parts.tsx';
import { returnOf } from './returns.ts';
import { useWriting } from './words.ts';

/** Seconds of milliseconds, three places at most. */
const seconds = (ms: number | null): string => String((ms ?? 0) / 1000);

/** The second in which the line is drawn. */
export function DrawingView({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.progress');
  const { short, whole, cents } = useWriting();
  const coin = coinsOf(order.coinname).quote;
  return (
    <>
      <CountdownRing
        left={1}
        half="on"
        way="flat"
        drawing
        caption={t('fromLine', { seconds: whole(order.time) })}
        start={null}
        end={null}
      >
        <span className="n text-44 font-semibold tracking-[-.02em]">--</span>
      </CountdownRing>
      <p role="status" className="text-center text-17 font-semibold">
        {t('drawing')}
      </p>
      <p className="mt-1 text-center text-14 text-ink-2">
        {t('drawingText', { seconds: short(seconds(order.line_delay)) })}
      </p>
      <Steps order={order} />
      <div className="mt-4">
        <Summary
          rows={[
            { term: t('orderPrice'), value: <span className="n">--</span> },
            { term: t('amount'), value: <Money value={order.num} coin={coin} /> },
            {
              term: t('payout'),
              value: (
                <span className="whitespace-nowrap">
                  {cents(returnOf(amount(order.num), rate(order.rate), order.decimals))}{' '}
                  <small className="text-[.78em] text-ink-3">{coin}</small>
                </span>
              ),
            },
          ]}
        />
      </div>
      <p className="mt-1 text-12 text-ink-3">{t('noMark', { seconds: short(seconds(order.line_within)) })}</p>
    </>
  );
}

/** From the acceptance over the line to the expiry, which is counted from it. */
function Steps({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.progress');
  const { whole, momentOf } = useWriting();
  const acceptedMs = Date.parse(order.buytime);
  const clockOf = (at: number) => <bdi className="n">{momentOf(at)}</bdi>;
  const steps = [
    {
      state: 'done',
      sign: (
        <span className="grid size-5 place-items-center rounded-full bg-mark-water text-surface">
          <Icon of={check} size={14} />
        </span>
      ),
      name: t('accepted'),
      text: clockOf(acceptedMs),
    },
    {
      state: 'now',
      sign: <Mark size={24} />,
      name: t('line'),
      text: t.rich('from', {
        time: momentOf(acceptedMs + (order.line_delay ?? 0)),
        n: (words: ReactNode) => <bdi className="n">{words}</bdi>,
      }),
    },
    {
      state: 'next',
      sign: <span className="size-2.5 rounded-full border-2 border-line-strong" />,
      name: t('expires'),
      text: t('linePlus', { seconds: whole(order.time) }),
    },
  ];
  return (
    <ol className="voyage mt-5 text-12/tight">
      {steps.map(({ state, sign, name, text }) => (
        <li key={state} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="grid h-6 items-center justify-items-start" aria-hidden="true">
            {sign}
          </span>
          <span className={`text-14 font-semibold ${state === 'next' ? 'text-ink-2' : ''}`}>{name}</span>
          <span className="text-ink-3">{text}</span>
        </li>
      ))}
    </ol>
  );
}
