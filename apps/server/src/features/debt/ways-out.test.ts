import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CAUSE_KINDS, type CauseKind } from '../../ledger/index.ts';
import { openDebtWorld, type DebtWorld } from '../../testing/debt-world.ts';
import type { Borrower } from '../../testing/loan-world.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { WAYS_OUT } from './ways-out.ts';

let world: DebtWorld;
beforeAll(async () => {
  world = await openDebtWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

type Asking = { [Kind in CauseKind]: (typeof WAYS_OUT)[Kind] extends 'asks' ? Kind : never }[CauseKind];

/**
 * How each kind of journal that takes something from a member comes about. A new one in {@link WAYS_OUT} needs a line
 * here to compile.
 */
const TRIES: Readonly<
  Record<Asking, (by: Borrower) => Promise<{ readonly code: number; readonly reason?: string | undefined }>>
> = {
  'withdrawal-request': (by) => world.withdraw(by, 'BTC', '0.1'),
  'member-transfer': (by) => world.send(by, 'BTC', '0.1'),
  async 'member-transfer-hold'(by) {
    await world.arrivesAfter('BTC', 1);
    const answer = await world.send(by, 'BTC', '0.1');
    await world.arrivesAfter('BTC', 0);
    return answer;
  },
  'mining-open': (by) => world.lock(by, 'BTC', '0.1'),
  'stake-open': (by) => world.stake(by, 'BTC', '0.1'),
  async loan(by) {
    const answer = await world.loans.apply(by);
    if (answer.code !== 1) return answer;
    const { status, body } = await world.loans.approve((answer.data as { id: number }).id);
    return { code: status === 200 ? 1 : 0, reason: body['reason'] as string };
  },
};
const ASKING = CAUSE_KINDS.filter((kind): kind is Asking => WAYS_OUT[kind] === 'asks');

test('every kind of journal is known to respect debts, or the reason why not', () => {
  expect(Object.keys(WAYS_OUT).toSorted()).toEqual([...CAUSE_KINDS].toSorted());
  expect(Object.keys(TRIES).toSorted()).toEqual(ASKING.toSorted());
});

test.each(ASKING)(
  '%s: an uncovered overdue loan lets nothing out, of any coin; without one the same request succeeds',
  async (kind) => {
    const lea = await world.debtor({ BTC: '10' });
    const before = await world.journals();
    expect(await TRIES[kind](lea)).toMatchObject({
      code: 0,
      reason: kind === 'loan' ? 'overdue_loan' : 'owed_on_loan',
    });
    expect(await world.journals()).toEqual(before);
    const tom = await world.loans.member();
    await world.give(tom, 'BTC', '10');
    expect(await TRIES[kind](tom)).toMatchObject({ code: 1 });
    expect((await world.journals())[kind]).toBe((before[kind] ?? 0) + 1);
  },
);

test('what all accounts are worth beyond 105 % of the debt may leave, in any coin', async () => {
  // 1200 USDT worth of bitcoin: 1015 × 1.05 = 1065.75 stay.
  const lea = await world.debtor({ BTC: '12' });
  expect(await world.withdraw(lea, 'BTC', '1.34250001')).toMatchObject({
    code: 0,
    reason: 'owed_on_loan',
    msg: 'You have an overdue loan. Until it is repaid, you can withdraw, send, lock or subscribe up to 1.3425 BTC',
  });
  const shown = await world.loans.http.call('getUserCoinBalance', { c_id: '2', type: '1' }, { token: lea.token });
  expect(shown.data).toMatchObject({ balance: '1.34250000' });
  expect((await world.withdraw(lea, 'BTC', '1.3425')).code).toBe(1);
  expect(await world.send(lea, 'BTC', '0.00000001')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
  // What is on its way out covers nothing; what arrives does.
  await world.give(lea, 'USDT', '100');
  expect((await world.send(lea, 'BTC', '1')).code).toBe(1);
  expect(await world.lock(lea, 'BTC', '0.1')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
});

test('a coin without a price covers nothing, and leaves only when the rest covers the debt', async () => {
  const lea = await world.debtor({ ETH: '1000' });
  expect(await world.send(lea, 'ETH', '1')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
  await world.give(lea, 'BTC', '10.66');
  expect((await world.send(lea, 'ETH', '900')).code).toBe(1);
});

test('locks and stakes together lock no more than exceeds the debt', async () => {
  const lea = await world.debtor({ BTC: '12' });
  expect((await world.lock(lea, 'BTC', '1')).code).toBe(1);
  expect(await world.stake(lea, 'BTC', '0.35')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
  expect((await world.stake(lea, 'BTC', '0.34')).code).toBe(1);
  expect(await world.lock(lea, 'BTC', '0.01')).toMatchObject({ code: 0, reason: 'owed_on_loan' });
});

test('concurrent ways out, in one or two processes, let no more out than one request may', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lea = await world.debtor({ BTC: '12' });
    await world.loans.http.call('setusraddress', { c_id: '2', address: 'of BTC' }, { token: lea.token });
    const answers = await Promise.all([
      world.withdraw(lea, 'BTC', '0.7'),
      world.send(lea, 'BTC', '0.7'),
      world.send(lea, 'BTC', '0.7'),
      world.withdraw(lea, 'BTC', '0.7'),
    ]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ reason }) => reason === 'owed_on_loan')).toHaveLength(3);
  }
});

test('what is locked covers what leaves in the same batch, as it does after it; and not what is locked next', async () => {
  const lea = await world.debtor({ BTC: '12' });
  const missing = inOneBatch(world.writer, 3);
  const locking = world.lock(lea, 'BTC', '1');
  await expect.poll(missing).toBe(2);
  const sending = world.send(lea, 'BTC', '1.3');
  await expect.poll(missing).toBe(1);
  const staking = world.stake(lea, 'BTC', '0.1');
  expect(await Promise.all([locking, sending, staking])).toMatchObject([
    { code: 1 },
    { code: 1 },
    { code: 0, reason: 'owed_on_loan' },
  ]);
});

test('a repaid debt keeps nothing, and neither does another member’s', async () => {
  const [lea, tom] = [await world.debtor({ BTC: '10' }), await world.loans.member()];
  await world.give(tom, 'BTC', '1');
  expect((await world.send(tom, 'BTC', '1')).code).toBe(1);
  await world.give(lea, 'USDT', '1015');
  await world.loans.collect();
  expect((await world.withdraw(lea, 'BTC', '10')).code).toBe(1);
});
