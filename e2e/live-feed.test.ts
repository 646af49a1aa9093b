import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { obtain } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { HtxServer } from '../apps/server/src/testing/htx-server/htx-server.ts';
import { BinanceServer } from '../apps/server/src/testing/venue-servers/binance-server.ts';
import { OkxServer } from '../apps/server/src/testing/venue-servers/okx-server.ts';

// The whole server on three local venues, each with its own dialect; ccxt is loaded only for the one that needs it.

const TIMEOUT = 240_000;
const BTC = 'BTC/USDT';
const SOON_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-live-'));
const dataDir = join(folder, 'data');
const loaded = join(folder, 'loaded');

const NOTING = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('/node_modules/ccxt/')) appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
    return next(url, context);
  } });
`)}`;
const start = (env: Readonly<Record<string, string>>) =>
  startChildServer({ dataDir, env, nodeArguments: ['--import', NOTING] });

async function tapeOf<Name extends 'tape' | 'tradeTape'>(url: string, name: Name): Promise<Answer<Name>['list']> {
  const answer = (await (await fetch(`${url}/api/${name}?symbol=btcusdt&from=1`)).json()) as { data: Answer<Name> };
  return answer.data.list;
}

let htx: HtxServer;
let binance: BinanceServer;
let okx: OkxServer;
beforeAll(async () => {
  [htx, binance, okx] = await Promise.all([
    HtxServer.open('btcusdt'),
    new BinanceServer().begin(BTC),
    new OkxServer().begin(BTC),
  ]);
});
afterAll(async () => {
  await Promise.all([htx, binance, okx].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

test('a server with simulated prices never loads ccxt', { timeout: TIMEOUT }, async () => {
  const server = await start({ FEED: 'simulated', FEED_SEED: 'live' });
  expect((await obtain(server.url, 'getMarketList')).list.length).toBeGreaterThan(0);
  await server.stop();
  expect(existsSync(loaded)).toBe(false);
});

test(
  'a server on three venues has all three in each mark, and loads only their parts of ccxt',
  { timeout: TIMEOUT },
  async () => {
    const server = await start({
      FEED: 'live',
      HTX_URL: htx.url,
      HTX_WS_URL: htx.wsUrl,
      BINANCE_URL: binance.url,
      BINANCE_WS_URL: binance.wsUrl,
      OKX_URL: okx.url,
      OKX_WS_URL: okx.wsUrl,
    });
    let turn = 0;
    const sources = await vi.waitFor(
      async () => {
        turn += 1;
        const book = {
          bids: [
            [9_999.5, 50],
            [9_000, turn],
          ],
          asks: [[10_000.5, 50]],
        } as const;
        htx.depth('btcusdt', book.bids, book.asks, Date.now());
        htx.trade('btcusdt', 10_000, 1, Date.now());
        for (const venue of [binance, okx]) venue.book(BTC, book, Date.now());
        const list = await tapeOf<'tape'>(server.url, 'tape');
        const last = list.at(-1);
        expect(last?.sources.map(({ name }) => name)).toEqual(['binance', 'htx', 'okx']);
        expect(last?.price).toBe('10000.00000000');
        return last?.sources ?? [];
      },
      { timeout: SOON_MS, interval: 100 },
    );
    for (const { time } of sources) expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(SOON_MS);
    const trades = await tapeOf<'tradeTape'>(server.url, 'tradeTape');
    expect(trades.at(-1)?.source).toBe('htx');
    await server.stop();
    const modules = readFileSync(loaded, 'utf8');
    expect(modules).toContain('/pro/okx.js');
    expect(modules).not.toMatch(/\/(?:kraken|kucoin|htx)\.js/);
  },
);
