import type { OptionOrder } from '@plimsoll/contract';
import { columnsFor, Facts, Pair, SmallRing } from '@plimsoll/ui';
import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS } from '../chart/index.ts';
import { useTranslations } from 'use-intl';
import { coinsOf, directionOf } from './order-facts.ts';
import { DirectionTag, Money, OrderPrice } from './order-parts.tsx';
import { useStanding } from './standing.tsx';
import { useMark } from './use-mark.ts';
import { useSecondsLeft } from './use-seconds.ts';
import { watchOption } from './watched.ts';
import { useWriting } from './words.ts';

/** What is left of an option: its line being drawn, its countdown, or its settlement. */
export function useCountdown(order: OptionOrder): {
  readonly left: number;
  readonly clock: string;
  readonly status: 'drawing' | 'waiting' | 'finishing';
} {
  const { clock } = useWriting();
  const left = useSecondsLeft(order.selltime === null ? 0 : Date.parse(order.selltime));
  if (order.selltime === null) return { left: order.time, clock: '--', status: 'drawing' };
  return { left, clock: clock(left), status: left > 0 ? 'waiting' : 'finishing' };
}

/** The mark's distance from the line, in the ink of the outcome. Its place is kept while unknown. */
function Stands({ order }: { readonly order: OptionOrder }) {
  const mark = useMark(order.symbol);
  const { isOld } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const { distance, way } = useStanding(order, mark);
  return (
    <p className="min-h-4.5 text-13 font-medium" data-way={isOld ? 'flat' : way}>
      {isOld ? '' : distance}
    </p>
  );
}

/** An open option in the list; opens its progress. In large type its facts are below one another. */
export function OpenRow({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const { whole, time } = useWriting();
  const { left, clock, status } = useCountdown(order);
  const { base, quote } = coinsOf(order.coinname);
  return (
    <article className="@container relative px-4 py-3.5 active:bg-surface">
      <div className="grid gap-2.5 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-center gap-2">
          <DirectionTag direction={directionOf(order)} />
          <Pair base={base} quote={quote} />
          <span className="ms-auto inline-flex items-center gap-1.75 text-17 font-semibold">
            {left > 0 && <SmallRing left={left / order.time} drawing={status === 'drawing'} />}
            <span role="timer" className="n">
              {clock}
            </span>
          </span>
        </div>
        <Facts
          columns={columnsFor(order.num, order.buyprice)}
          items={[
            { term: t('list.amount'), value: <Money value={order.num} /> },
            { term: t('list.buyPrice'), value: <OrderPrice value={order.buyprice} /> },
            { term: t('list.cycle'), value: t('seconds', { seconds: whole(order.time) }) },
          ]}
        />
        <Facts
          columns={2}
          items={[
            {
              term: t('list.sellTime'),
              value: <bdi className="n">{order.selltime === null ? '--' : time(order.selltime, 'time')}</bdi>,
            },
            {
              term: t('list.status'),
              value: <span className={status === 'finishing' ? 'text-warn' : 'text-ink-2'}>{t(`list.${status}`)}</span>,
            },
          ]}
        />
        {status === 'waiting' && <Stands order={order} />}
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${order.coinname}, ${time(order.buytime, 'moment')}`}
        onClick={() => watchOption(order.order_id)}
        className="absolute inset-0 size-full"
      />
    </article>
  );
}
