import { expect, test } from 'vitest';
import { createClient, Lost, Refused, type Client, type ClientOptions } from './index.ts';

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}
type Reply = Response | Error;

const done = (data: unknown): Response => Response.json({ code: 1, msg: 'Done', data });
const refused = (code: number, reason: string, more: ResponseInit = {}): Response =>
  Response.json({ code, msg: 'No', data: { left: 2 }, reason }, more);

/** A client whose requests get these replies in turn. */
function clientOf(
  replies: readonly Reply[],
  options: ClientOptions = {},
): { readonly client: Client; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const waiting = [...replies];
  const client = createClient({
    url: 'https://exchange.example/',
    pausesMs: [0, 0],
    fetch: async (url, init = {}) => {
      seen.push({
        url: url instanceof Request ? url.url : url.toString(),
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: init.body,
      });
      const reply = waiting.shift() ?? new Error('no reply is left');
      if (reply instanceof Error) throw reply;
      return reply;
    },
    ...options,
  });
  return { client, seen };
}

test('a call is sent as JSON to its path, and resolves with its data', async () => {
  const { client, seen } = clientOf([done({ list: [] })], { lang: 'de', token: 'mine' });
  expect(await client.call('tradegetOrderList', { m_id: 1, status: '1' })).toEqual({ list: [] });
  expect(seen).toMatchObject([
    { url: 'https://exchange.example/api/tradegetOrderList', method: 'POST', body: '{"m_id":1,"status":"1"}' },
  ]);
  expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
    token: 'mine',
    lang: 'de',
    'content-type': 'application/json',
  });
});

test('a call by GET has its fields in the query', async () => {
  const { client, seen } = clientOf([done(null)]);
  await client.call('marks', { symbol: 'btcusdt', from: '1' });
  expect(seen).toMatchObject([{ url: 'https://exchange.example/api/marks?symbol=btcusdt&from=1', method: 'GET' }]);
});

test('a file is sent as a form', async () => {
  const { client, seen } = clientOf([done({})]);
  await client.call('api/common/upload', { file: new Blob(['x']) });
  expect(seen[0]?.body).toBeInstanceOf(FormData);
  expect(seen[0]?.headers.has('content-type')).toBe(false);
});

test('a refusal is an error with its reason, its code and what is needed to go on', async () => {
  const { client } = clientOf([
    refused(0, 'insufficient_balance'),
    refused(429, 'too_many_requests', { status: 429, headers: { 'Retry-After': '7' } }),
  ]);
  const first = await client.call('getMarketList').catch((error: unknown) => error);
  expect(first).toBeInstanceOf(Refused);
  expect(first).toMatchObject({ reason: 'insufficient_balance', code: 0, message: 'No', data: { left: 2 } });
  await expect(client.call('getMarketList')).rejects.toMatchObject({ code: 429, retryAfterSeconds: 7 });
});

test('a login’s token is carried by what follows, until the server knows no session', async () => {
  const changes: (string | undefined)[] = [];
  const { client, seen } = clientOf(
    [done({ userinfo: { token: 'fresh' }, known: '' }), done({ list: [] }), refused(401, 'login_required')],
    { onToken: (token) => changes.push(token) },
  );
  await client.call('login', { username: 'anna', password: 'x' });
  await client.call('getKeys');
  await expect(client.call('getKeys')).rejects.toThrow('No');
  expect(seen.map(({ headers }) => headers.get('Token'))).toEqual([null, 'fresh', 'fresh']);
  expect([client.token, changes]).toEqual([undefined, ['fresh', undefined]]);
});

test('what moves money is sent again with the same key where no answer came', async () => {
  const { client, seen } = clientOf([
    new TypeError('cut'),
    new Response('<html>', { status: 502 }),
    done({ id: 7, status: 1 }),
  ]);
  const order = { m_id: 1, type: '1', operate_type: '1', num: '1', price: '2' } as const;
  expect(await client.call('upbbbuy', order)).toEqual({ id: 7, status: 1 });
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal is not sent again, and two orders have two keys', async () => {
  const { client, seen } = clientOf([refused(0, 'price_band'), done({ id: 8, status: 1 })]);
  const order = { m_id: 1, type: '1', operate_type: '1', num: '1', price: '2' } as const;
  await expect(client.call('upbbbuy', order)).rejects.toMatchObject({ reason: 'price_band' });
  await client.call('upbbbuy', order);
  expect(new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
});

test('what has no key is not sent again: whether it was done is for the caller to find out', async () => {
  const { client, seen } = clientOf([new TypeError('cut')]);
  await expect(client.call('getMarketList')).rejects.toBeInstanceOf(Lost);
  expect(seen).toHaveLength(1);
});

test('an abort rejects with its reason, also while it waits to send again', async () => {
  const { client } = clientOf([new TypeError('cut'), new TypeError('cut'), new TypeError('cut')], {
    pausesMs: [60_000],
  });
  const abort = new AbortController();
  const order = client.call('tradecancelOrder', { bb_id: 1 }, { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(order).rejects.toThrow('enough');
});
