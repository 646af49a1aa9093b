import type { LoanRecord } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { days, openLoanWorld, type Borrower, type LoanWorld } from '../../testing/loan-world.ts';
import { repayments } from './repay-loan.ts';

let world: LoanWorld;
beforeAll(async () => {
  world = await openLoanWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const again = async (member: Borrower): Promise<Borrower> => ({
  ...member,
  token: await world.http.sessions.open(member.id),
});
const late = ({ late_days, late_interest, total_amount, total_due }: LoanRecord) => [
  late_days,
  late_interest,
  total_amount,
  total_due,
];
const fees = sql<{ available: string }>(
  'test.fees',
  `select trim_scale(available)::text as available from ledger_account where house = 'fees' and coin_id = 1`,
);

test('late interest accrues for each full day, is shown to member and operators, and collected with the debt', async () => {
  const lea = await world.member();
  // 1000 at 0.05 % for 30 days: 0.5 a day.
  const id = await world.lent(lea);
  world.world.clock.advance(days(30));
  await world.collect();
  const shown = async () => (await world.list(await again(lea))).map(late);
  expect(await shown()).toEqual([[0, '0.00000000', '1015.00000000', '1015.00000000']]);
  world.world.clock.advance(days(1) - 1);
  expect(await shown()).toEqual([[0, '0.00000000', '1015.00000000', '1015.00000000']]);
  world.world.clock.advance(1);
  expect(await shown()).toEqual([[1, '0.50000000', '1015.00000000', '1015.50000000']]);
  const treasurer = (await world.http.operator('treasurer')).token;
  expect((await world.http.ask('GET', `/loans/${id}`, { token: treasurer })).body).toMatchObject({
    late_days: 1,
    late_interest: '0.50000000',
    total_due: '1015.50000000',
    member_overdue: '1015.50000000',
  });
  world.world.clock.advance(days(9));
  await world.pay(lea, '19.99999999');
  await world.collect();
  expect((await world.list(await again(lea)))[0]).toMatchObject({
    is_repayment: 2,
    late_days: 10,
    late_interest: '5.00000000',
  });
  const [before] = await world.world.db.run(fees);
  await world.pay(lea, '0.00000001');
  await world.collect();
  expect(await world.world.balances(lea.id)).toEqual({});
  const [after] = await world.world.db.run(fees);
  expect(Number(after?.available) - Number(before?.available ?? 0)).toBe(20);
  // It no longer grows.
  world.world.clock.advance(days(5));
  expect((await world.list(await again(lea)))[0]).toMatchObject({
    is_repayment: 1,
    late_days: 10,
    late_interest: '5.00000000',
    total_due: '1020.00000000',
  });
  expect((await world.notices(await again(lea)))[0]).toContain('1,020 USDT');
});

test('a member who repays an overdue loan pays late interest, without a failed collection none', async () => {
  const [lea, tom] = [await world.member('20'), await world.member('20')];
  const [hers, his] = [await world.lent(lea), await world.lent(tom)];
  await world.withdraw(lea, '20');
  world.world.clock.advance(days(30));
  await world.loans.collections.doAll();
  expect((await world.list(await again(tom)))[0]).toMatchObject({
    id: his,
    is_repayment: 1,
    late_interest: '0.00000000',
  });
  world.world.clock.advance(days(4));
  await world.pay(lea, '16.99999999');
  const late = await again(lea);
  expect(await world.repay(late, hers)).toMatchObject({ code: 0, reason: 'insufficient_balance' });
  await world.pay(lea, '0.00000001');
  expect(await world.repay(late, hers)).toMatchObject({ code: 1 });
  expect((await world.list(late))[0]).toMatchObject({ is_repayment: 1, late_days: 4, late_interest: '2.00000000' });
});

test('a loan is repaid at the moment for which its late interest was computed', async () => {
  const { clock, writer } = world.world;
  const lea = await world.member();
  const id = await world.lent(lea);
  clock.advance(days(30));
  await world.collect();
  await world.pay(lea, '1000');
  clock.advance(days(10) - 1);
  /** Another day has begun when the second look is taken. */
  const goesOn: Clock = {
    nowMs() {
      const nowMs = clock.nowMs();
      clock.advance(1);
      return nowMs;
    },
    after: (delayMs, task) => clock.after(delayMs, task),
  };
  expect(await writer.submit(repayments(goesOn), { id: String(id), by: lea.id })).toMatchObject({ ok: true });
  // The audit computes it again of the row.
  expect((await world.list(await again(lea)))[0]).toMatchObject({ is_repayment: 1, late_interest: '4.50000000' });
});

test('late interest begins when a collection failed, not when it was due', async () => {
  const lea = await world.member('15');
  const id = await world.lent(lea);
  world.world.clock.advance(days(45));
  const back = await again(lea);
  expect((await world.list(back)).map(late)).toEqual([[0, '0.00000000', '1015.00000000', '1015.00000000']]);
  await world.collect();
  expect(await world.list(back)).toMatchObject([{ id, is_repayment: 1, late_days: 0, late_interest: '0.00000000' }]);
});

test('no loan is granted while its member has an overdue one', async () => {
  const lea = await world.member();
  const waiting = await world.applied(lea);
  await world.lent(lea);
  await world.withdraw(lea, '500');
  world.world.clock.advance(days(30));
  const back = await again(lea);
  const treasurer = (await world.http.operator('treasurer')).token;
  const approve = () =>
    world.http.ask('POST', `/loans/${waiting}/approve`, { token: treasurer, fields: { remark: '' } });
  expect(await world.apply(back)).toMatchObject({ code: 0, reason: 'overdue_loan' });
  expect(await approve()).toMatchObject({ status: 409, body: { reason: 'overdue_loan' } });
  await world.pay(lea, '515');
  await world.collect();
  expect(await approve()).toMatchObject({ status: 200 });
});

test('the database limits late interest to the agreed rate, for its owner too', async () => {
  const lea = await world.member();
  const id = await world.lent(lea);
  world.world.clock.advance(days(30));
  await world.collect();
  const change = (what: string) =>
    world.owner.run(sql<never>(`test.late ${what}`, `update loan set ${what} where id = $1`), [id]);
  await expect(change('late_interest = 1')).rejects.toThrow('is decided');
  await expect(change('runs_late = false')).rejects.toThrow('would change');
  world.world.clock.advance(days(2));
  await world.pay(lea, '16');
  await world.collect();
  await expect(change('late_interest = 0.5')).rejects.toThrow('was repaid');
});

test('the audit finds missing late interest', async () => {
  const lea = await world.member();
  const id = await world.lent(lea);
  world.world.clock.advance(days(30));
  await world.collect();
  world.world.clock.advance(days(2));
  await world.pay(lea, '16');
  await world.collect();
  const set = (what: string) =>
    world.owner.transaction(async (tx) => {
      await tx.run(sql<never>('test.noTrigger', 'alter table loan disable trigger loan_went_on'));
      await tx.run(sql<never>(`test.forget ${what}`, `update loan set late_interest = ${what} where id = $1`), [id]);
      await tx.run(sql<never>('test.trigger', 'alter table loan enable trigger loan_went_on'));
    });
  await expect(set('1.1')).rejects.toThrow('loan_late_interest');
  await set('0.9');
  await expect(world.audit()).rejects.toThrow('each loan repaid late cost its rate');
  await set('1');
});
