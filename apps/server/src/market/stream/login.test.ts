import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import type { NewsEntry, NewsSocket } from '../../platform/news/index.ts';
import { sampleMarket } from '../../testing/sample-market.ts';
import { openStreamServer, type StreamServer } from '../../testing/stream-server.ts';
import { storedFrame } from './frame.ts';

const servers: StreamServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function openServer(news?: NewsEntry): Promise<StreamServer> {
  const server = await openStreamServer({
    startMs: Date.UTC(2026, 10, 20, 9),
    markets: [sampleMarket('BTC', 'USDT')],
    ...(news ? { news } : {}),
  });
  servers.push(server);
  return server;
}

const BOUND = { holds: () => true };

test('a login is handed on with its socket and handshake; what is reported reaches it between bars, and it is left with the socket', async () => {
  const asked: object[] = [];
  const inside: NewsSocket[] = [];
  const left: NewsSocket[] = [];
  const server = await openServer({
    login(socket, login, from) {
      inside.push(socket);
      asked.push({ ...login, network: from.network });
    },
    left: (socket) => left.push(socket),
    from: ({ url }) => ({ bound: BOUND, network: url }),
  });
  server.tick('btcusdt', 100);
  const client = await server.connect('/stream');
  client.say({ sub: 'btcusdt_1' });
  client.say({ login: 'token', lang: 'de' });
  await vi.waitFor(() => expect(inside).toHaveLength(1), { interval: 2 });
  expect(asked).toEqual([{ login: 'token', lang: 'de', network: '/stream' }]);
  inside[0]?.report({ event: 'notice', title: 'é'.repeat(80) });
  server.clock.advance(1_500);
  server.tick('btcusdt', 110);
  await vi.waitFor(() => expect(client.received).toHaveLength(3), { interval: 2 });
  expect(client.received).toEqual([
    expect.objectContaining({ symbol: 'btcusdt' }),
    { event: 'notice', title: 'é'.repeat(80) },
    expect.objectContaining({ symbol: 'btcusdt' }),
  ]);
  client.socket.terminate();
  await vi.waitFor(() => expect(left).toEqual(inside), { interval: 2 });
});

test('a login of another form is unreadable, and without news it is unavailable', async () => {
  const server = await openServer();
  const client = await server.connect('/stream');
  for (const login of [7, null, {}, ['token']]) client.say({ login });
  client.say({ login: 'token', lang: 7 });
  await vi.waitFor(() => expect(client.received).toHaveLength(5), { interval: 2 });
  const unreadable = { error: 'unreadable_message', sub: null };
  expect(client.received).toEqual([unreadable, unreadable, unreadable, unreadable, { error: 'unavailable' }]);
});

test('a message for one client is gzip in form, of whatever length', () => {
  for (const length of [0, 1, 100, 125, 126, 65_000, 65_536, 200_000]) {
    const message = { text: 'ü'.repeat(length) };
    const frame = storedFrame(message);
    const short = (frame[1] ?? 0) & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    expect(frame[0]).toBe(0x82);
    expect(JSON.parse(gunzipSync(frame.subarray(start)).toString())).toEqual(message);
  }
});
