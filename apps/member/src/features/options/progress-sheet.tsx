import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { LazyBoundary, SkeletonBlock, CoinMark, ErrorState, lazyPart, Loading, Sheet } from '@plimsoll/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Refusal } from '../../platform/envelope.ts';
import { refusedWords } from '../../platform/refused.ts';
import { useWarm } from '../../platform/use-warm.ts';
import { useMarketList } from '../market/index.ts';
import { coinsOf, directionOf } from './order-facts.ts';
import { DirectionTag } from './order-parts.tsx';
import { OPTION_MARKETS_MS, useOption, useOptionsChanged } from './queries.ts';
import { useWatched, watchOption } from './watched.ts';

// Progress is loaded when idle or when an option is watched, the result while its countdown runs.
const PROGRESS = lazyPart(() => import('./progress-view.tsx'));
const RESULT = lazyPart(() => import('./result-view.tsx'));

function Title({ order }: { readonly order: OptionOrder }) {
  const { data: markets } = useMarketList(OPTION_MARKETS_MS);
  return (
    <span className="flex items-center gap-2">
      <CoinMark
        coin={coinsOf(order.coinname).base}
        logo={markets?.find(({ symbol }) => symbol === order.symbol)?.logo}
        size={24}
      />
      <bdi dir="ltr">{order.coinname}</bdi>
      <DirectionTag direction={directionOf(order)} />
    </span>
  );
}

function Watched({ orderId, onTitle }: { readonly orderId: number; readonly onTitle: (order: OptionOrder) => void }) {
  const t = useTranslations('options.progress');
  const kit = useTranslations('app.kit');
  const { data: order, error, refetch } = useOption(orderId);
  const changed = useOptionsChanged();
  const status = order?.status;
  const onStatus = useEffectEvent((now: OptionOrder['status']) => {
    if (order) onTitle(order);
    if (now === 2) changed();
  });
  useEffect(() => {
    if (status !== undefined) onStatus(status);
  }, [status]);
  // An option that is gone, or of another member, is not shown.
  const isGone = error instanceof Refusal && error.code === 204;
  useEffect(() => {
    if (isGone) watchOption(undefined);
  }, [isGone]);
  useEffect(() => void RESULT.warm().catch(() => undefined), []);
  const skeleton = (
    <Loading label={kit('loading')}>
      <div className="grid justify-items-center gap-4 py-4">
        <SkeletonBlock width={160} height={160} round />
        <SkeletonBlock height={24} width={200} />
        <SkeletonBlock height={180} />
      </div>
    </Loading>
  );
  if (!order)
    return error ? (
      <ErrorState title={t('failed')} text={refusedWords(error) ?? t('failedText')} onRetry={() => void refetch()} />
    ) : (
      skeleton
    );
  const part = order.status === OPTION_STATUS.open ? PROGRESS : RESULT;
  return <LazyBoundary key={order.status} part={part} props={{ order }} fallback={skeleton} />;
}

/** The watched option: its countdown, then its result. Closing it changes nothing. */
export function ProgressSheet() {
  const t = useTranslations('options.list');
  const orderId = useWatched();
  // While the sheet closes it shows the option watched last.
  const [shown, setShown] = useState<number | undefined>(orderId);
  const [titled, setTitled] = useState<OptionOrder | undefined>();
  useWarm(PROGRESS);
  if (orderId !== undefined && orderId !== shown) setShown(orderId);
  return (
    <Sheet
      open={orderId !== undefined}
      onClose={() => watchOption(undefined)}
      low
      title={titled && titled.order_id === shown ? <Title order={titled} /> : t('detail')}
    >
      {shown !== undefined && <Watched key={shown} orderId={shown} onTitle={setTitled} />}
    </Sheet>
  );
}
