import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { untilPriced } from '../apps/server/src/testing/until-priced.ts';
import { registerMember, type Member } from './support/member.ts';

const TIMEOUT = 240_000;
const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const MAX_LINES = 100;
const PYTHON = 'python3';
const hasPython = spawnSync(PYTHON, ['--version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-examples-'));
let server: ChildServer;

beforeAll(async () => {
  server = await startChildServer({
    dataDir: join(folder, 'data'),
    env: { FEED: 'simulated', FEED_RATE: '2', FEED_SEED: 'examples' },
  });
}, TIMEOUT);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

async function run(
  program: string,
  script: string,
  args: readonly string[],
): Promise<{ code: number; lines: string[] }> {
  const all = [join(EXAMPLES, script), '--url', server.url, ...args];
  const { stdout, code } = await promisify(execFile)(program, all, { timeout: 60_000 }).then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => {
      if (error.stderr !== '') throw new Error(error.stderr);
      return error;
    },
  );
  return { code, lines: stdout.trim().split('\n') };
}

test.each(['ccxt-bot/bot.mjs', 'recompute-option/recompute.py', 'stream-monitor/monitor.mjs'])(
  '%s is read in one sitting',
  (script) => {
    const lines = readFileSync(join(EXAMPLES, script), 'utf8').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  },
);

test('the ccxt bot reads candles, ticker and book, and says where the averages are', async () => {
  const { lines } = await run(process.execPath, 'ccxt-bot/bot.mjs', ['--rounds', '2', '--every', '1']);
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^BTC\/USDT last [\d.]+ bid [\d.]+ ask [\d.]+ short (above|below) long( BUY| SELL)?$/);
});

test('the monitor of the stream prints prices and marks', async () => {
  const { lines } = await run(process.execPath, 'stream-monitor/monitor.mjs', ['--lines', '2']);
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^btcusdt last [\d.]+ \(minute [\d.]+ to [\d.]+\) mark [\d.]+ #\d+ of \d+ sources$/);
});

async function settledOption(member: Member): Promise<Answer<'getHyOrderInfo'>> {
  const [{ hytime }, { list }, { coinList: accounts }] = await Promise.all([
    member.obtain('getHyConfig'),
    member.obtain('getMarketList'),
    member.obtain('getUserBalanceList'),
  ]);
  const market = list.find(({ symbol }) => symbol === 'btcusdt');
  const usdt = accounts.flatMap((each) => each.balanceInfo).find(({ coinName }) => coinName === 'USDT');
  await member.obtain('transfer', { c_id: String(usdt?.coinId), num: '500', from_type: '1', to_type: '2' });
  const { order_id: id } = await member.obtain('creatorder', {
    m_id: String(market?.id),
    ctime: String(hytime[0]),
    ctzed: '100',
    buytype: '1',
  });
  return vi.waitFor(
    async () => {
      const order = await member.obtain('getHyOrderInfo', { order_id: String(id) });
      expect(order.outcome).not.toBeNull();
      return order;
    },
    { timeout: 120_000, interval: 1000 },
  );
}

test(
  'the recomputation of an option agrees with the server, and finds a changed outcome',
  async (context) => {
    context.skip(!hasPython, 'needs python3');
    await untilPriced(server.url);
    const member = await registerMember(server.url, { funded: true });
    // An option is settled once its exit is certain, which may be before a later mark is on the tape.
    const order = await settledOption(member);
    const script = 'recompute-option/recompute.py';
    const checked = await run(PYTHON, script, ['--order', String(order.order_id), '--token', member.token]);
    expect(checked.lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect([checked.lines.length, checked.code]).toEqual([6, 0]);
    const file = join(folder, 'order.json');
    writeFileSync(file, JSON.stringify({ ...order, outcome: order.outcome === 'win' ? 'lose' : 'win' }));
    const changed = await run(PYTHON, script, ['--order-file', file]);
    expect(changed.lines.filter((line) => line.startsWith('WRONG'))).toHaveLength(1);
    expect(changed.code).toBe(1);
  },
  TIMEOUT,
);
