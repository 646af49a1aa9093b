import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommitUncertain, sql, type Db, type Tx } from '../../platform/db.ts';
import { openFundingWorld, type FundingWorld } from '../../testing/funding-world.ts';

// A command without journals whose commit is in doubt is done exactly once.

let funding: FundingWorld;
let server: ReturnType<FundingWorld['another']>;
/** Outcomes of the writer's next commits. */
let commits: ('known' | 'unknown' | 'lost')[] = [];
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(sql<never>('test.limits', 'update coin set min_withdrawal = 1, fee_type = 2, fee_fixed = 1'));
  const uncertain = (): never => {
    throw new CommitUncertain('cut');
  };
  server = funding.another('demo', (connection): Db => ({
    ...connection,
    transaction: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const next = commits.shift() ?? 'known';
      if (next === 'known') return connection.transaction(work);
      return next === 'unknown'
        ? connection.transaction(work).then(uncertain)
        : connection.transaction(async (tx) => work({ ...tx, commit: () => {} }).then(uncertain));
    },
  }));
});
afterAll(async () => {
  await funding.audit();
  await server.close();
  await funding.close();
});

const CASES = [
  ['unheard of', ['unknown']],
  ['lost', ['lost']],
  ['lost, then unheard of', ['lost', 'unknown']],
] as const;

test.each(CASES)('a deposit whose claim was %s is claimed once', async (_, fates) => {
  const member = await funding.member();
  const fields = {
    c_id: '1',
    num: '100',
    a_id: await funding.network('1', 'TRC20'),
    type: '1',
    payimg: await funding.proof(member.id),
  };
  commits = [...fates];
  const { data } = await server.http.call('recharge', fields, { token: member.token });
  expect(commits).toEqual([]);
  const { data: listed } = await funding.http.call('getRechargeList', {}, { token: member.token });
  expect(listed).toMatchObject({ list: [{ id: (data as { id: number }).id, status: 1 }] });
  expect((listed as { list: unknown[] }).list).toHaveLength(1);
});

test.each(CASES)('a first of two approvals that was %s is answered as one', async (_, fates) => {
  funding.set.settings = { four_eyes_threshold: amount('1') };
  const id = await funding.asked(await funding.member({ USDT: '100' }));
  const { token } = await server.http.operator('treasurer');
  commits = [...fates];
  expect(await server.http.ask('POST', `/withdrawals/${id}/approve`, { token, fields: {} })).toMatchObject({
    status: 202,
    body: { approvals: [{}] },
  });
  expect(commits).toEqual([]);
});

test.each(CASES)('a deposit whose refusal was %s is refused, and its operator gets that answer', async (_, fates) => {
  const id = await funding.claimed(await funding.member());
  const { token } = await server.http.operator('clerk');
  commits = [...fates];
  expect(
    await server.http.ask('POST', `/recharges/${id}/reject`, { token, fields: { remark: 'nothing came' } }),
  ).toMatchObject({ status: 200, body: { status: 3 } });
  expect(commits).toEqual([]);
});
