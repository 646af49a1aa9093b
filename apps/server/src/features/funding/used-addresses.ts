import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { type Answer, RECORD_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

/** Newest withdrawals searched, and maximum of addresses. */
const LOOKED_AT = 1000;
const MAX_ADDRESSES = 20;

const used = sql<{ address: string; times: number; last: Date }>(
  'funding.usedAddresses',
  `
  select address, count(*)::int as times, max(decided_at) as last from (
    select address, decided_at from withdrawal where member_id = $1 and coin_id = $2
      and method = ${WITHDRAW_TYPE.address} and status = ${RECORD_STATUS.completed}
    order by id desc limit ${LOOKED_AT}) sent
  group by address order by last desc limit ${MAX_ADDRESSES}`,
);

/** Addresses that a coin was withdrawn to, the last first. */
export const readUsedAddresses = async (
  query: Query,
  memberId: string,
  coinId: string,
): Promise<Answer<'getUserCoinBalance'>['used_addresses']> =>
  (await query.run(used, [memberId, coinId])).map(({ address, times, last }) => ({
    address,
    times,
    last: last.toISOString(),
  }));
