import { request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ok } from '@plimsoll/contract';
import { getusr, login } from '@plimsoll/contract/membership';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../clock.ts';
import { memberRoute, publicRoute } from './route.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 1));
let database: TestDatabase;
let http: TestHttp;
let port: number;
let token: string;

async function listening() {
  let entered: (() => void) | undefined;
  let finish: (() => void) | undefined;
  const hasEntered = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const made = testHttp({
    db: database.db,
    clock,
    routes: [
      publicRoute(login, async ({ username }) => {
        if (username === 'slow') {
          entered?.();
          await mayFinish;
        }
        return ok({ userinfo: { token: 'x' }, known: 'x' });
      }),
      memberRoute(getusr, async () =>
        ok({ username: 'a', id: 1, vip: 0, credit_score: 1, rzstatus: 0, have_pay: 0, has_unread: 0, invit: 'A' }),
      ),
    ],
  });
  await made.app.listen({ port: 0, host: '127.0.0.1' });
  return { made, port: (made.app.server.address() as AddressInfo).port, hasEntered, finish: () => finish?.() };
}

beforeAll(async () => {
  database = await testDatabase();
  ({ made: http, port } = await listening());
  token = (await http.newMember()).token;
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

/** Returns everything received until the connection closes. */
const sendRaw = (text: string | Buffer, to = port): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
const HEAD = 'Host: x\r\nConnection: close\r\n';

test('two Token headers are no login', async () => {
  expect(await sendRaw(`POST /api/getusr HTTP/1.1\r\n${HEAD}Token: ${token}\r\n\r\n`)).toContain('"code":1,');
  expect(await sendRaw(`POST /api/getusr HTTP/1.1\r\n${HEAD}Token: ${token}\r\nToken: ${token}\r\n\r\n`)).toContain(
    '"code":401,',
  );
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a bad length', `POST /api/login HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n`, 400],
  [
    'length and chunks at once',
    `POST /api/login HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
    400,
  ],
  ['headers without end', `GET /api/login HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a NUL in a header', `GET /api/login HTTP/1.1\r\n${HEAD}Lang: a\0b\r\n\r\n`, 400],
  ['a bad escape in the path', `GET /api/%zz HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['a whole address as the path', `GET http://x/api/login HTTP/1.1\r\n${HEAD}\r\n`, 405],
  ['a star as the path', `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['a method nobody knows', `BREW /api/login HTTP/1.1\r\n${HEAD}\r\n`, 400],
])('%s does no harm', async (_what, bytes, status) => {
  expect(await sendRaw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
  ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n', ''],
  [
    'an unknown transfer encoding before a second request',
    'Transfer-Encoding: xchunked\r\n',
    '0\r\n\r\nGET /api/login HTTP/1.1\r\nHost: x\r\n\r\n',
  ],
  [
    'chunks that are none, of a type that is refused',
    'Transfer-Encoding: chunked\r\nContent-Type: text/html\r\n',
    'zz\r\n',
  ],
])('%s is answered once, and the connection ends', async (_what, header, body) => {
  const answer = await sendRaw(`POST /api/login HTTP/1.1\r\nHost: x\r\n${header}\r\n${body}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|15) /);
});

test('a body that arrives in pieces is read whole, escapes cut in the middle too', async () => {
  const body = 'username=%F0%9F%98%80&password=b';
  const pieces = body
    .split('')
    .map((char) => `1\r\n${char}\r\n`)
    .join('');
  const answer = await sendRaw(
    `POST /api/login HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  );
  expect(answer).toContain('"code":1,');
});

test('a body with a length is read whole, in one piece with its headers or in several', async () => {
  const body = 'username=%F0%9F%98%80&password=b';
  const head = `POST /api/login HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(await sendRaw(head + body)).toContain('"code":1,');
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head + body.slice(0, 12)));
    let received = '';
    http.app.server.once('request', () => {
      setImmediate(() => socket.write(body.slice(12)));
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  expect(answer).toContain('"code":1,');
});

test('requests that arrive together are answered one by one, each by its own body', async () => {
  const ask = (body: string, more = '') =>
    `POST /api/login HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answer = await sendRaw(
    ask('username=a&password=b') +
      ask('username=a&username=b') +
      ask('') +
      ask('username=%zz') +
      ask('username=c&password=d', 'Connection: close\r\n'),
  );
  expect([...answer.matchAll(/"code":(\d+)/g)].map(([, code]) => Number(code))).toEqual([1, 400, 0, 400, 1]);
});

test('a body above the limit is refused, with or without a length', async () => {
  const large = 'a'.repeat(100_000);
  const chunked = `POST /api/login HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  expect(await sendRaw(chunked)).toContain('"reason":"body_too_large"');
  const announced = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'a'.repeat(3_000_000) }),
  });
  expect([announced.status, await announced.json()]).toMatchObject([413, { reason: 'body_too_large' }]);
});

test('closing finishes what is in flight and takes nothing new', async () => {
  const { made, port: own, hasEntered, finish } = await listening();
  const inFlight = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = httpRequest(
      {
        port: own,
        path: '/api/login',
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    request.on('error', reject);
    request.end('username=slow&password=b');
  });
  await hasEntered;
  const closed = made.app.close();
  await expect(sendRaw('x', own)).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  finish();
  expect(await inFlight).toMatchObject({ status: 200, body: expect.stringContaining('"code":1,') as string });
  await closed;
});
