import { LISTED_KINDS } from '@plimsoll/contract/codes/spot';
import { CoinMark } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { usePlaced, type Placed } from './use-placed.ts';

/** The head of the sheet: the pair, and what kind of order it was. */
export function OrderResultTitle({ placed, logo }: { readonly placed: Placed; readonly logo: string }) {
  const t = useTranslations('spot');
  const { data: order } = usePlaced(placed);
  return order ? (
    <span className="flex items-center gap-2.5">
      <CoinMark coin={order.coinname} logo={logo} size={24} />
      <span>
        <bdi dir="ltr">
          {order.coinname}/{order.trade_coin}
        </bdi>{' '}
        <span className="font-medium text-ink-3">
          {order.type_text} · {order.ordertype_text}
          {LISTED_KINDS[order.kind] !== 'plain' && ` · ${t(`kind.${LISTED_KINDS[order.kind]}`)}`}
        </span>
      </span>
    </span>
  ) : (
    t('summary.title')
  );
}
