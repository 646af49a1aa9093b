import type { SpotOrder } from '@plimsoll/contract';
import { Icon, IconButton } from '@plimsoll/ui';
import { edit } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MoveOrderSheet } from './move-order-sheet.tsx';
import { useMarkets } from './queries.ts';
import { useWrite } from './words.ts';

/** The button beside an open limit order that moves it to another price. */
export function EditPrice({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.orders');
  const look = useTranslations('spot.lastLook');
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const { data: markets } = useMarkets();
  const market = markets?.find(
    ({ coinname, trade_coin }) => coinname === order.coinname && trade_coin === order.trade_coin,
  );
  if (!market) return null;
  return (
    <>
      <IconButton
        mini
        label={t('editNamed', {
          side: order.type_text,
          quantity: write(order.predict_num),
          coin: order.coinname,
          price: write(order.xjprice),
        })}
        title={look('change')}
        aria-haspopup="dialog"
        className="text-ink-2"
        onClick={() => setOpen(true)}
      >
        <Icon of={edit} size={18} />
      </IconButton>
      <MoveOrderSheet market={market} order={isOpen ? order : undefined} onClose={() => setOpen(false)} />
    </>
  );
}
