import fc from 'fast-check';
import { amount, formatShort, type Amount, type Price } from '@plimsoll/money';
import type { OrderInput } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

/** Random days tried; `SPOT_DAYS` for more. */
const DAYS = Number(process.env['SPOT_DAYS'] ?? 15);
const MEMBERS = 4;

const cents = (value: number): Price => (BigInt(value) * 1_000_000n) as Price;
const lots = (value: number): Amount => (BigInt(value) * 10_000n) as Amount;
const side = fc.constantFrom('buy' as const, 'sell' as const);
const who = fc.nat(MEMBERS - 1);
const quantity = fc.integer({ min: 1, max: 30_000 }).map(lots);
const order: fc.Arbitrary<OrderInput> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      m_id: fc.constant('1'),
      side,
      mode: fc.constant('limit' as const),
      price: fc.integer({ min: 9_000, max: 11_000 }).map(cents),
      num: quantity,
    }),
  },
  fc.record({
    m_id: fc.constant('1'),
    side: fc.constant('buy' as const),
    mode: fc.constant('market' as const),
    amount: fc.integer({ min: 1, max: 30_000 }).map((value) => cents(value) as bigint as Amount),
  }),
  fc.record({
    m_id: fc.constant('1'),
    side: fc.constant('sell' as const),
    mode: fc.constant('market' as const),
    num: quantity,
  }),
);
/** A book around a middle, in cents and lots. */
const book = fc.record({
  middle: fc.integer({ min: 9_200, max: 10_800 }),
  asks: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), quantity), { maxLength: 6 }),
  bids: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), quantity), { maxLength: 6 }),
});
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('place' as const), who, order }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), who, nth: fc.nat(8) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      who,
      nth: fc.nat(8),
      price: fc.integer({ min: 9_000, max: 11_000 }).map(cents),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('book' as const), book }) },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld();
});
afterAll(() => world.close());

function quote({ middle, asks, bids }: { middle: number; asks: [number, Amount][]; bids: [number, Amount][] }): void {
  const ladder = (steps: readonly [number, Amount][], direction: 1 | -1) => {
    let at = middle;
    return steps.map(([away, size]) => [formatShort(cents((at += direction * away))), formatShort(size)] as const);
  };
  world.market.setTick('btcusdt', formatShort(cents(middle)));
  world.market.setBook('btcusdt', { asks: ladder(asks, 1), bids: ladder(bids, -1) });
}

/** A member's expected balance: what they came with, and what their orders paid, received and were charged. */
const recomputed = sql<{ usdt: string; btc: string }>(
  'property.recomputed',
  `
  select 300 + coalesce(sum(case side when 1 then -paid else paid - fee end), 0) as usdt,
    3 + coalesce(sum(case side when 1 then filled - fee else -filled end), 0) as btc
  from spot_order where member_id = $1`,
);

test('whatever members do concurrently, the audit is clean and every balance matches its owner’s fills', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events: readonly Event[]) => {
      const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.member({ USDT: '300', BTC: '3' })));
      const placed: { member: string; id: string }[] = [];
      const under: Promise<unknown>[] = [];
      for (const each of events) {
        if (each.does === 'book') quote(each.book);
        const member = each.does === 'book' ? '' : (members[each.who] ?? '');
        if (each.does === 'place') {
          under.push(
            world.service.place(member, each.order).then((result) => {
              if (result.ok) placed.push({ member, id: String(result.value.id) });
            }),
          );
        }
        const from = each.does === 'move' ? placed[each.nth] : undefined;
        if (each.does === 'move' && from) {
          under.push(
            world.service.move(from.member, { bb_id: from.id, price: each.price }).then((result) => {
              if (result.ok) placed.push({ member: from.member, id: String(result.value.id) });
            }),
          );
        }
        const target = each.does === 'cancel' ? placed[each.nth] : undefined;
        if (target) under.push(world.service.cancel(target.member, target.id));
      }
      await Promise.all(under);
      await world.service.sweeper.settled();
      await world.audit();
      await Promise.all(placed.map(({ member, id }) => world.service.cancel(member, id)));
      for (const member of members) {
        const balances = await world.balances(member);
        const [computed] = await world.db.run(recomputed, [member]);
        const expected = { USDT: amount(computed?.usdt ?? ''), BTC: amount(computed?.btc ?? '') };
        expect(
          Object.fromEntries(Object.entries(balances).map(([coin, quantity]) => [coin, amount(quantity)])),
        ).toEqual(Object.fromEntries(Object.entries(expected).filter(([, quantity]) => quantity !== 0n)));
      }
    }),
    { numRuns: DAYS },
  );
}, 600_000);
