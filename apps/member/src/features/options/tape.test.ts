import type { Answer, OptionOrder } from '@plimsoll/contract';
import { format, price, type Price } from '@plimsoll/money';
import { FIRST_PREVIOUS, markHash, type TapeMark } from '@plimsoll/proof';
import { expect, test } from 'vitest';
import { drawTape } from './tape-drawing.ts';
import { goesBeyond, stretchBounds, stretchTo } from './stretch.ts';
import { checkedOf, decidedBy, settledByMarks, type TapePoint } from './tape.ts';

type WireMark = Answer<'tape'>['list'][number];

const BEGAN = Date.UTC(2026, 10, 21, 12);
const iso = (ms: number): string => new Date(ms).toISOString();

/** A mark a second except where it is silent, each a step above the one before. */
function makeTape(count: number, isSilent: (at: number) => boolean = () => false): WireMark[] {
  const marks: WireMark[] = [];
  let previous = FIRST_PREVIOUS;
  for (let at = 0; at < count; at += 1) {
    if (isSilent(at)) continue;
    const timeMs = BEGAN + at * 1000;
    const mid = price(String(100 + at));
    const bare: Omit<TapeMark, 'hash'> = {
      market: 'btcusdt',
      seq: 10 + at,
      timeMs,
      price: mid,
      held: false,
      previous,
      sources: ['a', 'b'].map((name) => ({ name, bid: (mid - 1n) as Price, ask: (mid + 1n) as Price, timeMs })),
    };
    const hash = markHash(bare);
    const sources = bare.sources.map(({ name, bid, ask }) => ({
      name,
      bid: format(bid),
      ask: format(ask),
      time: iso(timeMs),
    }));
    marks.push({ market: 'btcusdt', seq: bare.seq, time: iso(timeMs), price: format(mid), previous, sources, hash });
    previous = hash;
  }
  return marks;
}

const tape = makeTape(45);
const named = (at: number) => {
  const { seq, time, price: of, hash } = tape[at] as WireMark;
  return { seq, time, price: of, hash };
};

/** Accepted half a second before the eleventh mark; its line is the twelfth. */
const order = {
  order_id: 1,
  m_id: 1,
  symbol: 'btcusdt',
  coinname: 'BTC/USDT',
  status: 2,
  is_win: 1,
  ploss: '24.00000000',
  sellprice: '141.00000000',
  buyprice: '111.00000000',
  time: 30,
  count_down: 0,
  hyzd: 1,
  hyzd_text: 'Up',
  num: '30.00000000',
  decimals: 8,
  buytime: iso(BEGAN + 9_500),
  linetime: iso(BEGAN + 11_000),
  selltime: iso(BEGAN + 41_000),
  outcome: 'win',
  rate: '0.80000000',
  terms_version: 7,
  rules: 2,
  fresh_seconds: 5,
  line_delay: 1_000,
  line_within: 5_000,
  next_within: 60_000,
  entry_tick: named(11),
  exit_tick: named(41),
  last_tick: null,
  journal: 9,
  paidtime: iso(BEGAN + 41_000),
} satisfies OptionOrder;

/** A server that answers so many marks at once. */
const server =
  (marks: readonly WireMark[], size: number, asked: number[] = []) =>
  (from: number) => {
    asked.push(from);
    return Promise.resolve(marks.filter(({ seq }) => seq >= from).slice(0, size));
  };
const stretch = async (of: OptionOrder, ask: ReturnType<typeof server>, after = 2) => {
  const { fromSeq, endMs } = stretchBounds(of);
  return stretchTo(fromSeq, endMs, ask, after);
};

test('the stretch is read page by page, from before the line to the first marks after the expiry', async () => {
  const asked: number[] = [];
  const read = await stretch(order, server(tape, 12, asked));
  expect(read.map(({ seq }) => seq)).toEqual(tape.slice(1, 44).map(({ seq }) => seq));
  expect(asked).toEqual([11, 23, 35, 47]);
});

test('the stretch of a void option goes on until nothing can decide it any more', () => {
  const silent = { ...order, outcome: 'void', exit_tick: null, sellprice: null } satisfies OptionOrder;
  expect(stretchBounds(silent)).toEqual({ fromSeq: 11, endMs: BEGAN + 101_000 });
  const unlined = {
    ...silent,
    buyprice: null,
    linetime: null,
    selltime: null,
    entry_tick: null,
    last_tick: named(9),
  } satisfies OptionOrder;
  expect(stretchBounds(unlined)).toEqual({ fromSeq: 19, endMs: BEGAN + 15_500 });
});

test('a tape that ends before the expiry proves nothing', async () => {
  const short = await stretch(order, server(tape.slice(0, 42), 7));
  expect(short).toHaveLength(41);
  expect(checkedOf(order, { rules: 2, list: short })).toMatchObject({
    proof: { holds: false, steps: { chain: true, exit: false } },
  });
});

test('a server that repeats itself is not asked forever', async () => {
  expect(await stretch(order, () => Promise.resolve(tape.slice(0, 3)))).toHaveLength(3);
});

const check = async (of: OptionOrder, marks: readonly WireMark[]) =>
  checkedOf(of, { rules: 2, list: await stretch(of, server(marks, 2000), 1) });

test('a settled order and its tape hold, and one changed mark does not', async () => {
  expect(await check(order, tape)).toMatchObject({
    proof: { holds: true },
    outcome: 'win',
    expiresAtMs: BEGAN + 41_000,
    exit: { seq: named(41).seq },
  });
  const tampered = tape.map((mark) => (mark.seq === named(20).seq ? { ...mark, price: '119.50000000' } : mark));
  expect(await check(order, tampered)).toMatchObject({
    proof: { holds: false, steps: { chain: false, outcome: true } },
  });
});

test('an order with another outcome, or another line, does not hold', async () => {
  expect(await check({ ...order, outcome: 'lose', ploss: '-30.00000000' }, tape)).toMatchObject({
    proof: { holds: false, steps: { chain: true, outcome: false, profit: false } },
  });
  expect(await check({ ...order, buyprice: '112.00000000', entry_tick: named(12) }, tape)).toMatchObject({
    proof: { holds: false, steps: { chain: true, entry: false } },
  });
});

test('the deciding rule is reported: the last mark by the expiry, the first after it, or none', async () => {
  expect([decidedBy(order), decidedBy({ ...order, rules: 1 }), decidedBy({ ...order, exit_tick: null })]).toEqual([
    'mark',
    'trade',
    'none',
  ]);
  expect(await check(order, tape)).toMatchObject({ decidedBy: 'mark' });
  // Nothing for eight seconds before the expiry: the first after it decides.
  const silent = makeTape(45, (at) => at > 33 && at < 43);
  const at = (seq: number) => silent.find((mark) => mark.seq === seq) ?? silent[0];
  const [line, exit] = [at(named(11).seq), at(named(43).seq)];
  if (!line || !exit) throw new Error('the tape is too short');
  const next = {
    ...order,
    entry_tick: { ...named(11), hash: line.hash },
    exit_tick: { ...named(43), hash: exit.hash },
    sellprice: exit.price,
  };
  expect(decidedBy(next)).toBe('next');
  expect(await check(next, silent)).toMatchObject({
    decidedBy: 'next',
    proof: { holds: true },
    exit: { seq: exit.seq },
  });
});

test('a win is checked to the places of its coin', async () => {
  const odd = { ...order, num: '33.33000000', rate: '0.75000000', ploss: '25.00000000' };
  expect(await check({ ...odd, decimals: 2 }, tape)).toMatchObject({ proof: { holds: true } });
  expect(await check({ ...odd, decimals: 8 }, tape)).toMatchObject({
    proof: { holds: false, steps: { outcome: true, profit: false } },
  });
});

test('an open order cannot be checked', () => {
  expect(settledByMarks({ ...order, status: 1, outcome: null, ploss: null, exit_tick: null })).toBeUndefined();
});

test('a stretch is drawn around its line, and what came after the expiry separately', () => {
  const points = tape.slice(0, 33).map((mark): TapePoint => ({
    seq: mark.seq,
    atMs: Date.parse(mark.time),
    price: price(mark.price),
    hash: mark.hash,
  }));
  const drawing = drawTape(points, BEGAN + 30_500, points[19], { width: 100, height: 60, margin: 10 });
  expect(drawing.lineY).toBe(30);
  expect(drawing.counted.startsWith('M10.0 30.0')).toBe(true);
  expect(drawing.expiryX).toBeGreaterThan(drawing.exit?.x ?? 100);
  expect(drawing.later).not.toBe('');
  const next = drawTape(points, BEGAN + 30_500, points.at(-1), { width: 100, height: 60, margin: 10 });
  expect(next.exit?.x).toBeGreaterThan(next.expiryX);
  expect(drawTape(points.slice(0, 1), BEGAN + 30_500, points[0], { width: 100, height: 60, margin: 10 })).toMatchObject(
    { later: '', lineY: 30 },
  );
  expect(drawTape([], BEGAN, undefined, { width: 100, height: 60, margin: 10 })).toMatchObject({
    counted: '',
    area: '',
    exit: undefined,
  });
});

test('a tape goes on beyond an end once a mark after it is there; one up to the end does not', () => {
  const { endMs } = stretchBounds(order);
  const upTo = tape.filter(({ time }) => Date.parse(time) <= endMs);
  expect(goesBeyond({ rules: 2, list: [] }, order)).toBe(false);
  expect(goesBeyond({ rules: 2, list: upTo }, order)).toBe(false);
  expect(goesBeyond({ rules: 2, list: tape.slice(0, upTo.length + 1) }, order)).toBe(true);
});
