import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { createTexter } from './sms.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 1));
const message = { to: '491700000001', text: 'Plimsoll: your verification code is 123456' };
interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

const opened: (() => void)[] = [];
afterEach(() => {
  for (const end of opened.splice(0)) end();
});

/** A provider with a set answer, and its requests. */
async function provider(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      got.push({
        method: request.method,
        path: request.url,
        type: request.headers['content-type'],
        authorization: request.headers.authorization,
        body,
      });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
const logger = () => {
  const errors: { details: object; message: string }[] = [];
  return {
    errors,
    info: () => {},
    error: (details: object, text: string) => {
      errors.push({ details, message: text });
    },
  };
};
const texterTo = (url: string, log = logger(), deadlineMs = 5000) => ({
  log,
  texter: createTexter({ url, folder: '/nonexistent', clock, log, deadlineMs }),
});

test('without a provider each message is a file that nobody else may read', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'sms-')), 'sms');
  const texter = createTexter({ folder, clock, log: logger() });
  texter.send(message);
  texter.send(message);
  await texter.settled();
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, names[0] ?? ''))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(JSON.parse(await readFile(join(folder, names[0] ?? ''), 'utf8'))).toEqual(message);
});

test('a provider gets number and text as JSON, and the address’s credentials as basic authorisation', async () => {
  const { got, host } = await provider((response) => response.writeHead(204).end());
  const { log, texter } = texterTo(`http://house:p%40ss@${host}/send?from=Plimsoll`);
  texter.send(message);
  await texter.settled();
  expect(got).toEqual([
    {
      method: 'POST',
      path: '/send?from=Plimsoll',
      type: 'application/json',
      authorization: `Basic ${Buffer.from('house:p@ss').toString('base64')}`,
      body: JSON.stringify(message),
    },
  ]);
  expect(log.errors).toEqual([]);
});

test.each([
  [500, {}],
  [503, {}],
  [401, {}],
  [302, { location: '/elsewhere' }],
])('an answer of %d is logged, without number or text, and nothing is sent elsewhere', async (status, headers) => {
  const { got, host } = await provider((response) => response.writeHead(status, headers).end('x'.repeat(100)));
  const { log, texter } = texterTo(`http://house:hush@${host}/`);
  texter.send(message);
  await texter.settled();
  expect(got).toHaveLength(1);
  expect(log.errors).toMatchObject([{ message: 'text message could not be sent' }]);
  const errors = log.errors.map(({ details }) => String((details as { err: unknown }).err)).join();
  expect(errors).toContain(String(status));
  expect(errors).not.toMatch(/hush|123456|49170/);
});

test('a silent provider is given up at the deadline, and the next message is sent', async () => {
  let turn = 0;
  const { got, host } = await provider((response) => {
    turn += 1;
    if (turn > 1) response.writeHead(200).end();
  });
  const { log, texter } = texterTo(`http://${host}/`, logger(), 1000);
  texter.send(message);
  await texter.settled();
  expect(log.errors).toMatchObject([
    { message: 'text message could not be sent', details: { err: { name: 'TimeoutError' } } },
  ]);
  texter.send(message);
  await texter.settled();
  expect([got.length, log.errors.length]).toEqual([2, 1]);
});

test('a provider that hangs up or is away is logged', async () => {
  const { host } = await provider((_response, request) => {
    request.socket.destroy();
  });
  for (const url of [`http://${host}/`, 'http://127.0.0.1:9/']) {
    const { log, texter } = texterTo(url);
    texter.send(message);
    await texter.settled();
    expect(log.errors).toHaveLength(1);
  }
});

test('handing a message over does not wait, and messages above the limit are dropped', async () => {
  const { got, host } = await provider(() => {});
  const { log, texter } = texterTo(`http://${host}/`, logger(), 1000);
  for (let turn = 0; turn < 101; turn += 1) texter.send(message);
  expect(log.errors).toMatchObject([{ details: { underWay: 100 } }]);
  await texter.settled();
  expect(got.length).toBeLessThanOrEqual(100);
  expect(log.errors).toHaveLength(101);
});
