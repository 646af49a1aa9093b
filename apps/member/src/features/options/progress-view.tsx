import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { formatShort, price, type Price } from '@plimsoll/money';
import { Button, CountdownRing, Figure, Icon, Summary, type SummaryRow } from '@plimsoll/ui';
import { triDown, triUp } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS } from '../chart/index.ts';
import { ReceiptButton } from '../proof/index.ts';
import { DrawingView } from './drawing-view.tsx';
import { coinsOf, directionOf } from './order-facts.ts';
import { Money, OrderPrice, Profit } from './order-parts.tsx';
import type { Standing } from './returns.ts';
import { useSettlingWords, useStanding } from './standing.tsx';
import { useMark } from './use-mark.ts';
import { useSecondsLeft } from './use-seconds.ts';
import { watchOption } from './watched.ts';
import { useWriting } from './words.ts';

function DirectionWord({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const direction = directionOf(order);
  return (
    <span data-way={direction} className="inline-flex items-center gap-1">
      <Icon of={direction === 'up' ? triUp : triDown} size={10} />
      {t(direction)}
    </span>
  );
}

/** The terms of an option line by line; the last is its profit. */
export function useOrderRows(order: OptionOrder): readonly SummaryRow[] {
  const t = useTranslations('options');
  const { whole, time } = useWriting();
  const coin = coinsOf(order.coinname).quote;
  const isOpen = order.status === OPTION_STATUS.open;
  return [
    // As long as it is open neither is shown here (PRODUCT 11); its line stands in the ring.
    { term: t('progress.orderPrice'), value: <OrderPrice value={isOpen ? null : order.buyprice} dim={false} /> },
    {
      term: t('progress.settlementPrice'),
      value: order.sellprice === null ? '--' : <OrderPrice value={order.sellprice} dim={false} />,
    },
    { term: t('progress.cycle'), value: t('seconds', { seconds: whole(order.time) }) },
    { term: t('progress.direction'), value: <DirectionWord order={order} /> },
    { term: t('progress.amount'), value: <Money value={order.num} coin={coin} /> },
    {
      term: t('progress.time'),
      value: (
        <bdi>
          {isOpen || order.selltime === null
            ? time(order.buytime, 'moment')
            : `${time(order.buytime, 'moment')} – ${time(order.selltime, 'time')}`}
        </bdi>
      ),
    },
    { term: t('progress.profit'), value: <Profit order={order} coin={coin} />, total: true },
  ];
}

/** An open option: its line being drawn, then the countdown. */
export default function ProgressView({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.progress');
  const { buyprice, selltime } = order;
  // The line is announced to a member who saw it being drawn.
  const [sawDrawing] = useState(buyprice === null);
  return (
    <>
      {buyprice === null || selltime === null ? (
        <DrawingView order={order} />
      ) : (
        <Running order={order} line={price(buyprice)} expiresAtMs={Date.parse(selltime)} isNew={sawDrawing} />
      )}
      {order.rules > 1 && (
        <div className="mt-3">
          <ReceiptButton kind="option" id={order.order_id} onClose={() => watchOption(undefined)} />
        </div>
      )}
      <Button kind="quiet" className="mt-2 w-full" onClick={() => watchOption(undefined)}>
        {t('keepRunning')}
      </Button>
    </>
  );
}

interface RunningProps {
  readonly order: OptionOrder;
  readonly line: Price;
  readonly expiresAtMs: number;
  readonly isNew: boolean;
}

interface RingProps {
  readonly order: OptionOrder;
  readonly line: Price;
  readonly left: number;
  readonly mark: ReturnType<typeof useMark>;
  readonly isOld: boolean;
}

function RunningRing({ order, line, left, mark, isOld }: RingProps) {
  const t = useTranslations('options.progress');
  const { whole } = useWriting();
  const { standing, way } = useStanding(order, mark);
  return (
    <CountdownRing
      left={left / order.time}
      half={isOld ? 'on' : standing}
      way={way}
      caption={left === 0 ? t('finishing') : t('secondsLeft')}
      start={
        <>
          {t('yourLine')}
          <br />
          <Figure value={formatShort(line)} dim={false} className="text-13 text-ink" />
        </>
      }
      end={
        <>
          {t('now')}
          <br />
          {mark === undefined ? (
            '--'
          ) : (
            <span data-way={isOld ? 'flat' : way} className="text-13 font-semibold">
              <Figure value={formatShort(mark.price)} dim={false} />
            </span>
          )}
        </>
      }
    >
      <span role="timer" className="n text-44 font-semibold tracking-[-.02em]">
        {whole(left)}
      </span>
    </CountdownRing>
  );
}

function Running({ order, line, expiresAtMs, isNew }: RunningProps) {
  const t = useTranslations('options.progress');
  const { whole } = useWriting();
  const rows = useOrderRows(order);
  const left = useSecondsLeft(expiresAtMs);
  const mark = useMark(order.symbol);
  const { isOnline, isOld, ageS } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const { standing, way, distance, outlook } = useStanding(order, mark);
  const settling = useSettlingWords(order, isOld);
  const old = isOnline ? t('old', { seconds: whole(ageS) }) : t('offline');
  return (
    <>
      <RunningRing order={order} line={line} left={left} mark={mark} isOld={isOld} />
      {mark !== undefined && left > 0 && isOld && <p className="text-center text-14 text-warn">{old}</p>}
      {mark !== undefined && left > 0 && !isOld && (
        <>
          <p className="text-center text-17 font-semibold" data-way={way} aria-hidden="true">
            {standing === 'on' ? (
              distance
            ) : (
              <span className="inline-flex items-center gap-1.5">
                <Icon of={standing === 'above' ? triUp : triDown} size={12} />
                {distance}
              </span>
            )}
          </p>
          <p className="mt-1 text-center text-13 text-ink-3">{outlook}</p>
        </>
      )}
      {left === 0 && <p className="text-center text-14 text-ink-2">{settling}</p>}
      <Announcement
        order={order}
        left={left}
        isNew={isNew}
        standing={mark === undefined || isOld ? undefined : standing}
        isOnline={isOnline}
      />
      <div className="mt-3">
        <Summary rows={rows} />
      </div>
    </>
  );
}

interface AnnouncementProps {
  readonly order: OptionOrder;
  readonly left: number;
  readonly isNew: boolean;
  readonly standing: Standing | undefined;
  readonly isOnline: boolean;
}

/** What is read aloud: the line, its side when that changes, and the end; never a moving figure. */
function Announcement({ order, left, isNew, standing, isOnline }: AnnouncementProps) {
  const t = useTranslations('options.progress');
  const { cents } = useWriting();
  const [begunAt] = useState(standing);
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && standing !== undefined && begunAt !== undefined && standing !== begunAt) setChanged(true);
  const side = standing && { above: t('sayAbove'), below: t('sayBelow'), on: t('on') }[standing];
  const words =
    left === 0
      ? t('settling')
      : !isOnline
        ? t('offline')
        : isNew && !hasChanged
          ? t('lineDrawn', { price: cents(order.buyprice ?? '0') })
          : (side ?? '');
  return (
    <p role="status" className="sr">
      {words}
    </p>
  );
}
