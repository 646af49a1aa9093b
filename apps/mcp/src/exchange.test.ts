import { createHmac, hash } from 'node:crypto';
import { Lost, Refused } from '@plimsoll/client';
import { expect, test } from 'vitest';
import { Exchange } from './exchange.ts';

const CONFIG = { url: 'https://exchange.example', access: 'a-b', secret: 's' };
const NOW_MS = Date.UTC(2026, 0, 5, 12);

interface Seen {
  readonly url: URL;
  readonly body: string;
}
type Reply = object | Error | Response;

/** An exchange that gives these replies in turn. */
function exchangeOf(replies: readonly Reply[]): { readonly exchange: Exchange; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const waiting = [...replies];
  const exchange = new Exchange(CONFIG, {
    nowMs: () => NOW_MS,
    pause: async () => {},
    fetch: async (url, init = {}) => {
      seen.push({
        url: new URL(url instanceof Request ? url.url : url),
        body: typeof init.body === 'string' ? init.body : '',
      });
      const reply = waiting.shift() ?? new Error('no reply is left');
      if (reply instanceof Error) throw reply;
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { exchange, seen };
}
const done = (data: unknown) => ({ code: 1, msg: 'Done', data });
const late = (time: string) => ({ code: 401, msg: 'No', reason: 'bad_signature', data: { why: 'timestamp', time } });

test('a call is signed over all of its query and its body', async () => {
  const { exchange, seen } = exchangeOf([done({ list: [] })]);
  expect(await exchange.send('upbbbuy', { num: '1' }, { idempotencyKey: 'p1.x' })).toEqual({ list: [] });
  const [{ url, body } = { url: new URL(CONFIG.url), body: '' }] = seen;
  const [query = '', signature = ''] = url.search.slice(1).split('&Signature=');
  expect(url.searchParams.get('BodySha256')).toBe(hash('sha256', body, 'base64'));
  expect(url.searchParams.get('IdempotencyKey')).toBe('p1.x');
  expect(decodeURIComponent(signature)).toBe(
    createHmac('sha256', 's').update(`POST\nexchange.example\n/api/upbbbuy\n${query}`).digest('base64'),
  );
});

test('no two queries are the same', async () => {
  const { exchange, seen } = exchangeOf([done(1), done(2)]);
  await exchange.send('getKeys', {});
  await exchange.send('getKeys', {});
  expect(new Set(seen.map(({ url }) => url.search)).size).toBe(2);
});

test('a clock that goes wrong is corrected by the exchange’s', async () => {
  const { exchange, seen } = exchangeOf([late('2026-01-05T13:00:00.000Z'), done(1), done(2)]);
  expect(await exchange.send('getKeys', {})).toBe(1);
  expect(await exchange.send('getKeys', {})).toBe(2);
  expect(seen.map(({ url }) => url.searchParams.get('Timestamp'))).toEqual([
    '2026-01-05T12:00:00',
    '2026-01-05T13:00:00',
    '2026-01-05T13:00:00',
  ]);
});

test('what moves money is sent again with the same key where no answer came; nothing else is', async () => {
  const { exchange, seen } = exchangeOf([new TypeError('cut'), done({ id: 7 }), new TypeError('cut')]);
  expect(await exchange.send('upbbbuy', {}, { idempotencyKey: 'once' })).toEqual({ id: 7 });
  expect(seen.map(({ url }) => url.searchParams.get('IdempotencyKey'))).toEqual(['once', 'once']);
  await expect(exchange.send('getKeys', {})).rejects.toBeInstanceOf(Lost);
});

test('a failure of the exchange is no refusal: what was done is not known, and asking again finds it out', async () => {
  const failed = () => Response.json({ code: 500, msg: 'No', data: null, reason: 'internal_error' }, { status: 500 });
  const { exchange, seen } = exchangeOf([failed(), done({ id: 7 }), failed(), failed(), failed()]);
  expect(await exchange.send('upbbbuy', {}, { idempotencyKey: 'once' })).toEqual({ id: 7 });
  expect(seen.map(({ url }) => url.searchParams.get('IdempotencyKey'))).toEqual(['once', 'once']);
  await expect(exchange.send('upbbbuy', {}, { idempotencyKey: 'more' })).rejects.toBeInstanceOf(Lost);
});

test('a refusal keeps its reason', async () => {
  const { exchange } = exchangeOf([{ code: 0, msg: 'No', reason: 'daily_limit', data: null }]);
  const error = await exchange.send('upbbbuy', {}).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ reason: 'daily_limit', message: 'No' });
});
