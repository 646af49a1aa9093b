import type { SpotOrder } from '@plimsoll/contract';
import { LISTED_KINDS, ORDER_TYPE, SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { formatTime } from '@plimsoll/i18n';
import { amount, format, formatShort, inPercent, minus, parsePrice, price, rate } from '@plimsoll/money';
import { PROMISED_WITHIN_MS } from '@plimsoll/proof/log';
import {
  Button,
  ErrorState,
  Figure,
  Icon,
  Loading,
  SkeletonBlock,
  Summary,
  Tag,
  useReading,
  type IconShape,
  type SummaryRow,
  type TagKind,
} from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { proof } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { ReceiptButton, useFills } from '../proof/index.ts';
import { pricePlaces } from './book-rows.ts';
import { OrderPrice, Price } from './order-price.tsx';
import { isNothing } from './is-nothing.ts';
import { slippageOf } from './slippage.ts';
import { usePlaced, type Placed } from './use-placed.ts';
import { useWrite, useWritePercent } from './words.ts';

const AMOUNT_PLACES = 8;

const Sum = ({ value, coin }: { readonly value: string; readonly coin: string }) => (
  <span className="whitespace-nowrap">
    <Figure value={value} places={AMOUNT_PLACES} />{' '}
    <small className="text-[.72em] font-normal text-ink-3">{coin}</small>
  </span>
);

function StateTag({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.orders');
  const [kind, icon, word]: readonly [TagKind, IconShape, string] =
    order.status === SPOT_STATUS.open
      ? ['wait', clock, isNothing(order.coinnum) ? t('tabOpen') : t('partlyFilled')]
      : isNothing(order.coinnum)
        ? ['bad', close, t('notFilled')]
        : ['ok', check, t(order.status === SPOT_STATUS.cancelled ? 'partlyFilled' : 'filled')];
  return (
    <Tag kind={kind} icon={icon}>
      {word}
    </Tag>
  );
}

/** Why an order that does not rest was cancelled at once, and what is to be done. */
function Ending({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.kind');
  const write = useWrite();
  const kind = LISTED_KINDS[order.kind];
  if (order.status !== SPOT_STATUS.cancelled || kind === 'plain') return null;
  const side = order.type === ORDER_TYPE.buy ? 'buy' : 'sell';
  return (
    <p className="mt-2 text-14 text-ink-2">
      {isNothing(order.coinnum)
        ? t(`${kind}None`, { side })
        : t('part', { filled: write(order.coinnum), ordered: write(order.predict_num), coin: order.coinname })}
    </p>
  );
}

/** What came of an order line by line: what was given and got, by which prices, with which fee. */
function useResultRows(order: SpotOrder, placed: Placed): readonly SummaryRow[] {
  const t = useTranslations('spot');
  const percent = useWritePercent();
  const isBuy = order.type === ORDER_TYPE.buy;
  const isFilled = !isNothing(order.coinnum);
  const best = parsePrice(placed.best);
  const slippage = isFilled && best !== null && best > 0n ? slippageOf(price(order.price), best) : undefined;
  const returned =
    placed.budget === '' || order.status === SPOT_STATUS.open
      ? '0'
      : format(minus(amount(placed.budget), amount(order.total)));
  const bestRow = {
    term: t('result.best'),
    value: (
      <span className="flex flex-wrap items-baseline justify-end gap-x-1.5">
        {best === null ? '--' : <Price value={format(best)} />}
        {slippage !== undefined && (
          <span className="n text-12 text-ink-3">
            {slippage.startsWith('-') ? '' : '+'}
            {percent(slippage)}
          </span>
        )}
      </span>
    ),
  };
  if (!isFilled) return [{ term: t('orders.orderPrice'), value: <OrderPrice order={order} /> }, bestRow];
  return [
    {
      term: t(isBuy ? 'result.paid' : 'result.sold'),
      value: isBuy ? (
        <Sum value={order.total} coin={order.trade_coin} />
      ) : (
        <Sum value={order.coinnum} coin={order.coinname} />
      ),
    },
    { term: t('orders.averageFill'), value: <Price value={order.price} /> },
    bestRow,
    {
      term: t('result.fee', { percent: percent(formatShort(inPercent(rate(placed.feeRate)))) }),
      value: <Sum value={order.fee} coin={order.fee_coin} />,
    },
    ...(isNothing(returned)
      ? []
      : [{ term: t('lastLook.returned'), value: <Sum value={returned} coin={order.trade_coin} /> }]),
  ];
}

/** Each fill by its receipt, and that this browser found them signed. */
function Fills({ orderId }: { readonly orderId: number }) {
  const t = useTranslations('spot.result');
  const write = useWrite();
  const { fills, areSigned } = useFills(orderId);
  return (
    <>
      {fills.length > 0 && (
        <>
          <h3 className="mt-3 text-13 font-medium text-ink-2">
            {t('fills')} <span className="n text-ink-3">{write(String(fills.length))}</span>
          </h3>
          <ol className="rows text-13">
            {fills.map(({ price: at, quantity, paid }, n) => (
              <li key={n} className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-3">
                <Figure value={at} places={pricePlaces(price(at))} />
                <span className="text-ink-2">
                  <Figure value={quantity} places={AMOUNT_PLACES} />
                </span>
                <Figure value={paid} places={2} />
              </li>
            ))}
          </ol>
        </>
      )}
      {areSigned && (
        <p className="mt-3 flex items-center gap-2 text-13 text-ink-2">
          <Icon of={proof} size={18} duo />
          {t('signed', { seconds: write(String(PROMISED_WITHIN_MS / 1000)) })}
        </p>
      )}
    </>
  );
}

function Result({ order, placed, onClose }: OrderResultProps & { readonly order: SpotOrder }) {
  const t = useTranslations('spot');
  const reading = useReading();
  const isBuy = order.type === ORDER_TYPE.buy;
  const isFilled = !isNothing(order.coinnum);
  const net = isBuy ? minus(amount(order.coinnum), amount(order.fee)) : minus(amount(order.total), amount(order.fee));
  return (
    <div role="status">
      <StateTag order={order} />
      <Ending order={order} />
      {isFilled && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-[min(var(--fs-36),9vw)]/tight font-semibold tracking-[-.015em]">
          <Figure value={format(net)} signed dim={false} />{' '}
          <small className="text-17 font-medium tracking-normal text-ink-2">
            {isBuy ? order.coinname : order.trade_coin}
          </small>
        </p>
      )}
      {isFilled && order.tradetime !== null && (
        <p className="mt-1 text-14 text-ink-2">
          {t('result.since', { time: formatTime(order.tradetime, { ...reading, style: 'time' }) })}
        </p>
      )}
      <div className="mt-3">
        <Summary rows={useResultRows(order, placed)} />
      </div>
      {isFilled && <Fills orderId={order.id} />}
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        {isFilled && <ReceiptButton kind="fill" id={order.id} onClose={onClose} />}
        <Button className={isFilled ? '' : 'col-span-2'} onClick={onClose}>
          {t('result.done')}
        </Button>
      </div>
    </div>
  );
}

interface OrderResultProps {
  readonly placed: Placed;
  readonly onClose: () => void;
}

/** What came of an order that was just placed. */
export default function OrderResult({ placed, onClose }: OrderResultProps) {
  const t = useTranslations('spot.orders');
  const kit = useTranslations('app.kit');
  const { data: order, error, refetch } = usePlaced(placed);
  if (order) return <Result order={order} placed={placed} onClose={onClose} />;
  if (error)
    return (
      <ErrorState
        title={kit('loadFailed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading label={kit('loading')}>
      <SkeletonBlock width={80} height={22} />
      <SkeletonBlock width={220} height={36} className="mt-3" />
      <SkeletonBlock height={180} className="mt-4" />
    </Loading>
  );
}
