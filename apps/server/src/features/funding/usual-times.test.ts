import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** So long is known what was read. */
const KEPT_MS = 5 * MINUTE_MS;

let funding: FundingWorld;
let operator: { readonly token: string };
let lea: FundedMember;
beforeAll(async () => {
  funding = await openFundingWorld();
  operator = await funding.http.operator('clerk');
  lea = await funding.member({ USDT: '10000' });
});
afterAll(async () => {
  await funding.audit();
  await funding.close();
});

const decide = async (path: string, verdict: 'approve' | 'reject'): Promise<void> => {
  const fields = verdict === 'reject' ? { remark: 'Not found' } : {};
  expect(await funding.http.ask('POST', `${path}/${verdict}`, { token: operator.token, fields })).toMatchObject({
    status: 200,
  });
};
/** Deposits that take so many minutes each. */
async function decided(minutes: readonly number[], verdict: 'approve' | 'reject' = 'approve'): Promise<void> {
  for (const each of minutes) {
    const id = await funding.claimed(lea);
    funding.world.clock.advance(each * MINUTE_MS);
    await decide(`/recharges/${id}`, verdict);
  }
}
async function usual(name: 'getRechargeList' | 'getWithdrawList'): Promise<(number | null)[]> {
  const { data } = await funding.http.call(name, { limit: '2' }, { token: lea.token });
  return (data as Answer<'getRechargeList'>).list.map(({ usual_minutes }) => usual_minutes);
}

test('a waiting deposit has the median of the last ten and more, others none; refusals do not count', async () => {
  await decided([1, 200, 3, 90, 5, 6, 7, 8, 9]);
  await decided([1, 1], 'reject');
  await funding.claimed(lea);
  expect(await usual('getRechargeList')).toEqual([null, null]);
  await decided([10]);
  // What was read is known for five minutes, of all members.
  funding.world.clock.advance(KEPT_MS);
  await funding.claimed(lea);
  // 1 3 5 6 7 8 9 10 90 200: between 7 and 8.
  expect(await usual('getRechargeList')).toEqual([8, null]);
  await decided([2, 2]);
  await funding.claimed(lea);
  expect(await usual('getRechargeList')).toEqual([8, null]);
  funding.world.clock.advance(KEPT_MS);
  expect(await usual('getRechargeList')).toEqual([7, null]);
});

test('those of thirty days ago are forgotten', async () => {
  funding.world.clock.advance(30 * DAY_MS);
  // Sessions end before.
  [lea, operator] = await Promise.all([funding.member({ USDT: '1000' }), funding.http.operator('treasurer')]);
  await funding.claimed(lea);
  expect((await usual('getRechargeList'))[0]).toBeNull();
});

test('withdrawals have a figure of their own, at least a minute', async () => {
  for (let each = 0; each < 10; each += 1) {
    const id = await funding.asked(lea, { num: '11' });
    funding.world.clock.advance(1000);
    await decide(`/withdrawals/${id}`, 'approve');
  }
  await funding.asked(lea, { num: '11' });
  expect(await usual('getWithdrawList')).toEqual([1, null]);
  expect((await usual('getRechargeList'))[0]).toBeNull();
});
