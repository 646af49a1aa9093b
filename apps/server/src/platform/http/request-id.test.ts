import { getLangList } from '@plimsoll/contract/site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '@plimsoll/contract';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { ManualClock } from '../clock.ts';
import { publicRoute } from './route.ts';

let database: TestDatabase;
let http: TestHttp;
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const lines: { details: Record<string, unknown>; message: string }[] = [];
const answer = { tookMs: 0, fails: false };

beforeAll(async () => {
  database = await testDatabase();
  http = testHttp({
    db: database.db,
    clock,
    trustProxy: ['10.0.0.0/8'],
    accessLog: {
      part: 0.25,
      log: { info: (details, message) => void lines.push({ details: { ...details }, message }) },
    },
    routes: [
      publicRoute(getLangList, async () => {
        clock.advance(answer.tookMs);
        if (answer.fails) throw new Error('of this test');
        return ok([]);
      }),
    ],
  });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

const PROXY = '10.0.0.7';
const NAME = '7f3c0a5b9d1e4f6082a4c6e8f0b1d3f5';
const nameOf = async (given: string | undefined, remoteAddress: string, url = '/api/index/getLangList') =>
  (
    await http.app.inject({
      method: 'GET',
      url,
      remoteAddress,
      headers: given === undefined ? {} : { 'x-request-id': given },
    })
  ).headers['x-request-id'];
const call = (path = '') =>
  http.app.inject({ method: 'GET', url: `/api/${getLangList.name}${path}`, remoteAddress: PROXY });

test('a request has the name that a trusted proxy gave it, in every kind of answer', async () => {
  for (const url of [`/api/${getLangList.name}`, '/healthz', '/api/nowhere', '/', '/%ff'])
    expect([url, await nameOf(NAME, PROXY, url)]).toEqual([url, NAME]);
});

test.each(['short', 'x'.repeat(65), 'with space 1', 'line\tbreak1', '"quoted-name"', 'näme-of-it'])(
  'a name that is not well formed is not taken: %s',
  async (name) => {
    expect(await nameOf(name, PROXY)).toMatch(/^[A-Za-z0-9_-]{12}-[0-9a-z]+$/);
  },
);

test('who is no proxy cannot choose a name, and no two requests have one', async () => {
  const names = [
    await nameOf(NAME, '203.0.113.7'),
    await nameOf(undefined, '203.0.113.7'),
    await nameOf(undefined, PROXY),
  ];
  expect(names).not.toContain(NAME);
  expect(new Set(names).size).toBe(3);
});

test('of requests the part that was asked for is logged, without anything that somebody sent', async () => {
  lines.length = 0;
  for (let number = 0; number < 40; number += 1) await call('?token=hidden&code=123456');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toEqual({
    message: 'request',
    details: {
      requestId: expect.stringMatching(/^[A-Za-z0-9_-]{12}-/) as string,
      method: 'GET',
      path: `/api/${getLangList.name}`,
      status: 200,
      ms: 0,
    },
  });
  expect(JSON.stringify(lines)).not.toMatch(/hidden|123456/);
});

test('every request that failed or was slow is logged, and a failure has the request’s name in its own line', async () => {
  lines.length = 0;
  answer.tookMs = 1500;
  for (let number = 0; number < 3; number += 1) await call();
  answer.tookMs = 0;
  answer.fails = true;
  const failed = await call();
  answer.fails = false;
  expect(lines.map(({ details }) => [details['status'], details['ms']])).toEqual([
    [200, 1500],
    [200, 1500],
    [200, 1500],
    [500, 0],
  ]);
  expect(lines.at(-1)?.details).toMatchObject({ requestId: failed.headers['x-request-id'], reason: 'internal_error' });
  expect(http.logged.at(-1)?.details).toMatchObject({ requestId: failed.headers['x-request-id'] });
});
