import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../audit/find-database.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';
import { untilPriced } from '../../apps/server/src/testing/until-priced.ts';
import { printTrace } from './print-trace.ts';
import { readRequest, readTrace } from './read-trace.ts';

// One order of a running server, from the request that a proxy named to the public log.

const TIMEOUT = 120_000;
const NAME = '7f3c0a5b9d1e4f6082a4c6e8f0b1d3f5';
let folder: string;
let server: ChildServer;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trace-'));
  server = await startChildServer({
    dataDir: folder,
    env: { FEED_SEED: 'trace', TRUST_PROXY: '127.0.0.1', ACCESS_LOG: '1' },
  });
  token = await registerFunded(server.url, 'follower@quay.example');
  await untilPriced(server.url);
}, TIMEOUT);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, TIMEOUT);

const traced = <T>(look: (db: Parameters<typeof readTrace>[0]) => Promise<T>): Promise<T> =>
  onDatabase(readConfig({ DATA_DIR: folder }), look);

/** Above the book, so that the order is filled: by the book it meets, or by the next where that one is too old. */
async function buy(headers: Readonly<Record<string, string>>): Promise<{ id: string; name: string | null }> {
  const { list } = await obtain(server.url, 'getMarketList');
  const close = list.find(({ symbol }) => symbol === 'btcusdt')?.close ?? '0';
  const order = { m_id: '1', type: '1', operate_type: '1', price: (Number(close) * 1.05).toFixed(0), num: '0.001' };
  const answer = await fetch(`${server.url}/api/upbbbuy`, {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(order),
  });
  const body: unknown = await answer.json();
  expect(body).toMatchObject({ code: 1 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- matched above
  const { id } = (body as { data: { id: number } }).data;
  return { id: String(id), name: answer.headers.get('x-request-id') };
}

test(
  'an order is followed from the proxy’s name for its request to its fills, journals, link and log entry',
  { timeout: TIMEOUT },
  async () => {
    const { id, name } = await buy({ 'X-Request-Id': NAME, 'Idempotency-Key': 'once' });
    expect(name).toBe(NAME);
    await expect
      .poll(async () => (await traced((db) => readTrace(db, 'order', id)))?.entries.map(({ index }) => typeof index), {
        timeout: 30_000,
      })
      .toEqual(expect.arrayContaining(['number']));
    const trace = await traced((db) => readTrace(db, 'order', id));
    expect(trace?.clicks).toMatchObject([{ request_id: NAME, call: 'upbbbuy' }]);
    expect(trace?.fills.length).toBeGreaterThan(0);
    expect(trace?.journals.map(({ cause }) => cause)).toEqual([`spot-place ${id}`, `spot-fill ${id}.1`]);
    expect(trace?.journals.every(({ hash, lines }) => /^[0-9a-f]{64}$/.test(hash) && lines.length > 0)).toBe(true);
    expect(trace?.entries.every(({ type, line }) => type === 'fill' && line.includes(`"order":${id}`))).toBe(true);
    if (!trace) throw new Error('there is no trace');
    expect(printTrace(trace).join('\n')).toContain(`upbbbuy  request ${NAME}`);
    expect((await traced((db) => readRequest(db, NAME))).map((each) => each.id)).toEqual([id]);
  },
);

test(
  'a name that is not well formed is replaced by one of our own, which the order keeps',
  { timeout: TIMEOUT },
  async () => {
    const { id, name } = await buy({ 'X-Request-Id': 'a "name"', 'Idempotency-Key': 'twice' });
    expect(name).toMatch(/^[A-Za-z0-9_-]{12}-[0-9a-z]+$/);
    expect((await traced((db) => readTrace(db, 'order', id)))?.clicks).toMatchObject([{ request_id: name }]);
  },
);

test(
  'an order without a key has no click that is kept, and what is unknown has no trace',
  { timeout: TIMEOUT },
  async () => {
    const { id } = await buy({});
    expect((await traced((db) => readTrace(db, 'order', id)))?.clicks).toEqual([]);
    expect(await traced((db) => readTrace(db, 'order', '999999999'))).toBeUndefined();
    expect(await traced((db) => readRequest(db, 'nobody-asked'))).toEqual([]);
  },
);
