import { amount, format, price, type Amount } from '@plimsoll/money';
import { settleAt } from '@plimsoll/proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOneBatch } from '../../testing/one-batch.ts';
import { openOptionWorld, type Order, type OptionWorld } from '../../testing/option-world.ts';
import { SLOT_MS, slotsOf, worstLoss, type Exposed } from './house-limits.ts';

const exposed = (direction: 'up' | 'down', line: number | null, stake: number): Exposed => ({
  direction,
  line: line === null ? null : price(String(line)),
  stakes: amount(String(stake)),
  winnings: amount(String(stake * 0.75)),
});

/** The loss if one price ends all of them, by the proof's own settlement. */
const lossAt = (options: readonly Exposed[], exit: string): Amount =>
  options.reduce((loss, { direction, line, stakes, winnings }) => {
    if (line === null) return (loss + winnings) as Amount;
    const { profit } = settleAt(
      { direction, stake: stakes, rate: ((winnings * 100_000_000n) / stakes) as never, unit: amount('0.00000001') },
      line,
      { price: price(exit) },
    );
    return (loss + profit) as Amount;
  }, 0n as Amount);

test.each<[string, readonly Exposed[], string]>([
  ['nothing', [], '0'],
  ['one way: what they win', [exposed('up', 100, 40), exposed('up', 102, 40)], '60'],
  [
    'both ways at one line: the larger win less the other’s stake',
    [exposed('up', 100, 400), exposed('down', 100, 40)],
    '260',
  ],
  ['both ways, as much: nothing, at the line', [exposed('up', 100, 40), exposed('down', 100, 40)], '0'],
  ['lines between which both win', [exposed('up', 100, 40), exposed('down', 101, 40)], '60'],
  ['lines between which both lose: never less than nothing', [exposed('up', 101, 40), exposed('down', 100, 40)], '0'],
  [
    'whose line is not drawn may win at any price',
    [exposed('up', 101, 40), exposed('down', null, 40), exposed('up', null, 4)],
    '63',
  ],
])('the worst loss of %s', (_, options, loss) => {
  expect(worstLoss(options)).toBe(amount(loss));
});

test('no price ends options at more than their worst loss, and some price at exactly that', () => {
  const one = fc.record({
    way: fc.constantFrom('up' as const, 'down' as const),
    line: fc.integer({ min: 100, max: 108 }),
    stake: fc.integer({ min: 1, max: 50 }).map((each) => each * 4),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (drawn) => {
      const options = drawn.map(({ way, line, stake }) => exposed(way, line, stake));
      const losses = Array.from({ length: 22 }, (_, half) => lossAt(options, String(99 + half / 2)));
      const worst = losses.reduce((a, b) => (a > b ? a : b), amount('0'));
      expect(worstLoss(options)).toBe(worst);
    }),
    { numRuns: 500 },
  );
});

test('an option counts in every slot that it may expire in', () => {
  const of = (placedAtMs: number) => slotsOf({ placedAtMs, lineDelayMs: 1_000, lineWithinMs: 5_000, seconds: 30 });
  expect(of(0)).toEqual([30_000]);
  expect(of(4_000)).toEqual([30_000, 40_000]);
  expect(of(9_000)).toEqual([40_000]);
});

const NET = amount('300');
const MEMBER = amount('250');
let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld({ limits: { net: NET, member: MEMBER } });
});
afterAll(() => world.close());

const reasonOf = (result: Awaited<ReturnType<OptionWorld['place']>>): string =>
  result.ok ? 'placed' : result.refusal.reason;
/** Settles all open options, and moves to a new slot. */
async function begin(): Promise<void> {
  const nowMs = world.clock.nowMs();
  world.clock.advance(400_000 - (nowMs % SLOT_MS));
  await world.settle();
  world.market.setMark('btcusdt', '100');
}

test('a loss beyond the limit on a market and slot is refused, and allowed in the next slot', async () => {
  await begin();
  const members = await Promise.all(Array.from({ length: 4 }, () => world.staker('1000')));
  // At 0.75 each 200 may cost 150.
  expect(
    await Promise.all(members.map(async (memberId) => reasonOf(await world.place(memberId, { stake: '200' })))),
  ).toEqual(['placed', 'placed', 'house_limit', 'house_limit']);
  expect(reasonOf(await world.place(members[2] ?? '', { stake: '200', seconds: 60 }))).toBe('placed');
  await world.audit();
});

test('stakes that nobody can pay take no limit from one of the same moment', async () => {
  await begin();
  const members = [await world.staker('1'), await world.staker('1'), await world.staker('1000')];
  inOneBatch(world.writer, members.length);
  expect(
    await Promise.all(members.map(async (memberId) => reasonOf(await world.place(memberId, { stake: '200' })))),
  ).toEqual(['insufficient_balance', 'insufficient_balance', 'placed']);
});

test('drawn lines of both directions offset each other and make room again', async () => {
  await begin();
  const members = await Promise.all(Array.from({ length: 5 }, () => world.staker('1000')));
  const place = async (who: number, way: 'up' | 'down') =>
    reasonOf(await world.place(members[who] ?? '', { stake: '200', way }));
  expect([await place(0, 'up'), await place(1, 'down'), await place(2, 'up')]).toEqual([
    'placed',
    'placed',
    'house_limit',
  ]);
  await world.draw('btcusdt');
  expect([await place(2, 'up'), await place(3, 'down'), await place(4, 'up')]).toEqual([
    'placed',
    'placed',
    'house_limit',
  ]);
  await world.audit();
});

test('a member’s open stakes stay within the limit over all markets, and make room once settled', async () => {
  await begin();
  const memberId = await world.staker('1000');
  expect(reasonOf(await world.place(memberId, { stake: '200' }))).toBe('placed');
  expect(reasonOf(await world.place(memberId, { stake: '50.00000001', seconds: 60 }))).toBe('house_limit');
  expect(reasonOf(await world.place(memberId, { stake: '50', seconds: 60 }))).toBe('placed');
  await begin();
  expect(reasonOf(await world.place(memberId, { stake: '200' }))).toBe('placed');
});

test('two concurrent processes place no more than the limit together', async () => {
  await begin();
  const other = world.another();
  await other.refreshTerms();
  const members = await Promise.all(Array.from({ length: 8 }, () => world.staker('1000')));
  await world.market.keep();
  const order = { m_id: '1', ctime: '30', ctzed: amount('100'), buytype: '1' } as const;
  const answers = await Promise.all(
    members.map(async (memberId, at) => reasonOf(await (at % 2 === 0 ? world.service : other).place(memberId, order))),
  );
  // 75 each.
  expect(answers.toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'house_limit'),
    ...Array.from({ length: 4 }, () => 'placed'),
  ]);
});

const openNow = {
  name: 'test.openNow',
  text: 'select member_id, direction, entry_price, stake, winnings, placed_at, line_delay_ms, line_within_ms, seconds, expires_at from option_order where status = 1',
};
interface OpenRow {
  member_id: string;
  direction: 1 | 2;
  entry_price: string | null;
  stake: string;
  winnings: string;
  placed_at: Date;
  line_delay_ms: number;
  line_within_ms: number;
  seconds: number;
  expires_at: Date | null;
}

test('whatever is placed, drawn and settled, no price costs more than the limit in a slot, and no member has more at stake than allowed', async () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('place' as const),
        who: fc.nat(3),
        way: fc.constantFrom('up' as const, 'down' as const),
        stake: fc.integer({ min: 10, max: 240 }),
        seconds: fc.constantFrom(30, 60),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.integer({ min: 1, max: 6_000 }),
        at: fc.integer({ min: 98, max: 102 }),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await begin();
      const members = await Promise.all(Array.from({ length: 4 }, () => world.staker('5000')));
      for (const each of steps) {
        if (each.do === 'place') {
          await world.place(members[each.who] ?? '', {
            way: each.way,
            stake: String(each.stake),
            seconds: each.seconds,
          } satisfies Partial<Order>);
        } else {
          world.clock.advance(each.ms);
          world.market.setMark('btcusdt', String(each.at));
          await world.settle();
        }
        const open = await world.db.run<OpenRow>(openNow);
        const inSlot = new Map<number, Exposed[]>();
        const staked = new Map<string, Amount>();
        for (const row of open) {
          const placed = {
            placedAtMs: row.placed_at.getTime(),
            lineDelayMs: row.line_delay_ms,
            lineWithinMs: row.line_within_ms,
            seconds: row.seconds,
          };
          const slots = row.expires_at
            ? [row.expires_at.getTime() - (row.expires_at.getTime() % SLOT_MS)]
            : slotsOf(placed);
          const option: Exposed = {
            direction: row.direction === 1 ? 'up' : 'down',
            line: row.entry_price === null ? null : price(row.entry_price),
            stakes: amount(row.stake),
            winnings: amount(row.winnings),
          };
          for (const slot of slots) inSlot.set(slot, [...(inSlot.get(slot) ?? []), option]);
          staked.set(row.member_id, ((staked.get(row.member_id) ?? 0n) + amount(row.stake)) as Amount);
        }
        const prices = ['97', '98', '98.5', '99', '99.5', '100', '100.5', '101', '101.5', '102', '103'];
        for (const options of inSlot.values())
          for (const at of prices)
            expect(lossAt(options, at) <= NET, `${format(lossAt(options, at))} at ${at}`).toBe(true);
        for (const stakes of staked.values()) expect(stakes <= MEMBER).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
  await world.audit();
});
