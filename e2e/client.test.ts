import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, Refused, type Bar, type Mark, type NewsFrame } from '@plimsoll/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';

const TIMEOUT = 240_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/client/first-order.mjs');
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

/** What a program of Node prints. */
async function printed(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 }).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    },
  );
  return stdout.trim().split('\n');
}
const FIRST_ORDER = [
  expect.stringMatching(/^registered first-\d+@example\.org$/),
  expect.stringMatching(/^BTC\/USDT last \d+\.\d{8}$/),
  expect.stringMatching(/^refused: \w+$/),
  expect.stringMatching(/^placed at \d+$/),
  'cancelled, as the news says',
];

test('the example registers a member, is refused, and places and cancels an order', async () => {
  expect(await printed(EXAMPLE, '--url', server.url)).toEqual(FIRST_ORDER);
});

test(
  'what `npm run client` writes is installed elsewhere: it runs without TypeScript, and its types hold',
  async () => {
    const elsewhere = join(folder, 'elsewhere');
    await printed(join(ROOT, 'tools/client.ts'), join(elsewhere, 'node_modules/@plimsoll/client'));
    const program = join(elsewhere, 'first-order.mjs');
    writeFileSync(program, readFileSync(EXAMPLE));
    expect(await printed('--no-strip-types', program, '--url', server.url)).toEqual(FIRST_ORDER);
    const typed = join(elsewhere, 'typed.mts');
    writeFileSync(
      typed,
      `import { createClient } from '@plimsoll/client';
const client = createClient({ url: '' });
export const close: string | undefined = (await client.call('getMarketList')).list[0]?.close;
// @ts-expect-error -- an amount is text
await client.call('transfer', { c_id: 1, num: 5, from_type: '1', to_type: '2' });
`,
    );
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2024,dom', '--ignoreConfig'];
    expect(await printed(join(ROOT, 'node_modules/typescript/bin/tsc'), ...strict, typed)).toEqual(['']);
  },
  TIMEOUT,
);
