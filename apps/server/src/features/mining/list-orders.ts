import type { Answer, Input } from '@plimsoll/contract';
import type { MiningStatus } from '@plimsoll/contract/codes/mining';
import type { MiningOrder, MiningProduct } from '@plimsoll/contract/mining';
import { amount, format, rate } from '@plimsoll/money';
import { miningTotal } from '@plimsoll/rules';
import { sql, type Query } from '../../platform/db.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { readMiningOffers } from '../products/index.ts';
import { KIND } from './mining-order.ts';

/** Products offered; with `id` only that one. */
export async function listProducts(query: Query, id?: string): Promise<Answer<'getMiningMachineList'>> {
  const offers = await readMiningOffers(query, id === undefined ? undefined : [id]);
  return {
    list: offers.map((offer): MiningProduct => ({
      // not money: ids, numbers on the wire
      id: Number(offer.id),
      title: offer.title,
      img: offer.img,
      min_price: format(offer.min),
      max_price: format(offer.max),
      coin_title: offer.coin.title,
      interest_rate: format(offer.rate),
      cycle: offer.cycle,
      c_id: Number(offer.coin.id),
      coin: offer.coin.title,
      decimals: offer.coin.decimals,
    })),
  };
}

/** An order in lists. */
export interface OrderListed {
  readonly id: string;
  readonly title: string;
  readonly img: string;
  readonly status: MiningStatus;
  readonly placed_at: Date;
  readonly ends_at: Date;
  readonly amount: string;
  readonly daily: string;
  readonly days: number;
  readonly interest_rate: string;
  /** What was paid of its reserved revenue. */
  readonly paid: string;
  readonly coin: string;
}

/** Columns of an {@link OrderListed}, of `mining_order o` and {@link BESIDE}. The title is the agreed version's. */
export const LISTED =
  'o.id, s.title, p.image as img, o.status, o.placed_at, o.ends_at, o.amount, o.daily, o.days, o.interest_rate, h.captured as paid, c.title as coin';
/** Tables joined to an order. */
export const BESIDE = `join mining_product p on p.id = o.product_id
  join mining_product_version s on s.product_id = o.product_id and s.version = o.product_version
  join coin c on c.id = o.coin_id join ledger_hold h on h.kind = 'mining-reward' and h.ref = o.id`;

/** An order as its member sees it. */
export const shownOrder = (row: OrderListed): MiningOrder => ({
  // not money: an id, a number on the wire
  id: Number(row.id),
  order_num: orderNumber(KIND, row.id, row.placed_at),
  title: row.title,
  status: row.status,
  start_time: row.placed_at.toISOString(),
  end_time: row.ends_at.toISOString(),
  amount: format(amount(row.amount)),
  days: row.days,
  interest_rate: format(rate(row.interest_rate)),
  estimated_revenue: format(miningTotal(amount(row.daily), row.days)),
  total_revenue: format(amount(row.paid)),
  coin: row.coin,
  img: row.img,
});

const page = sql<OrderListed>(
  'mining.list',
  `
  select ${LISTED} from (select * from mining_order where member_id = $1 order by id desc limit $2 offset $3) o ${BESIDE} order by o.id desc`,
);

/** A page of a member's orders, newest first. */
export const listOrders = async (
  query: Query,
  memberId: string,
  { page: at, limit }: Input<'getMiningMachineOrders'>,
): Promise<MiningOrder[]> => (await query.run(page, [memberId, limit, (at - 1) * limit])).map(shownOrder);
