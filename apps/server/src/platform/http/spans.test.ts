import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { ok } from '@plimsoll/contract';
import { getLangList } from '@plimsoll/contract/site';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { ManualClock } from '../clock.ts';
import { portOf } from '../listening-port.ts';
import { publicRoute } from './route.ts';
import { Spans } from './spans.ts';

const [TRACE, PARENT, NAME] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7', 'a-name-of-a-proxy'];
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const logged: string[] = [];
const collector = { bodies: [] as unknown[], status: 200 };
let database: TestDatabase;
let server: Server;
let spans: Spans;
let http: TestHttp;
let fails = false;

beforeAll(async () => {
  database = await testDatabase();
  server = createServer((request, response) => {
    void json(request).then((body) => {
      collector.bodies.push({ path: request.url, body });
      response.writeHead(collector.status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  collector.bodies.length = 0;
  collector.status = 200;
  logged.length = 0;
  spans = new Spans({
    endpoint: `http://127.0.0.1:${portOf(server)}/`,
    part: 0.5,
    clock,
    log: { error: (_details, message) => void logged.push(message) },
  });
  http = testHttp({
    db: database.db,
    clock,
    spans,
    trustProxy: ['10.0.0.0/8'],
    routes: [
      publicRoute(getLangList, async () => {
        clock.advance(25);
        if (fails) throw new Error('of this test');
        return ok([]);
      }),
    ],
  });
});
afterAll(async () => {
  server.close();
  await database.drop();
});

const call = (headers: Readonly<Record<string, string>> = {}, remoteAddress = '10.0.0.7') =>
  http.app.inject({ method: 'GET', url: `/api/${getLangList.name}?token=hidden`, remoteAddress, headers });
const count = () =>
  collector.bodies.reduce<number>((sum, each) => sum + (JSON.stringify(each).match(/"spanId"/g)?.length ?? 0), 0);

test('a proxy’s trace is continued, with the call, how it ended and the request’s name', async () => {
  await call({ traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': NAME });
  await spans.stop();
  expect(collector.bodies).toMatchObject([
    {
      path: '/v1/traces',
      body: {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: TRACE,
                    parentSpanId: PARENT,
                    spanId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
                    name: `GET /api/${getLangList.name}`,
                    kind: 2,
                    startTimeUnixNano: expect.stringMatching(/^\d{13}000000$/) as string,
                    attributes: expect.arrayContaining([
                      { key: 'http.response.status_code', value: { intValue: '200' } },
                      { key: 'plimsoll.request_id', value: { stringValue: NAME } },
                    ]) as object[],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
  expect(JSON.stringify(collector.bodies)).not.toContain('hidden');
});

test('a proxy that does not sample decides, and who is no proxy decides nothing', async () => {
  await call({ traceparent: `00-${TRACE}-${PARENT}-00` });
  await call({ traceparent: `00-${TRACE}-${PARENT}-01` }, '203.0.113.7');
  await spans.stop();
  expect(count()).toBe(0);
  // The second of those that nobody decided for: half of them have one, of a trace of their own.
  await call({ traceparent: `00-${TRACE}-${PARENT}-01` }, '203.0.113.7');
  await spans.stop();
  expect(count()).toBe(1);
  expect(JSON.stringify(collector.bodies)).not.toContain(TRACE);
});

test('a failure is marked, and what a collector does not take is dropped and logged once', async () => {
  fails = true;
  await call({ traceparent: `00-${TRACE}-${PARENT}-01` });
  fails = false;
  await spans.stop();
  expect(JSON.stringify(collector.bodies)).toContain('"status":{"code":2}');
  collector.status = 503;
  for (let number = 0; number < 3; number += 1) {
    await call({ traceparent: `00-${TRACE}-${PARENT}-01` });
    await spans.stop();
  }
  expect(logged).toEqual(['sending traces failed, they are dropped']);
});
