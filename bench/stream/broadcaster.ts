import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { rate } from '@plimsoll/money';
import { WebSocketServer, type WebSocket } from 'ws';
import { LiveData } from '../../apps/server/src/market/live-data.ts';
import { RecentTrades } from '../../apps/server/src/market/recent-trades.ts';
import { attachStream } from '../../apps/server/src/market/stream/attach.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { sampleMarket } from '../../apps/server/src/testing/sample-market.ts';
import { portOf } from '../measure/port-of.ts';
import { TICKS_A_SECOND, type Broadcast, type Spent } from './job.ts';

// A process that broadcasts every tick: by the server's own stream, or by a bare `ws` loop with the same compressed
// frame, both driven by the same timer. Answers its port, and on request its processor time.

const market = sampleMarket('BTC', 'USDT');
const server = createServer();

const priceAt = (turn: number): number => 97_000 + (turn % 100) / 100;

/**
 * The market's stream over its own live data: accepted ticks, candles, one market at one resolution subscribed to by
 * all.
 */
function ours(): (turn: number, nowMs: number) => void {
  const data = new LiveData({
    clock: systemClock,
    log: { error() {} },
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  data.setCatalogue({ coins: [], markets: [market], tabs: [], tabOf: new Map() });
  attachStream(server, { data, trades: new RecentTrades(data), clock: systemClock });
  return (turn, nowMs) => {
    data.takeTick({ symbol: market.symbol, sourceTimeMs: nowMs, price: priceAt(turn), size: 0.01 });
  };
}

function bare(): (turn: number, nowMs: number) => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });
  const clients = new Set<WebSocket>();
  server.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, wire, head, (socket) => {
      clients.add(socket);
      socket.on('close', () => clients.delete(socket));
      socket.on('error', () => socket.terminate());
    });
  });
  return (turn, nowMs) => {
    const price = priceAt(turn);
    const tick = { id: Math.floor(nowMs / 60_000) * 60, open: price, high: price, low: price, close: price, vol: turn };
    const frame = gzipSync(JSON.stringify({ symbol: market.symbol, resolution: '1', tick, ts: nowMs }), { level: 1 });
    for (const socket of clients) socket.send(frame);
  };
}

const broadcast = process.argv[2] === ('ours' satisfies Broadcast) ? ours() : bare();
let turn = 0;
setInterval(() => {
  turn += 1;
  broadcast(turn, Date.now());
}, 1000 / TICKS_A_SECOND);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 } satisfies Spent);
});
process.on('disconnect', () => process.exit(0));
server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, () => process.send?.(portOf(server)));
