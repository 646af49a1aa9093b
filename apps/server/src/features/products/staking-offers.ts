import { amount, rate, type Amount, type Rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

/** A duration that can be staked for at this moment. */
export interface StakingOffer {
  readonly id: string;
  readonly projectId: string;
  readonly type: 1 | 2;
  /** A picture's link; empty when it has none. */
  readonly img: string;
  readonly coin: { readonly id: string; readonly title: string; readonly decimals: number };
  /** Of 24 hours. */
  readonly days: number;
  /** Percent a year. */
  readonly rate: Rate;
  /** Least of one stake, in the coin. */
  readonly min: Amount;
}

interface Row {
  id: string;
  project_id: string;
  type: 1 | 2;
  image: string;
  coin_id: string;
  coin: string;
  decimals: number;
  days: number;
  interest_rate: string;
  min_amount: string;
}
const offered = sql<Row>(
  'products.stakingOffered',
  `
  select i.id, i.project_id, i.type, p.image, i.coin_id, c.title as coin, c.decimals, i.days, i.interest_rate, i.min_amount
  from staking_info i join staking_project p on p.id = i.project_id join coin c on c.id = i.coin_id
  where i.offered and p.enabled and c.enabled and ($1::bigint[] is null or i.id = any($1)) order by p.sort, p.id, i.days`,
);

/**
 * What can be staked for, project by project in the owners' order, shortest first; of these ids alone, where they are
 * given.
 */
export async function readStakingOffers(query: Query, ids?: readonly string[]): Promise<StakingOffer[]> {
  return (await query.run(offered, [ids ?? null])).map((row) => ({
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    img: row.image,
    coin: { id: row.coin_id, title: row.coin, decimals: row.decimals },
    days: row.days,
    rate: rate(row.interest_rate),
    min: amount(row.min_amount),
  }));
}
