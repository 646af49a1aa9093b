import fc from 'fast-check';
import { amount, format, interest, minus, percentage, plus, rate, unitOf, ZERO, type Amount } from '@plimsoll/money';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, openEarningWorld, type EarningMember, type EarningWorld } from '../../testing/earning-world.ts';

/** Random histories tried; `EARNING_HISTORIES` for more. */
const HISTORIES = Number(process.env['EARNING_HISTORIES'] ?? 15);
const FUNDS = amount('500');

let world: EarningWorld;
let products: readonly string[];
let projects: readonly { readonly id: string; readonly s_id: string }[];
const MINING = [
  { rate: '0.7', cycle: 1 },
  { rate: '0.33', cycle: 4 },
] as const;
const STAKING = [
  { rate: '33.3', days: 3, type: 1 },
  { rate: '90', days: 2, type: 2 },
] as const;
beforeAll(async () => {
  world = await openEarningWorld();
  products = [await world.product(MINING[0]), await world.product(MINING[1])];
  projects = [await world.project(STAKING[0]), await world.project(STAKING[1])];
  world.anotherProcess();
});
afterAll(() => world.close());

const units = fc.bigInt({ min: 9_00000000n, max: 200_00000000n }).map((value) => value as Amount);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('lock' as const),
      who: fc.nat(1),
      terms: fc.nat(1),
      units,
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('stake' as const),
      who: fc.nat(1),
      terms: fc.nat(1),
      units,
      again: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('redeem' as const), which: fc.nat(6), who: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, days(1) - 1, days(1), days(2), days(6), -days(1), -days(3)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), who: fc.nat(1), frozen: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Refusals that are possible in any state. */
const MAY_BE: readonly (string | undefined)[] = [
  'frozen_member',
  'login_required',
  'insufficient_balance',
  'amount_below_minimum',
  'stake_fixed',
  'stake_ended',
  'not_found',
];

interface Paper {
  readonly members: readonly EarningMember[];
  readonly stakes: number[];
  key: number;
  /** Answers that nobody should have got. */ readonly odd: unknown[];
}

async function take(paper: Paper, each: Step): Promise<void> {
  const { members, stakes, odd } = paper;
  const who = (place: number) => members[place] as EarningMember;
  switch (each.kind) {
    case 'lock':
    case 'stake': {
      const key = `step-${(paper.key += 1)}`;
      const [name, thing] =
        each.kind === 'lock'
          ? ['buyMiningMachine', { id: products[each.terms] }]
          : ['submitStaking', projects[each.terms]];
      const ask = () => world.call(who(each.who), name, { ...thing, amount: format(each.units) }, key);
      const first = await ask();
      const again = each.again ? await ask() : first;
      if (
        JSON.stringify(again.data) !== JSON.stringify(first.data) ||
        (first.code !== 1 && !MAY_BE.includes(first.reason))
      )
        odd.push([each, first, again]);
      if (first.code === 1 && each.kind === 'stake') stakes.push((first.data as { id: number }).id);
      return;
    }
    case 'redeem': {
      const { code, reason } = await world.call(who(each.who), 'redeemStaking', {
        id: stakes[each.which % Math.max(1, stakes.length)] ?? 1,
      });
      if (code !== 1 && !MAY_BE.includes(reason)) odd.push([each, reason]);
      return;
    }
    case 'work':
      await world.work();
      return;
    case 'pass':
      return world.world.clock.set(world.world.clock.nowMs() + each.ms);
    case 'freeze':
      return world.freeze(who(each.who).id, each.frozen);
  }
}

/** A member's balances, recomputed from their orders and stakes; checks that each is paid by its terms. */
async function recomputed(member: EarningMember): Promise<Record<string, string>> {
  await world.freeze(member.id, false);
  const own = { ...member, token: await world.http.sessions.open(member.id) };
  let [available, frozen] = [FUNDS, ZERO];
  const stands = (isOpen: boolean, principal: Amount, paid: Amount): void => {
    available = plus(minus(available, isOpen ? principal : ZERO), paid);
    frozen = plus(frozen, isOpen ? principal : ZERO);
  };
  for (const order of await world.orders(own)) {
    const daily = percentage(amount(order.amount), rate(order.interest_rate), 'half-even', unitOf(8));
    const paid = amount(order.total_revenue);
    expect([paid % daily, format((daily * BigInt(order.days)) as Amount)]).toEqual([0n, order.estimated_revenue]);
    expect(order.status === 1 ? order.total_revenue : order.estimated_revenue).toBe(order.estimated_revenue);
    stands(order.status === 0, amount(order.amount), paid);
  }
  for (const stake of await world.stakes(own)) {
    const principal = amount(stake.amount);
    // not money: days
    const full =
      stake.status === 2
        ? Math.max(0, Math.floor((Date.parse(stake.updatetime ?? '') - Date.parse(stake.start_time)) / days(1)))
        : stake.days;
    expect(stake.total_revenue).toBe(
      format(interest(principal, rate(stake.interest_rate), { days: full, per: 365 }, 'half-even', unitOf(8))),
    );
    stands(stake.status === 0, principal, stake.status === 0 ? ZERO : amount(stake.total_revenue));
  }
  return {
    ...(available === ZERO ? {} : { USDT: format(available) }),
    ...(frozen === ZERO ? {} : { 'USDT frozen': format(frozen) }),
  };
}

test('after any locking, staking, redeeming, paying, freezing and step of the clock, one by one or at once, balances follow from orders and stakes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), fc.boolean(), async (steps, isAtOnce) => {
      const members = [await world.member({ USDT: format(FUNDS) }), await world.member({ USDT: format(FUNDS) })];
      const paper: Paper = { members, stakes: [], key: 0, odd: [] };
      const startMs = world.world.clock.nowMs();
      const isOrdered = (each: Step) => !isAtOnce || each.kind === 'pass';
      for (let at = 0; at < steps.length;) {
        let end = at + 1;
        while (end < steps.length && !isOrdered(steps[at] as Step) && !isOrdered(steps[end] as Step)) end += 1;
        await Promise.all(steps.slice(at, end).map((each) => take(paper, each)));
        at = end;
      }
      expect(paper.odd).toEqual([]);
      const expected = () => Promise.all(members.map(recomputed));
      const held = () => Promise.all(members.map(({ id }) => world.world.balances(id)));
      expect(await held()).toEqual(await expected());
      // After every end, whatever the clock did.
      world.world.clock.set(Math.max(startMs, world.world.clock.nowMs()) + days(200));
      await world.work();
      const ended = await held();
      expect(ended).toEqual(await expected());
      expect(JSON.stringify(ended)).not.toContain('frozen');
      await world.audit();
    }),
    { numRuns: HISTORIES },
  );
}, 300_000);

test('a redeem and the end at the same moment: exactly one wins, whichever server does them', async () => {
  const own = projects[0] as (typeof projects)[number];
  const lea = await world.member({ USDT: '500' });
  for (let round = 0; round < 4; round += 1) {
    const id = await world.made(lea, 'submitStaking', { ...own, amount: '100' });
    const dueMs = world.world.clock.nowMs() + days(3);
    world.world.clock.set(dueMs - 1);
    const redeems = [world.call(lea, 'redeemStaking', { id }), world.call(lea, 'redeemStaking', { id })];
    for (let turn = 0; turn < round * 3; turn += 1) await turnOfTheLoop();
    world.world.clock.set(dueMs);
    await world.work();
    const redeemed = (await Promise.all(redeems)).filter(({ code }) => code === 1).length;
    await world.work();
    const ended = (await world.stakes(lea)).find((each) => each.id === id);
    expect([ended?.status, redeemed]).toEqual(redeemed === 1 ? [2, 1] : [1, 0]);
  }
  await world.audit();
});
