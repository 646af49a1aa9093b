import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const RECOMPUTE = fileURLToPath(new URL('recompute.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-recompute-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CSV = `open_time,open,high,low,close,volume
2023-03-10 00:00:00+00:00,20000,20100,19950,20050,1
2023-03-10 00:01:00+00:00,20050,20060,19500,19600,9e-05
`;
const START_MS = Date.parse('2023-03-10T00:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const written = (cents: number): string => `${(cents / 100).toFixed(2)}000000`;

interface Mark {
  seq: number;
  time: string;
  price: string;
  previous: string;
  hash: string;
  held?: true;
  sources: { name: string; bid: string; ask: string; time: string }[];
  market: string;
}

/** A mark of two venues, a cent on either side of the file's price. */
function mark(
  seq: number,
  timeMs: number,
  fileSeconds: number,
  cents: number,
  previous: string,
  more: Partial<Mark> = {},
): Mark {
  const sources = ['replay-1', 'replay-2'].map((name) => ({
    ask: written(cents + 1),
    bid: written(cents - 1),
    name,
    time: iso(START_MS + fileSeconds * 1000),
  }));
  const bare = { ...more, market: 'btcusdt', previous, price: written(cents), seq, sources, time: iso(timeMs) };
  const text = JSON.stringify(Object.fromEntries(Object.entries(bare).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return { ...bare, hash: createHash('sha256').update(text).digest('hex') };
}
/** Steps of the file: quarter minutes at 20000, 19950, 20100, 20050, 20050, 20060, 19500, 19600. */
const STEPS = [
  [7.5, 2_000_000],
  [22.5, 1_995_000],
  [37.5, 2_010_000],
  [52.5, 2_005_000],
  [67.5, 2_005_000],
  [82.5, 2_006_000],
] as const;
function tape(changes: Readonly<Record<number, Partial<Mark>>> = {}): Mark[] {
  const marks: Mark[] = [];
  for (const [index, [fileSeconds, cents]] of STEPS.entries())
    marks.push(
      mark(
        index + 1,
        1_000 + index * 500,
        fileSeconds,
        cents,
        marks.at(-1)?.hash ?? '0'.repeat(64),
        changes[index + 1],
      ),
    );
  return marks;
}
const TAPE = tape();

/** Its line is the second mark, at the first minute's low; the fourth, a second later, decides. */
const ORDER = {
  id: 1,
  direction: 1,
  stake: '10.00000005',
  rate: '0.5',
  seconds: 1,
  placedMs: 400,
  delayMs: 1_000,
  expiresMs: 2_500,
  outcome: 'win',
  ploss: '5.00000002',
  line: { seq: 2, price: '19950', marks: TAPE },
  exit: { seq: 4, price: '20050', marks: TAPE },
};

function judge(order: object, away: readonly (readonly number[])[] = []): Promise<{ status: number; output: string }> {
  writeFileSync(join(folder, 'candles.csv'), CSV);
  writeFileSync(join(folder, 'orders.jsonl'), `${JSON.stringify({ away })}\n${JSON.stringify(order)}\n`);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [RECOMPUTE, join(folder, 'candles.csv'), join(folder, 'orders.jsonl')],
      (error, output) => resolve({ status: error ? Number(error.code) : 0, output }),
    );
  });
}

test('a result that is the file’s agrees', async () => {
  expect(await judge(ORDER)).toEqual({ status: 0, output: expect.stringContaining('1 of 1 agree') as string });
});

test('winnings are halved to even, losses are the stake, and equal prices a tie', async () => {
  expect((await judge({ ...ORDER, stake: '10.00000015', ploss: '5.00000008' })).status).toBe(0);
  expect((await judge({ ...ORDER, direction: 2, outcome: 'lose', ploss: '-10.00000005' })).status).toBe(0);
  const tie = {
    placedMs: 1_400,
    seconds: 0.5,
    expiresMs: 3_000,
    line: { seq: 4, price: '20050', marks: TAPE },
    exit: { seq: 5, price: '20050', marks: TAPE },
    outcome: 'tie',
    ploss: '0',
  };
  expect(await judge({ ...ORDER, ...tie })).toMatchObject({ status: 0 });
});

test('a mark that was held back is neither line nor exit', async () => {
  const held = tape({ 4: { held: true } });
  const [line, exit] = [
    { ...ORDER.line, marks: held },
    { seq: 3, price: '20100', marks: held },
  ];
  expect((await judge({ ...ORDER, line, exit })).status).toBe(0);
  expect((await judge({ ...ORDER, line, exit: { ...ORDER.exit, marks: held } })).output).toMatch(
    /is not the mark that decides/,
  );
});

const forged = TAPE.map((each) => (each.seq === 4 ? { ...each, price: '20060.00000000' } : each));

test.each([
  ['another outcome', { outcome: 'lose', ploss: '-10.00000005' }, /is recorded as a lose and is a win/],
  ['another profit', { ploss: '5.00000003' }, /brought 5.00000003/],
  ['another line price', { line: { ...ORDER.line, price: '19951' } }, /line 19951 is not the first mark/],
  [
    'a line before its delay was over',
    { line: { ...ORDER.line, seq: 1, price: '20000' }, expiresMs: 2_000 },
    /is not the first mark/,
  ],
  [
    'a line that was not the first',
    { line: { ...ORDER.line, seq: 3, price: '20100' }, expiresMs: 3_000 },
    /is not the first mark/,
  ],
  ['another exit price', { exit: { ...ORDER.exit, price: '20051' } }, /exit 20051 is not the mark/],
  ['an exit before the last', { exit: { ...ORDER.exit, seq: 3, price: '20100' } }, /exit 20100 is not the mark/],
  [
    'a tape that ends before the expiry',
    { exit: { ...ORDER.exit, marks: TAPE.slice(0, 4) } },
    /before its last mark was known/,
  ],
  ['a mark with another price', { exit: { ...ORDER.exit, price: '20060', marks: forged } }, /does not carry its hash/],
  [
    'a mark that is missing',
    { exit: { ...ORDER.exit, marks: TAPE.filter(({ seq }) => seq !== 3) } },
    /marks are missing before 4/,
  ],
  [
    'a venue that shows what the file does not',
    { line: { ...ORDER.line, marks: [mark(1, 1_000, 7.5, 2_100_000, '0'.repeat(64)), ...TAPE.slice(1)] } },
    /not the file's/,
  ],
  ['an expiry moved by a millisecond', { expiresMs: 2_501 }, /does not expire when it should/],
  ['a void though prices were there', { exit: null, outcome: 'void', ploss: '0' }, /is void though/],
  ['no line though marks were there', { line: null, exit: null, outcome: 'void', ploss: '0' }, /has no line though/],
])('%s is found', async (_what, change, sentence) => {
  const { status, output } = await judge({ ...ORDER, ...change });
  expect(status).toBe(1);
  expect(output).toMatch(sentence);
});

test('a void while the server was away is right', async () => {
  expect(
    (await judge({ ...ORDER, line: null, exit: null, outcome: 'void', ploss: '0' }, [[1_000, 6_500]])).status,
  ).toBe(0);
  expect((await judge({ ...ORDER, exit: null, outcome: 'void', ploss: '0' }, [[2_000, 62_500]])).status).toBe(0);
});
