import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { HtxFeed } from '../../apps/server/src/market/feeds/htx/htx.ts';
import { CcxtSession } from '../../apps/server/src/market/feeds/live/ccxt/ccxt-session.ts';
import { COMMON, guard, loadExchangeClass } from '../../apps/server/src/market/feeds/live/ccxt/exchange.ts';
import { sampleMarket } from '../../apps/server/src/testing/sample-market.ts';
import { median, quantile } from '../measure/stats.ts';
import { sinceMs, type Job, type Took } from './job.ts';

// One listener in its own process. On request it reports what arrived since the last request, and the processor time it
// took.

const { listening, kind, port } = JSON.parse(process.argv[2] ?? '{}') as Job;
const TITLE = 'BTC/USDT';

let lateMs: number[] = [];
let begun = process.cpuUsage();
const hear = (price: number): void => {
  lateMs.push(sinceMs(price));
};

/** Listens through our own adapter. */
function listenOurselves(): void {
  const feed = new HtxFeed({
    clock: systemClock,
    log: { info() {}, error() {} },
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
  });
  feed.start([sampleMarket('BTC', 'USDT')], {
    tick: ({ price }) => {
      if (kind === 'trades') hear(price);
    },
    book: () => {},
    quote: ({ bid }) => {
      if (kind === 'books') hear(bid);
    },
    sourceDown() {},
    gap() {},
  });
}

/** Listens through ccxt's streams, as the platform's ccxt feed does. */
async function listenThroughCcxt(): Promise<void> {
  const Exchange = await loadExchangeClass('htx');
  const market = {
    id: 'btcusdt',
    symbol: TITLE,
    base: 'BTC',
    quote: 'USDT',
    baseId: 'btc',
    quoteId: 'usdt',
    type: 'spot',
    spot: true,
    contract: false,
    active: true,
    precision: {},
    limits: {},
  };
  const exchange = guard(new Exchange({ ...COMMON, markets: { [TITLE]: market } }));
  const { spot } = (exchange.urls.api['ws'] as { api: { spot: object } }).api;
  Object.assign(spot, { public: `ws://127.0.0.1:${port}/ws`, feed: `ws://127.0.0.1:${port}/feed` });
  await Promise.all([exchange.loadMarkets(), exchange.loadHttpProxyAgent()]);
  const session = new CcxtSession({
    exchange,
    clock: systemClock,
    onBook: (_title, { bids }) => {
      if (kind === 'books') hear(Number(bids[0]?.[0]));
    },
    onTrades: (_title, trades) => {
      if (kind === 'trades') for (const { price } of trades) hear(Number(price));
    },
    onGap() {},
    onGarbage() {},
    onBroken() {},
  });
  session.follow(new Set([TITLE]));
}

process.on('message', () => {
  const { user, system } = process.cpuUsage(begun);
  process.send?.({
    cpuUs: user + system,
    heard: lateMs.length,
    medianMs: median(lateMs),
    p99Ms: quantile(lateMs, 0.99),
  } satisfies Took);
  lateMs = [];
  begun = process.cpuUsage();
});
process.on('disconnect', () => process.exit());
if (listening === 'own') listenOurselves();
else await listenThroughCcxt();
