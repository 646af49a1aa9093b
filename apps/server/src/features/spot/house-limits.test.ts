import { refuse, type OrderInput, type Result } from '@plimsoll/contract';
import { amount, floorTo, format, leaned, notional, price, rate, type Amount } from '@plimsoll/money';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GroupedWriter, move, plainPosting } from '../../ledger/index.ts';
import { openDb, sql } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { readPositions } from './dealing-store.ts';
import { leanOf, MAX_LEAN, roomOf, type Position } from './position.ts';
import { SpotService } from './spot-service.ts';

const position = (quantity: string, limit = '1000', at = '100'): Position => ({
  coinId: '2',
  quantity: amount(quantity),
  price: price(at),
  limit: amount(limit),
});

test.each([
  ['0', '10', '10'],
  ['4', '6', '14'],
  ['-4', '14', '6'],
  ['10', '0', '20'],
  ['12', '0', '22'],
  ['-12', '22', '0'],
])('at a position of %s of ten there is room for %s up and %s down', (quantity, up, down) => {
  expect([roomOf(position(quantity), 'up'), roomOf(position(quantity), 'down')]).toEqual([amount(up), amount(down)]);
});

test.each([
  ['0', '0'],
  ['5', '0'],
  ['5.00000001', '0.00000000'],
  ['7.5', '0.0025'],
  ['10', '0.005'],
  ['30', '0.005'],
  ['-7.5', '0'],
])('a position of %s of ten leans by %s', (quantity, lean) => {
  expect(leanOf(position(quantity), 'up')).toBe(rate(lean));
  expect(leanOf(position(quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`), 'down')).toBe(rate(lean));
});

test('a leaned price is never better for the member than its level’s, nor further away than the maximum', () => {
  const any = fc.bigInt({ min: 1n, max: 10n ** 16n });
  fc.assert(
    fc.property(any, fc.bigInt({ min: 0n, max: MAX_LEAN }), (level, lean) => {
      const [buy, sell] = [leaned(level as never, 'buy', lean as never), leaned(level as never, 'sell', lean as never)];
      expect(buy >= level && sell <= level).toBe(true);
      expect((buy - level) * 200n <= level + 200n && (level - sell) * 200n <= level + 200n).toBe(true);
    }),
  );
});

const BTC = '1';
const STEP = amount('0.0001');
const COIN = { USDT: '1', BTC: '2' };
let limits = { position: '1000', memberMinute: '1000000' };
let world: TradingWorld;
// Positions are the platform's: a test begins with none.
beforeEach(async () => {
  world = await openTradingWorld({ limits: () => limits });
});
afterEach(() => world.close());

const marketBuy = (budget: string): OrderInput => ({ m_id: BTC, side: 'buy', mode: 'market', amount: amount(budget) });
const marketSell = (num: string): OrderInput => ({ m_id: BTC, side: 'sell', mode: 'market', num: amount(num) });
const limitOf = (side: 'buy' | 'sell', at: string, num: string): OrderInput => ({
  m_id: BTC,
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
const outcomeOf = (result: Result<{ status: 1 | 2 | 3 }>): string =>
  result.ok ? (['', 'open', 'completed', 'cancelled'][result.value.status] ?? '') : result.refusal.reason;

async function quote({
  asks = [['100', '1000']],
  bids = [['100', '1000']],
}: { asks?: [string, string][]; bids?: [string, string][] } = {}): Promise<void> {
  // Long enough for full recovery.
  world.clock.advance(900_000);
  world.market.setTick('btcusdt', '100');
  world.market.setMark('btcusdt', '100');
  world.market.setBook('btcusdt', { asks, bids });
  await world.service.sweeper.settled();
}
const held = async (): Promise<Amount> => (await readPositions(world.db, [COIN.BTC])).get(COIN.BTC) as Amount;
const resting = sql<{ id: string; member_id: string }>(
  'test.resting',
  'select id, member_id from spot_order where status = 1',
);
/** Cancels what rests, and deals the position back. */
async function begin(next: typeof limits): Promise<void> {
  for (const { id, member_id } of await world.db.run(resting)) await world.service.cancel(member_id, id);
  limits = { position: '100000000', memberMinute: '100000000' };
  await quote();
  const trader = await world.member({ USDT: '1000000', BTC: '10000' });
  const before = await held();
  // In whole steps: a partly recovered level may be smaller.
  const stepped = format(floorTo((before < 0n ? -before : before) as Amount, STEP));
  if (before <= -STEP) await world.service.place(trader, marketSell(stepped));
  if (before >= STEP) await world.service.place(trader, limitOf('buy', '100', stepped));
  expect([-STEP < (await held()), (await held()) < STEP]).toEqual([true, true]);
  limits = next;
  await quote();
}
interface FillRow {
  price: string;
  level_price: string | null;
  quantity: string;
  lean: string;
  position: string;
  dealt: string;
}
const fillsOf = sql<FillRow>(
  'test.fillsOf',
  'select f.price, f.level_price, f.quantity, f.lean, f.position, f.dealt from spot_fill f join spot_order o on o.id = f.order_id where o.member_id = $1 order by f.order_id, f.n',
);

test('repeated buying sells no more than the limit, and reducing the position is always allowed', async () => {
  await begin({ position: '1000', memberMinute: '1000000' });
  const buyer = await world.member({ USDT: '100000' });
  const seller = await world.member({ BTC: '100' });
  expect(outcomeOf(await world.service.place(buyer, marketBuy('400')))).toBe('completed');
  // Six are left: the rest of the market order is released.
  expect(outcomeOf(await world.service.place(buyer, limitOf('buy', '101', '7')))).toBe('open');
  expect(format(await held())).toBe('-10.00000000');
  expect(await world.service.place(buyer, marketBuy('100'))).toEqual(refuse('house_limit'));
  expect(await world.service.place(buyer, limitOf('buy', '101', '1'))).toEqual(refuse('house_limit'));
  // An order that does not cross may rest.
  expect(outcomeOf(await world.service.place(buyer, limitOf('buy', '99', '1')))).toBe('open');
  expect(outcomeOf(await world.service.place(seller, marketSell('3')))).toBe('completed');
  // The resting order gets the three at the next book, before the new order.
  await quote();
  expect(format(await held())).toBe('-8.00000000');
  expect(outcomeOf(await world.service.place(seller, marketSell('20')))).toBe('completed');
  expect(outcomeOf(await world.service.place(seller, marketSell('0.5')))).toBe('house_limit');
  expect(format(await held())).toBe('10.00000000');
  await world.audit();
});

test('prices lean from half of the limit on, never beyond a member’s own limit, and fills record it', async () => {
  await begin({ position: '1000', memberMinute: '1000000' });
  const buyer = await world.member({ USDT: '100000' });
  const waiter = await world.member({ USDT: '100000' });
  await world.service.place(buyer, marketBuy('750'));
  // A quarter of a percent at 7.5 of 10.
  expect(outcomeOf(await world.service.place(waiter, limitOf('buy', '100.24', '1')))).toBe('open');
  await quote();
  expect(await world.db.run(fillsOf, [waiter])).toEqual([]);
  expect(outcomeOf(await world.service.place(buyer, limitOf('buy', '100.25', '1')))).toBe('completed');
  expect(
    (await world.db.run(fillsOf, [buyer])).map((row) =>
      [row.price, row.level_price ?? '0', row.lean, row.position].map(Number),
    ),
  ).toEqual([
    [100, 0, 0, 0],
    [100.25, 100, 0.0025, -7.5],
  ]);
  // With the position reduced nothing leans, and the resting order is filled at its level.
  const seller = await world.member({ BTC: '100' });
  await world.service.place(seller, marketSell('4'));
  expect((await world.db.run(fillsOf, [seller])).map((row) => Number(row.lean))).toEqual([0]);
  await quote();
  expect((await world.db.run(fillsOf, [waiter])).map((row) => [Number(row.price), row.level_price])).toEqual([
    [100, null],
  ]);
  await world.audit();
});

test.each([
  [
    'a price that leans further',
    'update spot_fill set price = price + 0.01 where order_id = $1 and level_price is not null',
    'leans from its level',
  ],
  [
    'a lean that no position explains',
    'update spot_fill set lean = lean + 0.001, price = price + 0.1 where order_id = $1 and level_price is not null',
    'leans from its level',
  ],
  [
    'a position that was another',
    'update spot_fill set position = position + 1 where order_id = $1',
    'leans from its level',
  ],
  [
    'a limit that was wider than it was',
    'update spot_fill set position_limit = position_limit + 100 where order_id = $1',
    'leans from its level',
  ],
  ['a fill that counts for nothing', 'update spot_fill set dealt = 0 where order_id = $1', 'leans from its level'],
  [
    'more in a minute than was allowed',
    'update spot_fill set minute_limit = 1 where order_id in (select o.id from spot_order o join spot_order s on s.member_id = o.member_id where s.id = $1)',
    'no member dealt for more',
  ],
  [
    'a quantity that no journal moved',
    'update spot_fill set quantity = quantity + 1 where order_id = $1',
    'is the sum of its fills and exchanges',
  ],
])('the audit finds %s', async (_, spoil, found) => {
  await begin({ position: '1000', memberMinute: '1000000' });
  const buyer = await world.member({ USDT: '100000' });
  await world.service.place(buyer, marketBuy('750'));
  const placed = await world.service.place(buyer, marketBuy('100'));
  const id = placed.ok ? placed.value.id : 0;
  const owner = openDb(world.url, { connections: 1, role: null });
  const kept = await owner.run<{ row: string }>(
    {
      name: 'test.kept',
      text: 'select f::text as row from spot_fill f where order_id in (select id from spot_order where member_id = $1)',
    },
    [buyer],
  );
  await behindTriggers(owner, 'spot_fill', { name: 'test.spoil', text: spoil }, [id]);
  await expect(world.audit()).rejects.toThrow(found);
  await behindTriggers(
    owner,
    'spot_fill',
    {
      name: 'test.drop',
      text: 'delete from spot_fill where order_id in (select id from spot_order where member_id = $1)',
    },
    [buyer],
  );
  await behindTriggers(
    owner,
    'spot_fill',
    {
      name: 'test.restore',
      text: 'insert into spot_fill select (row::spot_fill).* from unnest($1::text[]) as r (row)',
    },
    [kept.map(({ row }) => row)],
  );
  await owner.close();
  await world.audit();
});

test('members see how far prices lean, only on the side that would enlarge the position', async () => {
  await begin({ position: '1000', memberMinute: '1000000' });
  const market = world.market.byId(BTC);
  if (!market) throw new Error('no market');
  const leansNow = async () => {
    const leans = await world.service.limits.leans(world.db);
    return [leans(market, 'buy'), leans(market, 'sell')];
  };
  expect(await leansNow()).toEqual([0n, 0n]);
  const member = await world.member({ USDT: '100000' });
  await world.service.place(member, marketBuy('750'));
  world.clock.advance(1_000);
  const lean = leanOf({ coinId: COIN.BTC, quantity: await held(), price: price('100'), limit: amount('1000') }, 'down');
  expect(lean > 0n).toBe(true);
  expect(await leansNow()).toEqual([lean, 0n]);
});

test('a member’s deals in a minute stay within the limit, over all orders, and start again afterwards', async () => {
  await begin({ position: '100000000', memberMinute: '1000' });
  const member = await world.member({ USDT: '100000', BTC: '100' });
  const other = await world.member({ USDT: '100000' });
  expect(outcomeOf(await world.service.place(member, marketBuy('400')))).toBe('completed');
  world.clock.advance(15_000);
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100', '1000']], bids: [['100', '1000']] });
  await world.service.sweeper.settled();
  expect(outcomeOf(await world.service.place(member, marketSell('9')))).toBe('completed');
  expect((await world.db.run(fillsOf, [member])).map(({ dealt }) => Number(dealt))).toEqual([400, 600]);
  expect(await world.service.place(member, marketSell('1'))).toEqual(refuse('house_limit'));
  expect(outcomeOf(await world.service.place(other, marketBuy('400')))).toBe('completed');
  // Stretches of fifteen seconds count whole: only a minute after its end nothing of one counts.
  world.clock.advance(59_999 - (world.clock.nowMs() % 15_000));
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100', '1000']], bids: [['100', '1000']] });
  await world.service.sweeper.settled();
  expect(await world.service.place(member, marketSell('1'))).toEqual(refuse('house_limit'));
  world.clock.advance(1);
  expect(outcomeOf(await world.service.place(member, marketSell('1')))).toBe('completed');
  expect(outcomeOf(await world.service.place(member, limitOf('buy', '100', '3')))).toBe('completed');
  expect(await world.service.place(member, marketSell('1'))).toEqual(refuse('house_limit'));
  await world.audit();
});

test('what owners put into the stock between two deals is not part of the next deal’s position', async () => {
  await begin({ position: '1000', memberMinute: '1000000' });
  const member = await world.member({ USDT: '100000' });
  const positionsOf = async () => (await world.db.run(fillsOf, [member])).map(({ position: at }) => Number(at));
  expect(outcomeOf(await world.service.place(member, marketBuy('300')))).toBe('completed');
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'house-funding', id: 'between' },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: COIN.BTC }, { house: 'spot', coinId: COIN.BTC }, amount('50'))],
    },
  ]);
  const [before = Number.NaN] = await positionsOf();
  expect(outcomeOf(await world.service.place(member, marketBuy('300')))).toBe('completed');
  expect(outcomeOf(await world.service.place(member, marketBuy('100')))).toBe('completed');
  expect((await positionsOf()).map((at) => before - at)).toEqual([0, 3, 6]);
  await world.audit();
});

test('orders of a member whose minute is used up block nobody behind them', async () => {
  await begin({ position: '100000000', memberMinute: '1000' });
  await quote({ asks: [['110', '1000']] });
  const [busy, other] = [await world.member({ USDT: '1000000', BTC: '100' }), await world.member({ USDT: '1000000' })];
  await world.service.place(busy, limitOf('buy', '105', '20'));
  await world.service.place(other, limitOf('buy', '100', '1'));
  await quote();
  expect((await world.db.run(fillsOf, [busy])).map(({ quantity }) => Number(quantity))).toEqual([10]);
  expect((await world.db.run(fillsOf, [other])).map(({ quantity }) => Number(quantity))).toEqual([1]);
  await quote();
  expect((await world.db.run(fillsOf, [busy])).map(({ quantity }) => Number(quantity))).toEqual([10, 10]);
  await world.audit();
});

test('two concurrent processes deal within both limits together', async () => {
  await begin({ position: '1000', memberMinute: '300' });
  const connection = openDb(world.url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db: world.db, clock: world.clock });
  const log = {
    error: (details: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(details)}`);
    },
  };
  const other = new SpotService({
    db: world.db,
    market: world.market,
    writer,
    clock: world.clock,
    log,
    settings: {
      freshSeconds: () => 5,
      spotFee: () => rate('0.001'),
      maxOpenOrders: () => null,
      depthRecovery: () => 30,
      priceBand: () => rate('0.5'),
      limits: () => ({ position: amount(limits.position), memberMinute: amount(limits.memberMinute) }),
    },
  });
  other.sweeper.start();
  await quote();
  await other.sweeper.settled();
  const members = await Promise.all(Array.from({ length: 8 }, () => world.member({ USDT: '100000' })));
  // Each member 200 twice, of 300 a minute; 2400 in all, of 1000 in the coin.
  await Promise.all(
    members.flatMap((memberId) => [
      world.service.place(memberId, marketBuy('200')),
      other.place(memberId, marketBuy('200')),
    ]),
  );
  expect(await held()).toBeGreaterThanOrEqual(amount('-10'));
  expect(await held()).toBeLessThan(amount('-9.9'));
  await world.audit();
  await other.sweeper.stop();
  await writer.drained();
  await connection.close();
});

test('whatever is ordered, the position stays within the limit or moves towards it, and no member exceeds a minute', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('place' as const),
        who: fc.nat(2),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        at: fc.integer({ min: 98, max: 102 }),
        num: fc.integer({ min: 1, max: 60 }),
        waits: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.integer({ min: 1, max: 40_000 }),
        mid: fc.integer({ min: 98, max: 102 }),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await begin({ position: '1000', memberMinute: '900' });
      const members = await Promise.all([0, 1, 2].map(() => world.member({ USDT: '100000', BTC: '1000' })));
      const book = async (mid: number): Promise<void> => {
        world.market.setTick('btcusdt', String(mid));
        world.market.setMark('btcusdt', String(mid));
        world.market.setBook('btcusdt', {
          asks: [
            [`${mid}.1`, '5'],
            [`${mid}.3`, '50'],
          ],
          bids: [
            [`${mid - 1}.9`, '5'],
            [`${mid - 1}.7`, '50'],
          ],
        });
        await world.service.sweeper.settled();
      };
      let mid = 100;
      await book(mid);
      for (const each of steps) {
        const before = await held();
        if (each.do === 'pass') {
          mid = each.mid;
          world.clock.advance(each.ms);
          await book(mid);
        } else {
          const num = format(amount(String(each.num)));
          await world.service.place(
            members[each.who] ?? '',
            each.waits
              ? limitOf(each.side, String(each.at), num)
              : each.side === 'buy'
                ? marketBuy(String(each.num * 100))
                : marketSell(num),
          );
        }
        const after = await held();
        const size = (of: Amount): Amount => (of < 0n ? -of : of) as Amount;
        const isWithin = notional(price(String(mid)), size(after), 'up') <= amount('1000');
        const isBack = size(after) <= size(before) && after < 0n === before < 0n;
        expect(isWithin || isBack, `${format(before)} to ${format(after)} at ${mid}`).toBe(true);
      }
      await world.audit();
    }),
    { numRuns: 25 },
  );
}, 120_000);
