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
  /** Least and max of one order, in the coin. */
  readonly min: Amount;
  readonly max: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Days of 24 hours. */
  readonly cycle: number;
}

interface Row {
  id: string;
  version: number;
  title: string;
  image: string;
  coin_id: string;
  coin: string;
  decimals: number;
  min_amount: string;
  max_amount: string;
  interest_rate: string;
  days: number;
}
const offered = sql<Row>(
  'products.miningOffered',
  `
  select p.id, p.version, p.title, p.image, p.coin_id, c.title as coin, c.decimals, p.min_amount, p.max_amount, p.interest_rate, p.days
  from mining_product p join coin c on c.id = p.coin_id
  where p.enabled and c.enabled and ($1::bigint[] is null or p.id = any($1)) order by p.sort, p.id`,
);

/** What is offered of lock mining, in the owners' order; of these ids alone, where they are given. */
export async function readMiningOffers(query: Query, ids?: readonly string[]): Promise<MiningOffer[]> {
  return (await query.run(offered, [ids ?? null])).map((row) => ({
    id: row.id,
    version: row.version,
    title: row.title,
    img: row.image,
    coin: { id: row.coin_id, title: row.coin, decimals: row.decimals },
    min: amount(row.min_amount),
    max: amount(row.max_amount),
    rate: rate(row.interest_rate),
    cycle: row.days,
  }));
}
