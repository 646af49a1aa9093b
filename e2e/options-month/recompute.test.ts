import { execFile } from 'node:child_process';
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
const at = (seconds: number) => START_MS + seconds * 1000;
const tick = (fileSeconds: number, timeMs: number, price: string) => ({ seq: timeMs, sourceMs: at(fileSeconds), timeMs, price });

/** Line at the first minute's low, settled at its close; at thirty times life a quarter minute passes in half a second. */
const ORDER = {
  id: 1, direction: 1, stake: '10.00000005', rate: '0.5', seconds: 1, placedMs: 1_600, expiresMs: 2_600, outcome: 'win', ploss: '5.00000002',
  entry: tick(22.5, 1_500, '19950'), exit: tick(52.5, 2_500, '20050'), next: tick(67.5, 3_000, '20050'),
};

/** Status and words of the program over one order. */
function judge(order: object, away: readonly (readonly number[])[] = []): Promise<{ status: number; said: string }> {
  writeFileSync(join(folder, 'candles.csv'), CSV);
  writeFileSync(join(folder, 'orders.jsonl'), `${JSON.stringify({ away })}\n${JSON.stringify(order)}\n`);
  return new Promise((resolve) => {
    execFile(process.execPath, [RECOMPUTE, join(folder, 'candles.csv'), join(folder, 'orders.jsonl')], (error, said) => resolve({ status: error ? Number(error.code) : 0, said }));
  });
}

test('a result that is the file’s agrees', async () => {
  expect(await judge(ORDER)).toEqual({ status: 0, said: expect.stringContaining('1 of 1 agree') as string });
});

test('winnings are halved to even, losses are the stake, and equal prices a tie', async () => {
  expect((await judge({ ...ORDER, stake: '10.00000015', ploss: '5.00000008' })).status).toBe(0);
  expect((await judge({ ...ORDER, direction: 2, outcome: 'lose', ploss: '-10.00000005' })).status).toBe(0);
  expect((await judge({ ...ORDER, entry: tick(52.5, 1_500, '20050'), exit: tick(67.5, 2_500, '20050'), next: tick(82.5, 3_000, '20060'), outcome: 'tie', ploss: '0' })).status).toBe(0);
});

test.each([
  ['another outcome', { outcome: 'lose', ploss: '-10.00000005' }, /is told to be a lose and is a win/],
  ['another profit', { ploss: '5.00000003' }, /brought 5.00000003/],
  ['another line', { entry: { ...ORDER.entry, price: '19951' } }, /line 19951 is not the file's/],
  ['another exit price', { exit: { ...ORDER.exit, price: '20051' } }, /exit 20051 is not the file's/],
  ['an exit tick before the last', { exit: tick(37.5, 2_000, '20100') }, /passes over a tick/],
  ['an exit tick after the expiry', { exit: tick(52.5, 2_601, '20050') }, /of another time/],
  ['a line from the future', { entry: tick(22.5, 1_601, '19950') }, /from the future/],
  ['a next tick that came in time', { next: tick(67.5, 2_600, '20050') }, /before its last tick/],
  ['an expiry moved by a millisecond', { expiresMs: 2_601 }, /does not expire when it should/],
  ['a void though prices were there', { exit: null, next: null, outcome: 'void', ploss: '0' }, /is void though/],
])('%s is found', async (_what, change, sentence) => {
  const { status, said } = await judge({ ...ORDER, ...change });
  expect(status).toBe(1);
  expect(said).toMatch(sentence);
});

test('a void while the server was away is right', async () => {
  expect((await judge({ ...ORDER, exit: null, next: null, outcome: 'void', ploss: '0' }, [[2_000, 2_500]])).status).toBe(0);
});

test('a tick heard and not yet written when the power went is no one’s; one passed over long before is', async () => {
  const passing = { ...ORDER, exit: tick(37.5, 2_500, '20100'), next: tick(82.5, 9_000, '20060'), outcome: 'win' };
  expect((await judge(passing, [[3_200, 4_000]])).status).toBe(0);
  expect((await judge(passing, [[3_600, 4_000]])).status).toBe(1);
});
