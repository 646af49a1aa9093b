import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';

/** Random days tried; `OPTION_DAYS` for more. */
const DAYS = Number(process.env['OPTION_DAYS'] ?? 8);
const MEMBERS = 3;
const BALANCE = 1_000_00;

/** In cents of USDT: what the plain model reckons with, apart from the server's own arithmetic. */
const cents = (value: number): string => (value / 100).toFixed(2);
const SECONDS = [30, 60, 120] as const;
const RATES: Readonly<Record<number, number>> = { 30: 75, 60: 80, 120: 82 };

const price = fc.integer({ min: 99, max: 101 });
const event = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constant('take' as const),
      who: fc.nat(MEMBERS - 1),
      seconds: fc.constantFrom(...SECONDS),
      stake: fc.integer({ min: 5_00, max: 400_00 }),
      up: fc.boolean(),
    }),
  },
  // Prices come evenly while time goes by: none at all, now and then, or as an open market's.
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.integer({ min: 10, max: 30_000 }),
      prices: fc.array(price, { maxLength: 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.constant(30_000),
      prices: fc.array(price, { minLength: 9, maxLength: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('race' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('restart' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** How options ended on paper, in all days together. */
const seen = new Set<string>();

interface Bet {
  who: number;
  stake: number;
  seconds: number;
  up: boolean;
  placedMs: number;
  line: number | null;
  endMs: number;
}

/** The rules on paper: marks as they came, bets as they were placed, balances in cents. */
class Paper {
  readonly #marks: { atMs: number; price: number }[] = [];
  #bets: Bet[] = [];
  readonly free = Array.from({ length: MEMBERS }, () => BALANCE);
  readonly staked = Array.from({ length: MEMBERS }, () => 0);
  house = 0;

  mark(atMs: number, price: number): void {
    this.#marks.push({ atMs, price });
  }

  /** Whether it is accepted. */
  take(atMs: number, who: number, seconds: number, stake: number, up: boolean): boolean {
    const last = this.#marks.at(-1);
    if (!last || atMs - last.atMs > 5_000) return false;
    if (stake < 10_00 || stake > (this.free[who] ?? 0)) return false;
    this.#bets.push({ who, stake, seconds, up, placedMs: atMs, line: null, endMs: Number.NaN });
    this.free[who] = (this.free[who] ?? 0) - stake;
    this.staked[who] = (this.staked[who] ?? 0) + stake;
    return true;
  }

  /** How many end by now. */
  settle(nowMs: number): number {
    const left: Bet[] = [];
    for (const bet of this.#bets) {
      this.#draw(bet);
      const exit = this.#exit(bet, nowMs);
      if (exit === 'unknown') left.push(bet);
      else this.#end(bet, exit);
    }
    const count = this.#bets.length - left.length;
    this.#bets = left;
    return count;
  }

  #draw(bet: Bet): void {
    const mark = this.#marks.find(({ atMs }) => atMs >= bet.placedMs + 1_000 && atMs <= bet.placedMs + 6_000);
    if (!mark) return;
    bet.line = mark.price;
    bet.endMs = mark.atMs + bet.seconds * 1000;
  }

  /** The price that ends a bet by now; null for none ever, `unknown` while one may come. */
  #exit({ line, placedMs, endMs }: Bet, nowMs: number): number | null | 'unknown' {
    if (line === null) return nowMs >= placedMs + 6_000 ? null : 'unknown';
    if (nowMs < endMs) return 'unknown';
    const last = this.#marks.findLast(({ atMs }) => atMs <= endMs);
    if (last && endMs - last.atMs <= 5_000) return last.price;
    const next = this.#marks.find(({ atMs }) => atMs > endMs && atMs <= endMs + 60_000);
    if (next) seen.add('next');
    return next ? next.price : nowMs >= endMs + 60_000 ? null : 'unknown';
  }

  #end({ who, stake, seconds, up, line }: Bet, exit: number | null): void {
    const moved = exit === null || line === null ? 0 : Math.sign(exit - line) * (up ? 1 : -1);
    // Stakes are whole cents and rates whole hundredths: exact to a hundredth of a cent.
    const gain = moved > 0 ? (stake * (RATES[seconds] ?? 0)) / 100 : moved < 0 ? -stake : 0;
    seen.add(line === null ? 'no line' : exit === null ? 'void' : moved > 0 ? 'win' : moved < 0 ? 'lose' : 'tie');
    this.staked[who] = (this.staked[who] ?? 0) - stake;
    this.free[who] = (this.free[who] ?? 0) + stake + gain;
    this.house -= gain;
  }
}

let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld();
});
afterAll(() => world.close());

const inCents = (text: string): number => Number(text) * 100;

test('whatever is staked, however prices and time go and servers come, all balances are what the rules on paper say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 10, maxLength: 60, size: 'max' }),
      async (events: readonly Event[]) => {
        const paper = new Paper();
        const surprises: string[] = [];
        const [houseBefore] = await world.house();
        const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.staker(cents(BALANCE))));
        // Long silent: nothing of the day before is fresh.
        world.clock.advance(60_000);
        let settlers = [world.service.settler, world.another().settler];
        const settleAll = async () => {
          const expected = paper.settle(world.clock.nowMs());
          const counts = await Promise.all(settlers.map((settler) => settler.settleAll()));
          expect(counts.reduce((all, count) => all + count, 0)).toBe(expected);
          world.clock.advance(1);
        };
        for (const each of events) {
          if (each.does === 'take') {
            const expected = paper.take(world.clock.nowMs(), each.who, each.seconds, each.stake, each.up);
            const result = await world.take(members[each.who] ?? '', {
              seconds: each.seconds,
              stake: cents(each.stake),
              way: each.up ? 'up' : 'down',
            });
            if (result.ok !== expected) surprises.push(`${JSON.stringify(each)}: ${JSON.stringify(result)}`);
          } else if (each.does === 'wait') {
            const stepMs = Math.floor(each.ms / (each.prices.length + 1));
            for (const at of each.prices) {
              world.clock.advance(stepMs);
              paper.mark(world.clock.nowMs(), at);
              world.market.setMark('btcusdt', String(at));
            }
            world.clock.advance(each.ms - stepMs * each.prices.length);
          } else {
            await settleAll();
            if (each.does === 'restart') {
              settlers = [world.another().settler, world.another().settler];
              world.clock.advance(each.ms);
            }
          }
        }
        world.clock.advance(250_000);
        await settleAll();
        expect(surprises).toEqual([]);
        for (const [who, memberId] of members.entries()) {
          const [free, staked] = await world.balances(memberId);
          expect([inCents(free), inCents(staked)]).toEqual([expect.closeTo(paper.free[who] ?? 0, 6), 0]);
        }
        const [house, held] = await world.house();
        expect(inCents(house) - inCents(houseBefore)).toBeCloseTo(paper.house, 4);
        expect(held).toBe('0.00000000');
        await world.audit();
      },
    ),
    { numRuns: DAYS },
  );
  expect([...seen].sort()).toEqual(['lose', 'next', 'no line', 'tie', 'void', 'win']);
}, 600_000);
