import type { Answer, Input } from '@plimsoll/contract';
import { STAKE_STATUS, STAKING_TYPE, type StakeStatus, type StakingType } from '@plimsoll/contract/codes/staking';
import type { Stake, StakingProject } from '@plimsoll/contract/staking';
import { amount, format, minOf, rate, ZERO } from '@plimsoll/money';
import { stakeAccrued } from '@plimsoll/rules';
import { sql, type Query } from '../../platform/db.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { readStakingOffers } from '../products/index.ts';
import { KIND } from './stake.ts';

/** Projects offered, with their durations. */
export async function listProjects(query: Query): Promise<Answer<'getStakingProjects'>> {
  const byProject = Map.groupBy(await readStakingOffers(query), ({ projectId }) => projectId);
  return {
    list: [...byProject].flatMap(([projectId, offers]): StakingProject[] => {
      const [first] = offers;
      if (!first) return [];
      return [
        {
          // not money: ids, numbers on the wire
          id: Number(projectId),
          type: first.type,
          img: first.img,
          coin: { ...first.coin, id: Number(first.coin.id) },
          // not money: an id, a number on the wire
          staking_info: offers.map((each) => ({
            id: Number(each.id),
            days: each.days,
            interest_rate: format(each.rate),
            min_price: format(each.min),
          })),
        },
      ];
    }),
  };
}

/** A stake in lists. */
export interface StakeListed {
  readonly id: string;
  readonly status: StakeStatus;
  readonly type: StakingType;
  readonly placed_at: Date;
  readonly ends_at: Date;
  readonly ended_at: Date | null;
  readonly amount: string;
  readonly days: number;
  readonly interest_rate: string;
  readonly decimals: number;
  readonly revenue: string;
  readonly paid: string | null;
  readonly coin: string;
}

/** Columns of a {@link StakeListed}, of `stake s` and its coin `c`. */
export const LISTED =
  's.id, s.status, s.type, s.placed_at, s.ends_at, s.ended_at, s.amount, s.days, s.interest_rate, s.decimals, s.revenue, s.paid, c.title as coin';

/** A stake as its member sees it at `nowMs`. */
export function shownStake(row: StakeListed, nowMs: number): Stake {
  const terms = {
    amount: amount(row.amount),
    rate: rate(row.interest_rate),
    decimals: row.decimals,
    placedAtMs: row.placed_at.getTime(),
  };
  const revenue = amount(row.revenue);
  const isRedeemable = row.status === STAKE_STATUS.active && row.type === STAKING_TYPE.flexible;
  return {
    // not money: an id, a number on the wire
    id: Number(row.id),
    order_num: orderNumber(KIND, row.id, row.placed_at),
    status: row.status,
    type: row.type,
    addtime: row.placed_at.toISOString(),
    coin: row.coin,
    start_time: row.placed_at.toISOString(),
    end_time: row.ends_at.toISOString(),
    amount: format(terms.amount),
    days: row.days,
    interest_rate: format(terms.rate),
    total_revenue: format(row.paid === null ? revenue : amount(row.paid)),
    accrued: format(isRedeemable ? minOf(revenue, stakeAccrued(terms, nowMs)) : ZERO),
    updatetime: row.ended_at?.toISOString() ?? null,
  };
}

const page = (name: string, ofStatus: string) =>
  sql<StakeListed>(
    name,
    `
  select ${LISTED} from (select * from stake where member_id = $1 and ${ofStatus} order by id desc limit $3 offset $4) s
  join coin c on c.id = s.coin_id order by s.id desc`,
  );
// Two statements, so that each can read its own index in order.
const ofAll = page('staking.list', '$2::smallint is null');
const ofStatus = page('staking.listOfStatus', 'status = $2::smallint');

/** A page of a member's stakes at `nowMs`, newest first. */
export async function listStakes(
  query: Query,
  memberId: string,
  { status, page: at, limit }: Input<'getStakingOrderList'>,
  nowMs: number,
): Promise<Stake[]> {
  const rows = await query.run(status === undefined ? ofAll : ofStatus, [
    memberId,
    status ?? null,
    limit,
    (at - 1) * limit,
  ]);
  return rows.map((row) => shownStake(row, nowMs));
}
