import type { OptionOrder } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS } from '../chart/index.ts';
import { coinsOf, directionOf } from './order-facts.ts';
import { Money } from './order-parts.tsx';
import { useCountdown } from './open-row.tsx';
import { standingOf, worthAt, wouldBe } from './returns.ts';
import { useMark } from './use-mark.ts';
import { useSettlingWords, useStanding } from './standing.tsx';
import { watchOption } from './watched.ts';

/** Longer figures have no room in full size on a narrow phone. */
const ROOMY = 11;

/** The option that ends first, under the chart; opens its progress. */
export default function RunningCard({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const mark = useMark(order.symbol);
  const { isOld } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const { clock, status } = useCountdown(order);
  const { distance, outlook } = useStanding(order, mark);
  const settling = useSettlingWords(order, isOld);
  const isKnown = mark !== undefined && !isOld && order.buyprice !== null && status === 'waiting';
  const fate = isKnown ? wouldBe(directionOf(order), standingOf(price(order.buyprice ?? '0'), mark.price)) : 'tie';
  const worth = worthAt(order, fate);
  return (
    <section
      aria-label={t('running.title')}
      className="relative mx-4 mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-surface p-4"
    >
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-13 text-ink-2">{t('running.ifNow')}</p>
          <p
            className={`${worth.length > ROOMY ? 'text-[min(var(--fs-20),4.4vw)]/(--lh-28)' : 'text-28'} font-semibold tracking-[-.015em]`}
            data-way={fate === 'win' ? 'up' : fate === 'lose' ? 'down' : 'flat'}
          >
            {isKnown ? <Money value={worth} coin={coinsOf(order.coinname).quote} signed /> : '--'}
          </p>
        </div>
        <div className="text-end">
          <p className="text-13 text-ink-2">{t('running.expiresIn')}</p>
          <p className="text-28 font-semibold tracking-[-.015em]">
            <span className="n">{clock}</span>
          </p>
        </div>
      </div>
      <p className="text-14 [overflow-wrap:anywhere] text-ink-2">
        {status === 'drawing'
          ? t('progress.drawing')
          : status === 'finishing'
            ? settling
            : isKnown && (
                <>
                  <b className="text-ink">
                    {t(directionOf(order))} · {distance}
                  </b>
                  {' · '}
                  {outlook}
                </>
              )}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('list.detail')}, ${order.coinname}`}
        onClick={() => watchOption(order.order_id)}
        className="absolute inset-0 size-full"
      />
    </section>
  );
}
