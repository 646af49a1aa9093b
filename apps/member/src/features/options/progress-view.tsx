import type { OptionOrder } from '@plimsoll/contract';
import { amount, formatShort, price, rate } from '@plimsoll/money';
import { Button, CountdownRing, Figure, Icon, Summary, type SummaryRow } from '@plimsoll/ui';
import { triDown, triUp } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS, useLastPrice } from '../chart/index.ts';
import { coinsOf, directionOf } from './order-facts.ts';
import { brighter, Money, OrderPrice, Profit } from './order-parts.tsx';
import { distanceOf, returnOf, standingOf, wouldBe } from './reckoning.ts';
import { useSecondsLeft } from './use-seconds.ts';
import { watchOption } from './watched.ts';
import { useWriting } from './words.ts';

/** Up or down in a line of facts. */
function DirectionWord({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const direction = directionOf(order);
  return <span data-way={direction} className="inline-flex items-center gap-1"><Icon of={direction === 'up' ? triUp : triDown} size={10} />{t(direction)}</span>;
}

/** What an option was taken on, line by line; the last one is what came of it. */
export function useOrderRows(order: OptionOrder): readonly SummaryRow[] {
  const t = useTranslations('options');
  const { whole, time } = useWriting();
  const coin = coinsOf(order.coinname).quote;
  const isOpen = order.status === 1;
  return [
    { term: t('progress.orderPrice'), value: <OrderPrice value={order.buyprice} dim={false} /> },
    // Unknown while it is open (spec part 2, section 4).
    { term: t('progress.settlementPrice'), value: order.sellprice === null ? '--' : <OrderPrice value={order.sellprice} dim={false} /> },
    { term: t('progress.cycle'), value: t('seconds', { seconds: whole(order.time) }) },
    { term: t('progress.direction'), value: <DirectionWord order={order} /> },
    { term: t('progress.amount'), value: <Money value={order.num} coin={coin} /> },
    { term: t('progress.time'), value: <bdi>{isOpen ? time(order.buytime, 'moment') : `${time(order.buytime, 'moment')} – ${time(order.selltime, 'time')}`}</bdi> },
    { term: t('progress.profit'), value: <Profit order={order} coin={coin} />, total: true },
  ];
}

/** An option in progress: the seconds left, where the price stands to its line, and what would come of it there. */
export default function ProgressView({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.progress');
  const { cents, whole } = useWriting();
  const left = useSecondsLeft(Date.parse(order.selltime));
  const last = useLastPrice(order.symbol);
  const rows = useOrderRows(order);
  const line = price(order.buyprice);
  const { isOnline, isOld, ageS } = useFreshness(last?.atMs ?? 0, OLD_AFTER_MS);
  // The stream carries floats: for show. What decides is the tape.
  const now = last && price(last.close.toFixed(8));
  const standing = now === undefined ? 'on' : standingOf(line, now);
  const coin = coinsOf(order.coinname).quote;
  const stake = amount(order.num);
  const fate = wouldBe(directionOf(order), standing);
  const way = standing === 'above' ? 'up' : standing === 'below' ? 'down' : 'flat';
  const old = isOnline ? t('old', { seconds: whole(ageS) }) : t('offline');
  const is = { above: t('sayAbove'), below: t('sayBelow'), on: t('on') }[standing];
  return (
    <>
      <CountdownRing
        left={left / order.time}
        half={isOld ? 'on' : standing}
        caption={left === 0 ? t('finishing') : t('secondsLeft')}
        start={<>{t('yourLine')}<br /><Figure value={order.buyprice} dim={false} className="text-13 text-ink" /></>}
        end={<>{t('now')}<br />{now === undefined ? '--' : <span data-way={isOld ? 'flat' : way} className="text-13 font-semibold"><Figure value={formatShort(now)} dim={false} /></span>}</>}
      >
        <span role="timer" className="n text-44 font-semibold tracking-[-.02em]">{whole(left)}</span>
      </CountdownRing>
      {now !== undefined && left > 0 && isOld && <p className="text-center text-14 text-warn">{old}</p>}
      {now !== undefined && left > 0 && !isOld && (
        <>
          <p className="text-center text-17 font-semibold" data-way={way} aria-hidden="true">
            {standing === 'on' ? t('on') : (
              <span className="inline-flex items-center gap-1.5"><Icon of={standing === 'above' ? triUp : triDown} size={12} />{t(standing, { distance: cents(distanceOf(line, now)) })}</span>
            )}
          </p>
          <p className="mt-1 text-center text-13 text-ink-3">
            {fate === 'win' ? t.rich('wouldWin', { amount: cents(returnOf(stake, rate(order.rate))), coin, b: brighter })
              : fate === 'lose' ? t.rich('wouldLose', { amount: cents(stake), coin, b: brighter }) : t('wouldTie')}
          </p>
        </>
      )}
      {left === 0 && <p className="text-center text-14 text-ink-2">{t('settling')}</p>}
      <p role="status" className="sr">{left === 0 ? t('settling') : now === undefined ? '' : isOld ? isOnline ? '' : t('offline') : is}</p>
      <div className="mt-3"><Summary rows={rows} /></div>
      <Button kind="quiet" className="mt-3 w-full" onClick={() => watchOption(undefined)}>{t('keepRunning')}</Button>
    </>
  );
}
