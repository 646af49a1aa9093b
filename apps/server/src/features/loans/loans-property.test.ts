import fc from 'fast-check';
import type { LoanRecord } from '@plimsoll/contract';
import { amount, format, minus, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, openLoanWorld, type Borrower, type LoanWorld } from '../../testing/loan-world.ts';

/** Random histories tried; `LOAN_HISTORIES` for more. */
const HISTORIES = Number(process.env['LOAN_HISTORIES'] ?? 15);

let world: LoanWorld;
beforeAll(async () => {
  world = await openLoanWorld();
  world.another();
});
afterAll(() => world.close());

const who = fc.nat(1);
const which = fc.nat(6);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('apply' as const), who, whole: fc.integer({ min: 499, max: 2001 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'reject' as const, 'approve' as const), which }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'repay' as const), who, which }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pay' as const), who, units: fc.bigInt({ min: 1n, max: 700_00000000n }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), who, whole: fc.integer({ min: 50, max: 900 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('collect' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, days(1), days(3) - 1, days(3), days(7), -days(1)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), who, frozen: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

interface Paper {
  readonly members: readonly Borrower[];
  readonly offer: number;
  readonly loans: number[];
  /** Paid in, and held for withdrawals, by member. */
  readonly paid: Amount[];
  readonly held: Amount[];
}

const setFrozen = { name: 'testing.freezeBorrower', text: 'update member set frozen = $2 where id = $1' };
const asNow = async (member: Borrower): Promise<Borrower> => ({
  ...member,
  token: await world.http.sessions.open(member.id),
});

async function take({ members, offer, loans, paid, held }: Paper, each: Step): Promise<void> {
  const member = async (place: number) => asNow(members[place] as Borrower);
  const loan = (place: number) => loans[place % Math.max(1, loans.length)] ?? 1;
  switch (each.kind) {
    case 'apply': {
      const answer = await world.apply(await member(each.who), { id: offer, amount: String(each.whole) });
      if (answer.code === 1) loans.push((answer.data as { id: number }).id);
      return;
    }
    case 'approve':
      return void (await world.approve(loan(each.which)));
    case 'reject':
      return void (await world.http.ask('POST', `/loans/${loan(each.which)}/reject`, {
        token: world.treasurer,
        fields: { remark: 'no' },
      }));
    case 'cancel':
      return void (await world.cancel(await member(each.who), loan(each.which)));
    case 'repay':
      return void (await world.repay(await member(each.who), loan(each.which)));
    case 'pay':
      await world.pay(members[each.who] as Borrower, format(each.units as Amount));
      paid[each.who] = plus(paid[each.who] ?? ZERO, each.units as Amount);
      return;
    case 'withdraw': {
      const { code } = await world.withdraw(await member(each.who), String(each.whole));
      if (code === 1) held[each.who] = plus(held[each.who] ?? ZERO, amount(String(each.whole)));
      return;
    }
    case 'collect':
      return void (await world.collect());
    case 'pass':
      return world.world.clock.set(world.world.clock.nowMs() + each.ms);
    case 'freeze':
      return void (await world.owner.run(setFrozen, [members[each.who]?.id, each.frozen]));
  }
}

/** Effect on its member's funds. */
const gained = ({ status, is_repayment, amount: lent, total_due }: LoanRecord): Amount =>
  status !== 2 ? ZERO : is_repayment === 1 ? minus(amount(lent), amount(total_due)) : amount(lent);

/** Balances are deposits, holds and the effects of loans. */
async function compare({ members, paid, held }: Paper): Promise<LoanRecord[]> {
  const all: LoanRecord[] = [];
  for (const [place, { id }] of members.entries()) {
    const member = await asNow(members[place] as Borrower);
    const loans = await world.list(member, { limit: '50' });
    const [inAll, frozen] = [paid[place] ?? ZERO, held[place] ?? ZERO];
    const available = minus(plus(inAll, sum(loans.map(gained))), frozen);
    expect(await world.world.balances(id)).toEqual({
      ...(available === ZERO ? {} : { USDT: format(available) }),
      ...(frozen === ZERO ? {} : { 'USDT frozen': format(frozen) }),
    });
    all.push(...loans);
  }
  return all;
}

test('after any applying, deciding, repaying, collecting, paying in, withdrawing, freezing and step of the clock, every loan ends at most once and balances follow from the loans', async () => {
  const offer = await world.offer({ min: '500', max: '2000', rate: '0.33333333', cycle: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), fc.boolean(), async (steps, isAtOnce) => {
      const members = [await world.member(), await world.member()];
      const paper: Paper = { members, offer, loans: [], paid: [], held: [] };
      // Steps that move the clock run one by one; others may run at once.
      const isOrdered = (each: Step) => !isAtOnce || each.kind === 'pass' || each.kind === 'freeze';
      for (let at = 0; at < steps.length;) {
        let end = at + 1;
        while (end < steps.length && !isOrdered(steps[at] as Step) && !isOrdered(steps[end] as Step)) end += 1;
        await Promise.all(steps.slice(at, end).map((each) => take(paper, each)));
        at = end;
      }
      for (const { id } of members) await world.owner.run(setFrozen, [id, false]);
      const before = await compare(paper);
      expect(before.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(paper.loans.toSorted((a, b) => a - b));
      await world.audit();
      // In the end everybody can pay.
      world.world.clock.advance(days(10));
      for (const place of members.keys()) await take(paper, { kind: 'pay', who: place, units: 100_000_00000000n });
      await world.collect();
      const after = await compare(paper);
      expect(after.filter(({ status, is_repayment }) => status === 2 && is_repayment !== 1)).toEqual([]);
      expect(after.map(({ id, status }) => [id, status])).toEqual(before.map(({ id, status }) => [id, status]));
      expect(
        after.map(({ repaid_time }, at) => before[at]?.repaid_time === null || before[at]?.repaid_time === repaid_time),
      ).not.toContain(false);
      await world.audit();
    }),
    { numRuns: HISTORIES },
  );
}, 300_000);

/** In USDT, small enough that debts are paid late. */
const PAYS = 12;

/**
 * Two years of one schedule; `between` is what servers do before each step. Answers the balances, and how each loan
 * ended.
 */
async function live(between: (lived: LoanWorld, toMs: number) => Promise<void>): Promise<unknown> {
  const lived = await openLoanWorld();
  const startMs = lived.world.clock.nowMs();
  const offer = await lived.offer({ min: '1', max: '20000', rate: '0.07777777', cycle: 11 });
  const members = [await lived.member('40'), await lived.member('400'), await lived.member()];
  const as = async (place: number): Promise<Borrower> => ({
    ...(members[place] as Borrower),
    token: await lived.http.sessions.open((members[place] as Borrower).id),
  });
  const schedule = fc
    .sample(
      fc.record({
        who: fc.nat(2),
        whole: fc.integer({ min: 1, max: 900 }),
        hour: fc.nat(24 * 700),
        repays: fc.nat(4),
        pays: fc.nat(9),
        spends: fc.boolean(),
      }),
      { numRuns: 40, seed: 731 },
    )
    .toSorted((a, b) => a.hour - b.hour);
  for (const { who: place, whole, hour, repays, pays, spends } of schedule) {
    const toMs = startMs + hour * 3_600_000;
    await between(lived, toMs);
    lived.world.clock.set(toMs);
    // What is due is done before anything else, as it was at its time.
    await lived.collect();
    const member = await as(place);
    const applied = await lived.apply(member, { id: offer, amount: String(whole) });
    // Debtors get no further loan.
    const id = applied.code === 1 ? (applied.data as { id: number }).id : undefined;
    if (id !== undefined) await lived.approve(id);
    if (pays > 0) await lived.pay(member, String(pays * PAYS));
    if (repays === 0 && id !== undefined) await lived.repay(member, id);
    if (spends) await lived.withdraw(member, String(Math.ceil(whole * 0.75)));
    await lived.collect();
  }
  await between(lived, startMs + days(731));
  lived.world.clock.set(startMs + days(731));
  await lived.collect();
  const ended = [];
  for (const place of members.keys()) {
    const loans = await lived.list(await as(place), { limit: '50' });
    ended.push([
      await lived.world.balances(members[place]?.id ?? ''),
      loans.map(({ status, is_repayment, interest, late_interest, repayment_time }) => [
        status,
        is_repayment,
        interest,
        late_interest,
        repayment_time,
      ]),
    ]);
  }
  await lived.audit();
  await lived.close();
  return ended;
}

test('two years with restarts, weeks without servers and a clock that steps back end as two years without', async () => {
  const daily = await live(async (lived, toMs) => {
    while (lived.world.clock.nowMs() + days(1) < toMs) {
      lived.world.clock.advance(days(1));
      await lived.collect();
    }
  });
  expect(JSON.stringify(daily)).toContain('[2,2,');
  // Some were repaid late.
  expect(JSON.stringify(daily)).toMatch(/\[2,1,"[\d.]+","(?!0\.00000000)/);
  let at = 0;
  const interrupted = await live(async (lived, toMs) => {
    while (lived.world.clock.nowMs() + days(7) < toMs) {
      at += 1;
      const nextMs = lived.world.clock.nowMs() + days(at % 3 === 0 ? 7 : 2);
      lived.world.clock.set(nextMs);
      if (at % 5 === 0) lived.world.clock.set(nextMs - days(2));
      if (at === 20) lived.another();
      if (at % 3 !== 0) await lived.collect();
      lived.world.clock.set(nextMs);
    }
  });
  expect(interrupted).toEqual(daily);
}, 200_000);
