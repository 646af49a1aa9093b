import { amount, rate, type Amount, type Rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

/** Lock mining as it is offered at this moment. */
export interface MiningOffer {
  readonly id: string;
  /** Of its terms: what is agreed on it is bound to this one. */
  readonly version: number;
  readonly title: string;
  /** A picture's link; empty when it has none. */
  readonly img: string;
  readonly coin: { readonly id: string; readonly title: string; readonly decimals: number };
  /** Least and most of one order, in the coin. */
  readonly least: Amount;
  readonly most: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Days of 24 hours. */
  readonly cycle: number;
}

interface Row {
  id: string;
  version: number;
  title: string;
  img: string;
  coin_id: string;
  coin: string;
  decimals: number;
  min_price: string;
  max_price: string;
  interest_rate: string;
  cycle: number;
}
const offered = sql<Row>(
  'products.miningOffered',
  `
  select p.id, p.version, p.title, p.img, p.coin_id, c.title as coin, c.decimals, p.min_price, p.max_price, p.interest_rate, p.cycle
  from mining_product p join coin c on c.id = p.coin_id
  where p.enabled and c.enabled and ($1::bigint[] is null or p.id = any($1)) order by p.sort, p.id`,
);

/** What is offered of lock mining, in the owners' order; of these ids alone, where they are given. */
export async function readMiningOffers(query: Query, ids?: readonly string[]): Promise<MiningOffer[]> {
  return (await query.run(offered, [ids ?? null])).map((row) => ({
    id: row.id,
    version: row.version,
    title: row.title,
    img: row.img,
    coin: { id: row.coin_id, title: row.coin, decimals: row.decimals },
    least: amount(row.min_price),
    most: amount(row.max_price),
    rate: rate(row.interest_rate),
    cycle: row.cycle,
  }));
}
