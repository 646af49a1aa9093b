import fc from 'fast-check';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { days, openEarningWorld, type EarningMember, type EarningWorld } from '../../testing/earning-world.ts';

// Two years of the same lock mining and staking, in seconds: once with a pass every day, once by servers that restart
// under clocks that step.

const SEED = Number(process.env['EARNING_SEED'] ?? 20260105);
const YEARS_MS = days(730);

const event = fc.record({
  atMs: fc.integer({ min: 0, max: YEARS_MS - 1 }),
  who: fc.nat(1),
  what: fc.constantFrom('lock' as const, 'stake' as const),
  terms: fc.nat(2),
  units: fc.integer({ min: 10_00, max: 900_00 }),
  redeemAfterMs: fc.option(fc.integer({ min: 0, max: days(40) }), { nil: null }),
});
/** The same every time. */
const schedule = fc.sample(fc.array(event, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: SEED })[0] ?? [];

interface Life {
  readonly world: EarningWorld;
  readonly members: readonly EarningMember[];
  readonly products: readonly string[];
  readonly projects: readonly { readonly id: string; readonly s_id: string }[];
  readonly stakes: Map<(typeof schedule)[number], number>;
}
interface Step {
  readonly atMs: number;
  readonly do: (life: Life) => Promise<unknown>;
}

const steps: readonly Step[] = schedule
  .flatMap((each): Step[] => {
    const quantity = { amount: (each.units / 100).toFixed(2) };
    const by = (life: Life) => life.members[each.who] as EarningMember;
    if (each.what === 'lock')
      return [
        {
          atMs: each.atMs,
          do: (life) => life.world.made(by(life), 'buyMiningMachine', { id: life.products[each.terms], ...quantity }),
        },
      ];
    return [
      {
        atMs: each.atMs,
        async do(life) {
          life.stakes.set(
            each,
            await life.world.made(by(life), 'submitStaking', { ...life.projects[each.terms], ...quantity }),
          );
        },
      },
      ...(each.redeemAfterMs === null
        ? []
        : [
            {
              atMs: each.atMs + each.redeemAfterMs,
              do: (life: Life) => life.world.call(by(life), 'redeemStaking', { id: life.stakes.get(each) }),
            },
          ]),
    ];
  })
  .toSorted((a, b) => a.atMs - b.atMs);

/** Runs the two years; `between` is what servers do before each step. The balances, and how everything ended. */
async function live(between: (world: EarningWorld, toMs: number) => Promise<void>): Promise<string> {
  const world = await openEarningWorld();
  const startMs = world.world.clock.nowMs();
  const products = [
    await world.product({ coin: 'SOL', rate: '0.123', cycle: 1 }),
    await world.product({ rate: '0.16', cycle: 30 }),
    await world.product({ coin: 'SOL', rate: '0.21', cycle: 365 }),
  ];
  const projects = [
    await world.project({ coin: 'SOL', type: 1, days: 7, rate: '45.5' }),
    await world.project({ type: 1, days: 30, rate: '5.1' }),
    await world.project({ coin: 'SOL', type: 2, days: 180, rate: '8.3' }),
  ];
  const members = [
    await world.member({ USDT: '50000', SOL: '50000' }),
    await world.member({ USDT: '50000', SOL: '50000' }),
  ];
  const stakes: Life['stakes'] = new Map();
  // A login expires after thirty days.
  const loggedIn = () =>
    Promise.all(members.map(async (each) => ({ ...each, token: await world.http.sessions.open(each.id) })));
  for (const step of [...steps, { atMs: YEARS_MS + days(400), do: async () => {} }]) {
    await between(world, startMs + step.atMs);
    world.world.clock.set(startMs + step.atMs);
    await step.do({ world, members: await loggedIn(), products, projects, stakes });
  }
  await world.work();
  const ended = await Promise.all(
    (await loggedIn()).map(async (each) => [
      Object.entries(await world.world.balances(each.id)).toSorted(([a], [b]) => a.localeCompare(b)),
      (await world.orders(each)).map(({ id: _id, order_num: _name, ...rest }) => rest),
      (await world.stakes(each)).map(({ id: _id, order_num: _name, updatetime: _at, ...rest }) => rest),
    ]),
  );
  const paid = await world.world.db.run(
    sql('testing.daysPaid', 'select count(*) as days, count(distinct order_id) as orders from mining_payment'),
  );
  await world.audit();
  await world.close();
  return JSON.stringify({ ended, paid }, null, 1);
}

let uninterrupted: string;
beforeAll(async () => {
  uninterrupted = await live(async (world, toMs) => {
    while (world.world.clock.nowMs() + days(1) < toMs) {
      world.world.clock.advance(days(1));
      await world.work();
    }
  });
}, 200_000);

test('nothing is left open, and each thing ended once in one of its ways', () => {
  expect(uninterrupted).not.toContain('frozen');
  expect(uninterrupted).not.toContain('"status": 0');
  expect([uninterrupted.includes('"status": 1'), uninterrupted.includes('"status": 2')]).toEqual([true, true]);
});

test('servers that come and go, weeks without any, and a clock that steps back change nothing of it', async () => {
  const random = fc.sample(fc.integer({ min: 0, max: 5 }), { numRuns: 4_000, seed: SEED });
  let at = 0;
  const interrupted = await live(async (world, toMs) => {
    for (;;) {
      const { clock } = world.world;
      const what = random[(at += 1) % random.length] ?? 0;
      // A week without servers, or a moment.
      const nextMs = clock.nowMs() + (what === 0 ? days(7) : days(what) / 3);
      if (nextMs >= toMs) return;
      clock.set(nextMs);
      if (what === 1) clock.set(nextMs - days(3));
      if (what === 2 && at % 60 === 0) world.anotherProcess();
      if (what > 3 || what === 1) await world.work();
      if (what === 1) clock.set(nextMs);
    }
  });
  expect(interrupted).toBe(uninterrupted);
}, 200_000);

let world: EarningWorld;
beforeAll(async () => {
  world = await openEarningWorld();
});
afterAll(() => world.close());

test('what is locked while the clock is days behind is paid from its own first day, and what was paid is not paid again', async () => {
  const { clock } = world.world;
  const id = await world.product({ rate: '1', cycle: 5 });
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  const startMs = clock.nowMs();
  await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
  clock.set(startMs + days(3));
  expect(await world.work()).toBe(3);
  clock.set(startMs + days(1) - 1);
  await world.made(tom, 'buyMiningMachine', { id, amount: '100' });
  expect(await world.work()).toBe(0);
  clock.set(startMs + days(3) - 1);
  expect(await world.work()).toBe(2);
  expect([await world.orders(lea), await world.orders(tom)]).toMatchObject([
    [{ total_revenue: '3.00000000' }],
    [{ total_revenue: '2.00000000' }],
  ]);
  clock.set(startMs + days(10));
  // Two days and three, and both ends.
  expect(await world.work()).toBe(7);
  expect([await world.world.balances(lea.id), await world.world.balances(tom.id)]).toEqual([
    { USDT: '105.00000000' },
    { USDT: '105.00000000' },
  ]);
  await world.audit();
});

test('a server pays a day to the millisecond by itself, and again after it slept', async () => {
  const { clock } = world.world;
  const id = await world.product({ rate: '1', cycle: 2 });
  const lea = await world.member({ USDT: '100' });
  const process = world.anotherProcess();
  process.mining.accruals.start();
  /** Moves the clock and does what is due. */
  const pass = async (toMs: number) => {
    while (clock.nowMs() < toMs) {
      clock.advance(Math.min(2_500, toMs - clock.nowMs()));
      for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop();
    }
  };
  await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
  const dueMs = clock.nowMs() + days(1);
  const paid = async () => (await world.orders(lea))[0]?.total_revenue;
  clock.set(dueMs - 9_000);
  await pass(dueMs - 1);
  expect(await paid()).toBe('0.00000000');
  // A pass may still be under way when the clock moves: it sleeps again, at most five seconds.
  await expect
    .poll(async () => {
      await pass(clock.nowMs() + 1_000);
      return paid();
    })
    .toBe('1.00000000');
  await process.mining.accruals.stop();
  await world.audit();
});
