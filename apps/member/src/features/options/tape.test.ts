import type { OptionOrder } from '@plimsoll/contract';
import { amount, format, price } from '@plimsoll/money';
import { FIRST_PREVIOUS, tickHash, verifyOption, type TapeTick } from '@plimsoll/proof';
import { expect, test } from 'vitest';
import { drawTape } from './tape-drawing.ts';
import { settledOf, stretchOf, tickOf, type WireTick } from './tape.ts';

const BEGAN = Date.UTC(2026, 10, 21, 12);
const iso = (ms: number): string => new Date(ms).toISOString();

/** A tick a second, sequences two apart, every price a step above the one before. */
function makeTape(count: number): WireTick[] {
  const ticks: WireTick[] = [];
  let previous = FIRST_PREVIOUS;
  for (let at = 0; at < count; at += 1) {
    const timeMs = BEGAN + at * 1000;
    const bare = { symbol: 'btcusdt', seq: 10 + 2 * at, source: 'replay', sourceTimeMs: timeMs, receiveTimeMs: timeMs, price: price(String(100 + at)), size: amount('1'), previous };
    const hash = tickHash(bare);
    ticks.push({ seq: bare.seq, source: bare.source, source_time: iso(timeMs), time: iso(timeMs), price: format(bare.price), size: format(bare.size), previous, hash });
    previous = hash;
  }
  return ticks;
}

const tape = makeTape(40);
const named = (at: number) => {
  const { seq, time, price: of, hash } = tape[at] as WireTick;
  return { seq, time, price: of, hash };
};

const order = {
  order_id: 1, m_id: 1, symbol: 'btcusdt', coinname: 'BTC/USDT', status: 2, is_win: 1, ploss: '24.00000000', sellprice: '130.00000000', buyprice: '100.00000000',
  time: 30, count_down: 0, hyzd: 1, hyzd_text: 'Up', num: '30.00000000', decimals: 8, buytime: iso(BEGAN + 500), selltime: iso(BEGAN + 30_500), outcome: 'win',
  rate: '0.80000000', terms_version: 7, fresh_seconds: 5, entry_tick: named(0), exit_tick: named(30), last_tick: null, journal: 9, paidtime: iso(BEGAN + 31_000),
} satisfies OptionOrder;

/** A server that answers so many ticks at once. */
const server = (ticks: readonly WireTick[], size: number, asked: number[] = []) => (from: number) => {
  asked.push(from);
  return Promise.resolve(ticks.filter(({ seq }) => seq >= from).slice(0, size));
};

test('the stretch is read page by page, from the entry to the first ticks after the expiry', async () => {
  const asked: number[] = [];
  const stretch = await stretchOf(order, server(tape, 7, asked));
  expect(stretch.map(({ seq }) => seq)).toEqual(tape.slice(0, 33).map(({ seq }) => seq));
  expect(asked).toEqual([10, 23, 37, 51, 65]);
});

test('where the tape ends before the expiry, the stretch ends with it', async () => {
  const stretch = await stretchOf(order, server(tape.slice(0, 12), 7));
  expect(stretch).toHaveLength(12);
});

test('a server that repeats itself is not asked for ever', async () => {
  expect(await stretchOf(order, () => Promise.resolve(tape.slice(0, 3)))).toHaveLength(3);
});

const check = async (told: OptionOrder, ticks: readonly WireTick[]) => {
  const settled = settledOf(told);
  if (!settled) throw new Error('it is open');
  const stretch: TapeTick[] = (await stretchOf(told, server(ticks, 2000), 1)).map((tick) => tickOf('btcusdt', tick));
  return verifyOption(settled, stretch);
};

test('a settled order and its tape hold, and one changed tick does not', async () => {
  expect(await check(order, tape)).toMatchObject({ holds: true, ticks: 32 });
  const tampered = tape.map((tick) => (tick.seq === named(20).seq ? { ...tick, price: '119.50000000' } : tick));
  expect(await check(order, tampered)).toMatchObject({ holds: false, steps: { chain: false, outcome: true } });
});

test('an order that was told another outcome does not hold', async () => {
  expect(await check({ ...order, outcome: 'lose', ploss: '-30.00000000' }, tape)).toMatchObject({ holds: false, steps: { chain: true, outcome: false, profit: false } });
});

test('a win is checked to the places that its coin had', async () => {
  const odd = { ...order, num: '33.33000000', rate: '0.75000000', ploss: '25.00000000' };
  expect(await check({ ...odd, decimals: 2 }, tape)).toMatchObject({ holds: true });
  expect(await check({ ...odd, decimals: 8 }, tape)).toMatchObject({ holds: false, steps: { outcome: true, profit: false } });
});

test('an open order is nothing to be checked', () => {
  expect(settledOf({ ...order, status: 1, outcome: null, ploss: null, exit_tick: null })).toBeUndefined();
});

test('a stretch is drawn around its line, and what came after the expiry apart', () => {
  const ticks = tape.slice(0, 33).map((tick) => tickOf('btcusdt', tick));
  const drawing = drawTape(ticks, BEGAN + 30_500, { width: 100, height: 60, margin: 10 });
  expect(drawing.lineY).toBe(30);
  expect(drawing.counted.startsWith('M10.0 30.0')).toBe(true);
  expect(drawing.expiryX).toBeGreaterThan(drawing.exit?.x ?? 100);
  expect(drawing.later).not.toBe('');
  expect(drawTape(ticks.slice(0, 1), BEGAN + 30_500, { width: 100, height: 60, margin: 10 })).toMatchObject({ later: '', lineY: 30 });
  expect(drawTape([], BEGAN, { width: 100, height: 60, margin: 10 })).toMatchObject({ counted: '', area: '', exit: undefined });
});
