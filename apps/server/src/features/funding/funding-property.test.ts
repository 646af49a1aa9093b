import fc from 'fast-check';
import { format, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

/** Random histories tried; `FUNDING_HISTORIES` for more. */
const HISTORIES = Number(process.env['FUNDING_HISTORIES'] ?? 20);

let funding: FundingWorld;
let tokens: string[];
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(
    sql<never>(
      'test.limits',
      'update coin set min_withdrawal = 1, max_withdrawal = 1000000, fee_type = 1, fee_percent = 0.7',
    ),
  );
  tokens = await Promise.all([1, 2, 3].map(async () => (await funding.http.operator('treasurer')).token));
});
afterAll(() => funding.close());

const units = fc.bigInt({ min: 100_000_000n, max: 30_000_00000000n }).map((value) => value as Amount);
const step = fc.oneof(
  fc.record({ kind: fc.constant('deposit' as const), num: units }),
  fc.record({ kind: fc.constant('withdraw' as const), num: units }),
  fc.record({
    kind: fc.constantFrom('approve' as const, 'reject' as const),
    resource: fc.constantFrom('recharges' as const, 'withdrawals' as const),
    which: fc.nat(5),
    by: fc.nat(2),
    amount: fc.option(units, { nil: undefined, freq: 3 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

interface Row {
  id: string;
  status: number;
  gross: string;
  moved: string | null;
}
const deposits = sql<Row>(
  'test.deposits',
  'select id, status, claimed as gross, credited as moved from recharge where member_id = $1',
);
const outgoing = sql<Row>(
  'test.outgoing',
  'select id, status, amount as gross, null as moved from withdrawal where member_id = $1',
);
const read = (text: string | null): Amount => BigInt(Math.round(Number(text) * 1e8)) as Amount;

async function take(
  lea: FundedMember,
  made: { recharges: number[]; withdrawals: number[] },
  each: Step,
): Promise<{ ends?: string }> {
  if (each.kind === 'deposit') {
    made.recharges.push(await funding.claimed(lea, { num: format(each.num) }));
    return {};
  }
  if (each.kind === 'withdraw') {
    const id = await funding.asked(lea, { num: format(each.num) }).catch(() => undefined);
    if (id !== undefined) made.withdrawals.push(id);
    return {};
  }
  const id = made[each.resource][each.which % Math.max(1, made[each.resource].length)];
  if (id === undefined) return {};
  const fields = {
    remark: 'as it is',
    ...(each.amount !== undefined && each.kind === 'approve' && each.resource === 'recharges'
      ? { amount: format(each.amount) }
      : {}),
  };
  const { status } = await funding.http.ask('POST', `/${each.resource}/${id}/${each.kind}`, {
    token: tokens[each.by] ?? '',
    fields,
  });
  expect([200, 202, 409]).toContain(status);
  return status === 200 ? { ends: `${each.resource} ${id}` } : {};
}

test('after any deposits, withdrawals and decisions, one by one or at once, each ends at most once and balances follow from them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), fc.boolean(), async (steps, isAtOnce) => {
      const lea = await funding.member();
      const made = { recharges: [] as number[], withdrawals: [] as number[] };
      const taken: { ends?: string }[] = [];
      if (isAtOnce) {
        const asks = steps.filter(({ kind }) => kind === 'deposit');
        for (const each of asks) taken.push(await take(lea, made, each));
        taken.push(
          ...(await Promise.all(steps.filter(({ kind }) => kind !== 'deposit').map((each) => take(lea, made, each)))),
        );
      } else {
        for (const each of steps) taken.push(await take(lea, made, each));
      }
      const ends = taken.flatMap(({ ends: end }) => end ?? []);
      expect(new Set(ends).size).toBe(ends.length);
      const [ins, outs] = await Promise.all([
        funding.world.db.run(deposits, [lea.id]),
        funding.world.db.run(outgoing, [lea.id]),
      ]);
      const ended = [
        ...ins.map((row) => ['recharges', row] as const),
        ...outs.map((row) => ['withdrawals', row] as const),
      ].filter(([, row]) => row.status !== 1);
      expect(ended.map(([resource, row]) => `${resource} ${row.id}`).toSorted()).toEqual(ends.toSorted());
      const total = (rows: readonly Row[], of: (row: Row) => string | null) =>
        rows.reduce((sum, row) => plus(sum, read(of(row))), ZERO);
      const frozen = total(
        outs.filter(({ status }) => status === 1),
        ({ gross }) => gross,
      );
      const gone = total(
        outs.filter(({ status }) => status !== 3),
        ({ gross }) => gross,
      );
      const credited = total(
        ins.filter(({ status }) => status === 2),
        ({ moved }) => moved,
      );
      const short = (value: Amount) => String(Number(format(value)));
      expect(await funding.balances(lea)).toEqual([short(minus(credited, gone)), short(frozen)]);
      await funding.audit();
    }),
    { numRuns: HISTORIES, seed: 20_260_105 },
  );
}, 240_000);
