import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ManualClock, systemClock } from '../../platform/clock.ts';
import { reachOf } from './public-address.ts';
import { askedOnce, send, type Resolve, type SendDeps } from './send.ts';

const open: (Server | TcpServer)[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port;

interface Receiver {
  readonly port: number;
  readonly got: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
  connections(): number;
}
async function receiver(answer: (response: ServerResponse) => void): Promise<Receiver> {
  const got: Receiver['got'] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      answer(response);
    });
  });
  server.on('connection', () => (connections += 1));
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: portOf(server), got, connections: () => connections };
}
const ok = (response: ServerResponse): void => void response.writeHead(204).end();

const here = reachOf(['127.0.0.1']);
const trying = (url: string, deps: Partial<SendDeps> = {}, signal = new AbortController().signal) =>
  send(
    { url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ü"}', signal },
    { reach: here, clock: systemClock, ...deps },
  );
const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;

test('a message is posted as JSON, and any 2xx delivers it', async () => {
  const { port, got } = await receiver(ok);
  expect(await trying(`http://127.0.0.1:${port}/hooks?a=1`)).toEqual({ isDelivered: true, result: '204' });
  expect(got).toEqual([
    {
      body: '{"a":"ü"}',
      headers: {
        host: `127.0.0.1:${port}`,
        connection: 'close',
        'content-type': 'application/json',
        'content-length': '10',
        'user-agent': 'Plimsoll-Webhooks',
        'webhook-id': 'msg_1',
      },
    },
  ]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const target = await receiver(ok);
  const { port } = await receiver((response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end(),
  );
  expect(await trying(`http://127.0.0.1:${port}/`)).toEqual({ isDelivered: false, result: String(status) });
  expect(target.got).toEqual([]);
});

test.each([
  ['a private address', 'http://10.0.0.1/', []],
  ['loopback', 'https://127.0.0.2/', []],
  ['loopback, written as a number', 'https://2130706434/', []],
  ['loopback, mapped', 'https://[::ffff:127.0.0.1]/', []],
  ['loopback of IPv6', 'https://[::1]/', []],
  ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', []],
  ['a name of a private address', 'https://intern.example/', ['10.0.0.1']],
  ['a name of the metadata', 'https://metadata.example/', ['169.254.169.254']],
  ['a name of a mapped address', 'https://mapped.example/', ['::ffff:10.0.0.1']],
  ['a name of a link-local address', 'https://link.example/', ['fe80::1']],
  ['a name of a public and a private address', 'https://both.example/', ['8.8.8.8', '10.0.0.1']],
  ['a public address without TLS', 'http://8.8.8.8/', []],
  ['a name of a public address without TLS', 'http://plain.example/', ['8.8.8.8']],
])('%s is refused before anything is connected to', async (_what, url, addresses) => {
  expect(await trying(url, { resolve: resolvesTo(...addresses) })).toEqual({
    isDelivered: false,
    result: 'not_public',
  });
});

test('what was checked is what is connected to, whatever the name resolves to afterwards', async () => {
  const { port, got } = await receiver(ok);
  const answers = [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1']];
  let asked = 0;
  const resolve: Resolve = async () => answers[asked++] ?? [];
  expect(await trying(`http://changing.example:${port}/`, { resolve })).toEqual({ isDelivered: true, result: '204' });
  expect(asked).toBe(1);
  expect(got[0]?.headers.host).toBe(`changing.example:${port}`);
  expect(await trying(`http://changing.example:${port}/`, { resolve })).toEqual({
    isDelivered: false,
    result: 'not_public',
  });
});

test('a name without addresses, and one that cannot be asked for, are unknown hosts', async () => {
  expect(await trying('https://nobody.example/', { resolve: resolvesTo() })).toMatchObject({ result: 'unknown_host' });
  const resolve = () => Promise.reject(new Error('no answer'));
  expect(await trying('https://nobody.example/', { resolve })).toMatchObject({ result: 'unknown_host' });
});

test('attempts at the same time ask once for a name, and later ones again', async () => {
  const { port, got } = await receiver(ok);
  let asked = 0;
  let answer: ((addresses: readonly string[]) => void) | undefined;
  const resolve = askedOnce(() => {
    asked += 1;
    return new Promise((done) => (answer = done));
  });
  const url = `http://shared.example:${port}/`;
  const both = [trying(url, { resolve }), trying(url, { resolve })];
  answer?.(['127.0.0.1']);
  expect(await Promise.all(both)).toMatchObject([{ isDelivered: true }, { isDelivered: true }]);
  expect([asked, got.length]).toEqual([1, 2]);
  const later = trying(url, { resolve });
  answer?.(['10.0.0.1']);
  expect(await later).toMatchObject({ result: 'not_public' });
  expect(asked).toBe(2);
});

test('nobody who listens is no connection, and neither is what is no HTTP', async () => {
  const { port } = await receiver(ok);
  const [server] = open.splice(0);
  await new Promise((closed) => server?.close(closed));
  expect(await trying(`http://127.0.0.1:${port}/`)).toMatchObject({ result: 'no_connection' });
  const noise = createTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n', () => socket.destroy()));
  open.push(noise);
  await new Promise<void>((listening) => noise.listen(0, '127.0.0.1', listening));
  expect(await trying(`http://127.0.0.1:${portOf(noise)}/`)).toMatchObject({ result: 'no_connection' });
});

test('a receiver with the wrong certificate receives nothing', async () => {
  const plain = await receiver(ok);
  expect(await trying(`https://127.0.0.1:${plain.port}/`)).toMatchObject({ result: 'no_connection' });
  expect(plain.got).toEqual([]);
});

test('a receiver that does not answer in time failed, and so did one whose name takes too long', async () => {
  let reached: (() => void) | undefined;
  const arrived = new Promise<void>((done) => (reached = done));
  const { port } = await receiver(() => reached?.());
  const clock = new ManualClock(Date.UTC(2026, 0, 5));
  const silent = trying(`http://127.0.0.1:${port}/`, { clock, timeoutMs: 10_000 });
  await arrived;
  clock.advance(10_000);
  expect(await silent).toEqual({ isDelivered: false, result: 'no_answer' });
  const unresolved = trying('https://slow.example/', { clock, resolve: () => new Promise(() => {}) });
  clock.advance(10_000);
  expect(await unresolved).toEqual({ isDelivered: false, result: 'no_answer' });
});

test('of a long answer no more than its beginning is read', async () => {
  let written = 0;
  let isClosed: (() => void) | undefined;
  const closed = new Promise<void>((done) => (isClosed = done));
  const { port } = await receiver((response) => {
    const part = Buffer.alloc(16 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed && response.write(part)) written += part.length;
    };
    response.on('drain', more).on('close', () => isClosed?.());
    more();
  });
  expect(await trying(`http://127.0.0.1:${port}/`)).toEqual({ isDelivered: true, result: '200' });
  await closed;
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('what a receiver asks for by Retry-After is reported, in seconds or as a date', async () => {
  const nowMs = Date.UTC(2026, 0, 5, 9);
  const clock = new ManualClock(nowMs);
  const asking = async (retryAfter: string) => {
    const { port } = await receiver((response) => response.writeHead(503, { 'retry-after': retryAfter }).end());
    return (await trying(`http://127.0.0.1:${port}/`, { clock })).retryAfterMs;
  };
  expect(await asking('120')).toBe(120_000);
  expect(await asking(new Date(nowMs + 90_000).toUTCString())).toBe(90_000);
  expect(await asking('soon')).toBeUndefined();
});

test('the end of the process ends an attempt', async () => {
  let reached: (() => void) | undefined;
  const arrived = new Promise<void>((done) => (reached = done));
  const { port } = await receiver(() => reached?.());
  const ending = new AbortController();
  const hanging = trying(`http://127.0.0.1:${port}/`, {}, ending.signal);
  await arrived;
  ending.abort();
  expect(await hanging).toEqual({ isDelivered: false, result: 'stopped' });
});
