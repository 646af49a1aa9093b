import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { days, openLoanWorld, type Borrower, type LoanWorld } from '../../testing/loan-world.ts';

let world: LoanWorld;
beforeAll(async () => {
  world = await openLoanWorld();
  world.another();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const balancesOf = ({ id }: Borrower) => world.world.balances(id);
/** Both servers do what is due at once; the number done. */
const collected = async () => (await world.collect()).reduce((all, each) => all + each, 0);
const titles = async (member: Borrower) => (await world.notices(member)).map((each) => each.split(':')[0]);
/** A login expires after thirty days. */
const again = async (member: Borrower): Promise<Borrower> => ({
  ...member,
  token: await world.http.sessions.open(member.id),
});

test('the total is collected at once at its millisecond, never before', async () => {
  const lea = await world.member('100');
  await world.lent(lea);
  world.world.clock.advance(days(30) - 1);
  expect(await collected()).toBe(0);
  world.world.clock.advance(1);
  expect(await collected()).toBe(1);
  expect(await balancesOf(lea)).toEqual({ USDT: '85.00000000' });
  const back = await again(lea);
  expect(await world.list(back)).toMatchObject([
    { is_repayment: 1, repaid_time: new Date(world.world.clock.nowMs()).toISOString() },
  ]);
  expect(await titles(back)).toEqual(['Loan repaid', 'Loan approved']);
  expect(await collected()).toBe(0);
});

test('a loan that funds do not cover is overdue as a whole, notified once, and collected when they do; nobody else pays', async () => {
  const [lea, tom] = [await world.member(), await world.member('5000')];
  const id = await world.lent(lea);
  world.world.clock.advance(days(30));
  await world.collect();
  await world.collect();
  const back = await again(lea);
  expect(await world.list(back)).toMatchObject([{ is_repayment: 2, is_repayment_text: 'Overdue', status: 2 }]);
  expect(await titles(back)).toEqual(['Loan overdue', 'Loan approved']);
  expect(await balancesOf(lea)).toEqual({ USDT: '1000.00000000' });
  expect(
    (await world.http.ask('GET', '/loans', { token: world.treasurer, fields: { status: 'overdue' } })).body['list'],
  ).toMatchObject([{ id, member_overdue: '1015.00000000' }]);
  await world.pay(lea, '14.99999999');
  expect(await collected()).toBe(0);
  await world.pay(lea, '0.00000001');
  expect(await collected()).toBe(1);
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{}, { USDT: '5000.00000000' }]);
  expect(await titles(back)).toEqual(['Loan repaid', 'Loan overdue', 'Loan approved']);
});

test('a member repays an overdue loan; two loans are not collected from the same money', async () => {
  const lea = await world.member();
  const [first, second] = [await world.lent(lea), await world.lent(lea)];
  world.world.clock.advance(days(30));
  await world.collect();
  const back = await again(lea);
  // 2000 USDT pay for one of them.
  expect((await world.list(back)).map(({ id, is_repayment }) => [id, is_repayment])).toEqual([
    [second, 2],
    [first, 1],
  ]);
  expect(await balancesOf(lea)).toEqual({ USDT: '985.00000000' });
  expect(await world.repay(back, second)).toMatchObject({ code: 0, reason: 'insufficient_balance' });
  await world.pay(lea, '30');
  expect(await world.repay(back, second)).toMatchObject({ code: 1 });
  expect(await balancesOf(lea)).toEqual({});
});

test('an overdue debt blocks its amount from withdrawals until it is repaid', async () => {
  const lea = await world.member('100');
  const id = await world.lent(lea, { amount: '1000' });
  expect((await world.withdraw(lea, '600')).code).toBe(1);
  world.world.clock.advance(days(30));
  const late = await again(lea);
  // Due, but not yet collected.
  expect(await world.withdraw(late, '50')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
  await world.collect();
  expect(await world.list(late)).toMatchObject([{ is_repayment: 2 }]);
  expect(await world.withdraw(late, '50')).toMatchObject({
    code: 0,
    reason: 'owed_on_loan',
    msg: 'You have an overdue loan. Until it is repaid, you can withdraw, send, lock or subscribe up to 0 USDT',
  });
  await world.pay(lea, '1000');
  // 1500 available, 1015 owed plus a reserve of 5 %: the rest may leave before the collection.
  expect(await world.withdraw(late, '434.26')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
  expect((await world.withdraw(late, '434.25')).code).toBe(1);
  expect(await collected()).toBe(1);
  expect(await world.list(late)).toMatchObject([{ id, is_repayment: 1 }]);
  expect((await world.withdraw(late, '50.75')).code).toBe(1);
});

test('with simultaneous collecting, repaying and withdrawing a debt is paid once and no balance is negative', async () => {
  const other = world.another();
  for (let round = 0; round < 6; round += 1) {
    const lea = await world.member('15');
    const id = await world.lent(lea);
    world.world.clock.advance(days(30) - 1);
    const late = await again(lea);
    const early = [world.withdraw(late, '500'), other.http.call('repayLoan', { id }, { token: late.token })];
    for (let turn = 0; turn < round * 2; turn += 1) await turnOfTheLoop();
    world.world.clock.advance(1);
    const [, ...answers] = await Promise.all([
      world.collect(),
      ...early,
      world.repay(late, id),
      other.http.call('repayLoan', { id }, { token: late.token }),
    ]);
    const [withdrawn, ...repaid] = answers.map(({ code }) => code === 1);
    await world.collect();
    const [loan] = await world.list(late);
    expect(repaid.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(loan?.is_repayment).toBe(withdrawn ? 2 : 1);
    expect(await balancesOf(lea)).toEqual(withdrawn ? { USDT: '515.00000000', 'USDT frozen': '500.00000000' } : {});
  }
});

test('the loop collects when due, at once when this process credits a debtor, else within seconds', async () => {
  const own = world.another();
  const { clock } = world.world;
  const lea = await world.member();
  await world.lent(lea);
  const dueMs = clock.nowMs() + days(30);
  clock.set(dueMs - 1);
  const back = await again(lea);
  const until = (repayment: number, stepMs: number) =>
    expect
      .poll(
        async () => {
          clock.advance(stepMs);
          return (await world.list(back))[0]?.is_repayment;
        },
        { interval: 5, timeout: 20_000 },
      )
      .toBe(repayment);
  own.loans.collections.start();
  for (let turn = 0; turn < 100; turn += 1) await turnOfTheLoop();
  expect((await world.list(back))[0]?.is_repayment).toBe(0);
  await until(2, 500);
  await world.pay(lea, '15', own.writer);
  // Far less time than the loop sleeps.
  const paidMs = clock.nowMs();
  await until(1, 1);
  expect(clock.nowMs() - paidMs).toBeLessThan(5_000);
  const lent = await world.lent(back);
  clock.advance(days(30));
  Object.assign(back, await again(back));
  await until(2, 500);
  await world.pay(lea, '1015');
  await until(1, 500);
  expect((await world.list(back))[0]?.id).toBe(lent);
  await own.loans.collections.stop();
}, 60_000);
