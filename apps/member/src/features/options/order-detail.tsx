import type { OptionOrder } from '@plimsoll/contract';
import { buttonClass, Dialog, Icon, Summary } from '@plimsoll/ui';
import { proof } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { ReceiptButton } from '../proof/index.ts';
import { coinsOf, directionOf } from './order-facts.ts';
import { DirectionTag, Money, OrderPrice, Profit } from './order-parts.tsx';
import { proofPath } from './place.ts';
import { useVoidWords } from './void-words.ts';
import { useWriting } from './words.ts';

interface OrderDetailProps {
  readonly order: OptionOrder | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A settled option in a popup: result, prices and times (PRODUCT 11). */
export function OrderDetail({ order, ...rest }: OrderDetailProps) {
  return order && <Detail order={order} {...rest} />;
}

function Detail({ order, open, onClose }: OrderDetailProps & { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const { time } = useWriting();
  const voidText = useVoidWords(order);
  const coin = coinsOf(order.coinname).quote;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <span className="flex items-center justify-between gap-2">
          <bdi dir="ltr">{order.coinname}</bdi>
          <DirectionTag direction={directionOf(order)} />
        </span>
      }
      cancel={t('list.close')}
    >
      <p className="text-28 font-semibold tracking-[-.015em] text-ink">
        <span className="sr">{t('list.profit')} </span>
        <Profit order={order} coin={coin} tag />
      </p>
      {order.outcome === 'void' && <p className="mt-1 text-13 text-ink-2">{voidText}</p>}
      <div className="mt-3 text-ink">
        <Summary
          rows={[
            { term: t('list.quantity'), value: <Money value={order.num} coin={coin} /> },
            { term: t('list.buyPrice'), value: <OrderPrice value={order.buyprice} dim={false} /> },
            {
              term: t('list.sellPrice'),
              value: order.sellprice === null ? '--' : <OrderPrice value={order.sellprice} dim={false} />,
            },
            { term: t('list.buyTime'), value: <bdi>{time(order.buytime, 'moment')}</bdi> },
            {
              term: t('list.sellTime'),
              value: <bdi>{order.selltime === null ? '--' : time(order.selltime, 'moment')}</bdi>,
            },
          ]}
        />
      </div>
      <Link to={proofPath(order.order_id)} replace onClick={onClose} className={`${buttonClass('line')} mt-4 w-full`}>
        <Icon of={proof} duo />
        {t('result.how')}
      </Link>
      {order.rules > 1 && (
        <div className="mt-2">
          <ReceiptButton kind="option" id={order.order_id} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
