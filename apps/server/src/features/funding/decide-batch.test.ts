import fc from 'fast-check';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorContext } from '../../platform/http/index.ts';
import { openFundingWorld, type FundingWorld } from '../../testing/funding-world.ts';
import { decidingRecharges } from './decide-recharge.ts';
import { decidingWithdrawals } from './decide-withdrawal.ts';

let funding: FundingWorld;
beforeAll(async () => {
  funding = await openFundingWorld();
});
afterAll(() => funding.close());

/** A decision: indexes of the record, operator and verdict. */
const step = fc.record({
  which: fc.nat(3),
  by: fc.nat(2),
  verdict: fc.constantFrom<('approve' | 'reject')[]>('approve', 'approve', 'reject'),
});
const amounts = fc.array(fc.constantFrom('900', '4000', '6000'), { minLength: 4, maxLength: 4 });
const THRESHOLD = amount('10000');

const operators = async (): Promise<OperatorContext[]> =>
  (await Promise.all([0, 1, 2].map(() => funding.http.operator('treasurer')))).map(({ id, username }) => ({
    operator: { operatorId: id, username, role: 'treasurer', sessionHash: '' },
    lang: 'en',
    address: '127.0.0.1',
    origin: 'http://127.0.0.1',
  }));

/** As one batch, or one after the other. */
async function done<Step, Out>(
  steps: readonly Step[],
  isAtOnce: boolean,
  submit: (each: Step) => Promise<Out>,
): Promise<Out[]> {
  if (isAtOnce) return Promise.all(steps.map(submit));
  const answers: Out[] = [];
  for (const each of steps) answers.push(await submit(each));
  return answers;
}

test('withdrawals decided in one batch end as if decided one by one', async () => {
  const command = decidingWithdrawals(funding.world.clock);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), amounts, async (steps, nums) => {
      const scene = async (isAtOnce: boolean) => {
        const by = await operators();
        const member = await funding.member({ USDT: '60000' });
        const ids: number[] = [];
        for (const num of nums) ids.push(await funding.asked(member, { num }));
        const answers = await done(steps, isAtOnce, (each) =>
          funding.world.writer.submit(command, {
            id: String(ids[each.which]),
            verdict: each.verdict,
            remark: 'seen',
            by: by[each.by] as OperatorContext,
          }),
        );
        return { answers, balances: await funding.balances(member) };
      };
      expect(await scene(true)).toEqual(await scene(false));
    }),
    { numRuns: 12, seed: 20_260_116 },
  );
  await funding.audit();
}, 120_000);

test('deposits decided in one batch end as if decided one by one', async () => {
  const command = decidingRecharges({
    clock: funding.world.clock,
    market: funding.world.market,
    settings: () => ({ four_eyes_threshold: THRESHOLD }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), amounts, async (steps, nums) => {
      const scene = async (isAtOnce: boolean) => {
        const by = await operators();
        const member = await funding.member();
        const ids: number[] = [];
        for (const num of nums) ids.push(await funding.claimed(member, { num }));
        const answers = await done(steps, isAtOnce, (each) =>
          funding.world.writer.submit(command, {
            id: String(ids[each.which]),
            verdict: each.verdict,
            remark: 'seen',
            by: by[each.by] as OperatorContext,
          }),
        );
        return { answers, balances: await funding.balances(member) };
      };
      expect(await scene(true)).toEqual(await scene(false));
    }),
    { numRuns: 12, seed: 20_260_117 },
  );
  await funding.audit();
}, 120_000);
