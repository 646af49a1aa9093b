import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleMarket } from '../../testing/sample-market.ts';
import { openStreamServer, type StreamServer } from '../../testing/stream-server.ts';
import { StreamFigures } from './stream-figures.ts';

let server: StreamServer;
let figures: StreamFigures;
beforeEach(async () => {
  figures = new StreamFigures();
  server = await openStreamServer({
    startMs: Date.UTC(2026, 10, 20, 9),
    markets: [sampleMarket('BTC', 'USDT')],
    maxSockets: 2,
    figures,
  });
});
afterEach(() => server.close());

test('sockets are counted by protocol, disconnected ones by reason', async () => {
  expect(figures.clients()).toEqual({ stream: 0, htx: 0 });
  const loud = await server.connect('/stream');
  await server.connect('/huobiapi/ws');
  expect(figures.clients()).toEqual({ stream: 1, htx: 1 });
  await expect(server.connect('/stream')).rejects.toThrow('503');
  for (let sent = 0; sent < 1_001; sent += 1) loud.say({ sub: 'x' });
  await vi.waitFor(() => expect(figures.clients()).toEqual({ stream: 0, htx: 1 }), { interval: 2 });
  expect(figures.dropped()).toEqual({ slow: 0, silent: 0, loud: 1, full: 1 });
});

test('a socket that answers no ping is disconnected as silent', async () => {
  const { socket } = await server.connect('/huobiapi/ws');
  // Does not answer by itself: HTX's pings are messages.
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  for (let pings = 0; pings < 4; pings += 1) server.clock.advance(5_000);
  await closed;
  expect(figures.dropped()).toMatchObject({ silent: 1 });
});
