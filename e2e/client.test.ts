import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, Refused, type Bar, type Mark, type NewsFrame } from '@plimsoll/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';

const TIMEOUT = 240_000;
const EXAMPLE = fileURLToPath(new URL('../examples/client/first-order.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-client-'));
const password = 'quay4load7line';
let server: ChildServer;

beforeAll(async () => {
  server = await startChildServer({
    dataDir: join(folder, 'data'),
    env: { FEED: 'simulated', FEED_RATE: '2', FEED_SEED: 'client' },
  });
}, TIMEOUT);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

async function newClient(email: string) {
  const client = createClient({ url: server.url });
  await client.call('register', { type: '2', email, password, repassword: password });
  return client;
}

test('a member registers, is refused with a reason, logs out and in again, and the token follows', async () => {
  const client = await newClient('anna@example.org');
  const first = client.token;
  expect(first).toMatch(/^[\w-]{43}$/);
  const bought = client.call('transfer', { c_id: 1, num: '5', from_type: '1', to_type: '2' });
  await expect(bought).rejects.toBeInstanceOf(Refused);
  await expect(bought).rejects.toMatchObject({ reason: 'insufficient_balance', code: 0 });
  await client.call('logout');
  expect(client.token).toBeUndefined();
  await expect(client.call('getKeys')).rejects.toMatchObject({ reason: 'login_required', code: 401 });
  await client.call('login', { username: 'anna@example.org', password });
  expect(client.token).not.toBe(first);
  expect(await client.call('getKeys')).toEqual({ list: [] });
});

test('money moves once for a key that is given twice', async () => {
  const client = await newClient('bert@example.org');
  await client.call('demoFunds');
  const move = { c_id: 1, num: '5', from_type: '1', to_type: '2' } as const;
  for (let turn = 0; turn < 2; turn += 1) await client.call('transfer', move, { idempotencyKey: 'written-down' });
  const { coinList } = await client.call('getUserBalanceList');
  const options = coinList.find(({ type }) => type === 2)?.balanceInfo.find(({ coinName }) => coinName === 'USDT');
  expect(options?.balance).toBe('5.00000000');
});

test('the stream brings bars and marks, and the member’s news from its beginning on', async () => {
  const client = await newClient('cleo@example.org');
  const [bars, marks, news]: [Bar[], Mark[], NewsFrame[]] = [[], [], []];
  const [begun, error] = [vi.fn<() => void>(), vi.fn<(error: string, key: string | null) => void>()];
  const stream = client.stream({ onNews: (frame) => news.push(frame), onBegun: begun, onError: error });
  stream.bars('btcusdt', '1', (bar) => bars.push(bar));
  const stop = stream.marks('btcusdt', (mark) => marks.push(mark));
  stream.marks('nosuch', () => undefined);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  await client.call('demoFunds');
  await vi.waitFor(() => expect(news.map(({ event }) => event)).toContain('balance'));
  await vi.waitFor(() => expect([bars.length > 0, marks.length > 0]).toEqual([true, true]));
  expect(error).toHaveBeenCalledWith('unknown_key', 'nosuch_mark');
  expect(marks[0]?.mark.price).toMatch(/^\d+\.\d{8}$/);
  stop();
  stream.close();
});

test('the example registers a member, is refused, and places and cancels an order', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE, '--url', server.url], { timeout: 60_000 });
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^registered first-\d+@example\.org$/),
    expect.stringMatching(/^BTC\/USDT last \d+\.\d{8}$/),
    expect.stringMatching(/^refused: \w+$/),
    expect.stringMatching(/^placed at \d+$/),
    'cancelled, as the news says',
  ]);
});
