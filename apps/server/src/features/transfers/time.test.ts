import fc from 'fast-check';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { days, openTransferWorld, type SendingMember, type TransferWorld } from '../../testing/transfer-world.ts';

// Two years of the same transfers, in seconds: once completed as they fall due, once by servers that restart under
// clocks that step.

const SEED = Number(process.env['TRANSFER_SEED'] ?? 20260105);
const YEARS_MS = days(730);

interface Sending {
  readonly atMs: number;
  readonly from: number;
  readonly to: number;
  readonly units: number;
  readonly coin: 'USDT' | 'SOL';
  readonly cancelsAfterMs: number | null;
}

const sending = fc.record({
  atMs: fc.integer({ min: 0, max: YEARS_MS - 1 }),
  from: fc.nat(2),
  to: fc.integer({ min: 1, max: 2 }),
  units: fc.integer({ min: 1, max: 500_00 }),
  coin: fc.constantFrom('USDT' as const, 'SOL' as const),
  cancelsAfterMs: fc.option(fc.integer({ min: 0, max: days(9) }), { nil: null, freq: 3 }),
});
/** The same every time. */
const schedule =
  fc
    .sample(fc.array(sending, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: SEED })[0]
    ?.toSorted((a, b) => a.atMs - b.atMs) ?? [];

interface Step {
  readonly atMs: number;
  readonly do: (world: TransferWorld, members: readonly SendingMember[], ids: Map<Sending, number>) => Promise<unknown>;
}

const steps: readonly Step[] = schedule
  .flatMap((each): Step[] => [
    {
      atMs: each.atMs,
      async do(world, members, ids) {
        const [from, to] = [members[each.from], members[(each.from + each.to) % 3]] as [SendingMember, SendingMember];
        ids.set(
          each,
          await world.sent(from, to, { c_id: each.coin === 'USDT' ? '1' : '4', amount: (each.units / 100).toFixed(2) }),
        );
      },
    },
    ...(each.cancelsAfterMs === null
      ? []
      : [
          {
            atMs: each.atMs + each.cancelsAfterMs,
            do: (world: TransferWorld, members: readonly SendingMember[], ids: Map<Sending, number>) =>
              world.cancel(members[each.from] as SendingMember, ids.get(each) ?? 0),
          },
        ]),
  ])
  .toSorted((a, b) => a.atMs - b.atMs);

/** Runs the two years; `between` is what servers do before each step. The balances, and how each transfer ended. */
async function live(between: (world: TransferWorld, toMs: number) => Promise<void>): Promise<unknown> {
  const world = await openTransferWorld();
  const startMs = world.world.clock.nowMs();
  await world.terms('USDT', '0.003', 7);
  await world.terms('SOL', '0.0125', 1);
  const members: SendingMember[] = [];
  for (const name of ['lea', 'tom', 'ann'])
    members.push(await world.member({ USDT: '50000', SOL: '50000' }, `${name}@quay.example`));
  const ids = new Map<Sending, number>();
  // A login expires after thirty days.
  const loggedIn = () =>
    Promise.all(members.map(async (each) => ({ ...each, token: await world.http.sessions.open(each.id) })));
  for (const step of [...steps, { atMs: YEARS_MS + days(30), do: async () => {} }]) {
    await between(world, startMs + step.atMs);
    world.world.clock.set(startMs + step.atMs);
    await step.do(world, await loggedIn(), ids);
  }
  await world.arrive();
  const ended = await Promise.all(
    (await loggedIn()).map(async (each) => [
      await world.world.balances(each.id),
      (await world.list(each, { limit: '50' })).map(({ id: _number, order_num: _name, ...rest }) => rest),
    ]),
  );
  await world.audit();
  await world.close();
  return ended;
}

let uninterrupted: unknown;
beforeAll(async () => {
  // A pass every day.
  uninterrupted = await live(async (world, toMs) => {
    while (world.world.clock.nowMs() + days(1) < toMs) {
      world.world.clock.advance(days(1));
      await world.arrive();
    }
  });
}, 120_000);

test('after two years every transfer ended once', () => {
  const all = JSON.stringify(uninterrupted);
  expect(
    [...all.matchAll(/"status":(\d)/g)]
      .map(([, status]) => status)
      .filter((status) => status !== '2' && status !== '3'),
  ).toEqual([]);
  expect(all).not.toContain('frozen');
  expect([all.includes('"status":2'), all.includes('"status":3')]).toEqual([true, true]);
});

test('restarts, a week without servers and a clock that steps back change nothing', async () => {
  const random = fc.sample(fc.integer({ min: 0, max: 5 }), { numRuns: 4_000, seed: SEED });
  let at = 0;
  const isInterrupted = await live(async (world, toMs) => {
    for (;;) {
      const { clock } = world.world;
      const what = random[(at += 1) % random.length] ?? 0;
      // At most a week without servers, or a moment.
      const nextMs = clock.nowMs() + (what === 0 ? days(7) : days(what) / 3);
      if (nextMs >= toMs) return;
      clock.set(nextMs);
      if (what === 1) clock.set(nextMs - days(2));
      if (what === 2 && at % 40 === 0) world.anotherProcess();
      if (what > 2) await world.arrive();
      if (what === 1) clock.set(nextMs);
    }
  });
  expect(isInterrupted).toEqual(uninterrupted);
}, 120_000);

test('the server’s loop completes each transfer at its time', async () => {
  const world = await openTransferWorld();
  afterAll(() => world.close());
  await world.terms('USDT', '0', 1);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  await world.sent(lea, tom);
  const process = world.anotherProcess();
  process.arrivals.start();
  const arrived = async () => (await world.list(lea))[0]?.status === 2;
  // The loop queries the database for the next arrival; the clock gives it time for that.
  const pass = async (toMs: number) => {
    while (world.world.clock.nowMs() < toMs) {
      for (let turn = 0; turn < 40; turn += 1) await turnOfTheLoop();
      world.world.clock.advance(Math.min(5_000, toMs - world.world.clock.nowMs()));
    }
  };
  const dueMs = world.world.clock.nowMs() + days(1);
  world.world.clock.set(dueMs - 12_000);
  await pass(dueMs - 1);
  expect(await arrived()).toBe(false);
  await pass(dueMs);
  // A loop that queried before, and has its answer after that moment, looks again a second later: once, no more.
  const arrives = () => vi.waitUntil(arrived);
  await arrives().catch(() => {
    world.world.clock.advance(1_000);
    return arrives();
  });
  await process.arrivals.stop();
  await world.audit();
});
