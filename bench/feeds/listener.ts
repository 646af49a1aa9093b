import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { HtxFeed } from '../../apps/server/src/market/feeds/htx/htx.ts';
import { CcxtSession } from '../../apps/server/src/market/feeds/live/ccxt/ccxt-session.ts';
import { COMMON, guard, loadExchangeClass } from '../../apps/server/src/market/feeds/live/ccxt/exchange.ts';
import { sampleMarket } from '../../apps/server/src/testing/sample-market.ts';
import { median, quantile } from '../measure/stats.ts';
import { sinceMs, type Job, type Took } from './job.ts';

// One listener in its own process. On request it reports what arrived since the last request, and the processor time it
// took.

const { listening, kind, port }: Job = JSON.parse(process.argv[2] ?? '{}');
const TITLE = 'BTC/USDT';

let lateMs: number[] = [];
let begun = process.cpuUsage();
const note = (price: number): void => {
  lateMs.push(sinceMs(price));
};

function listenOurselves(): void {
  const feed = new HtxFeed({
    clock: systemClock,
    log: { info() {}, error() {} },
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
  });
  feed.start([sampleMarket('BTC', 'USDT')], {
    tick: ({ price }) => {
      if (kind === 'trades') note(price);
    },
    book: () => {},
    quote: ({ bid }) => {
      if (kind === 'books') note(bid);
    },
    sourceDown() {},
    gap() {},
  });
}

/** What lies at a path within an object. Throws when a version of ccxt has it elsewhere. */
function objectAt(value: unknown, ...path: readonly string[]): object {
  const found = path.reduce<unknown>((outer, key) => Object(outer)[key], value);
  if (typeof found !== 'object' || found === null) throw new Error(`ccxt has no ${path.join('.')}`);
  return found;
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
  Object.assign(objectAt(exchange.urls.api['ws'], 'api', 'spot'), {
    public: `ws://127.0.0.1:${port}/ws`,
    feed: `ws://127.0.0.1:${port}/feed`,
  });
  await Promise.all([exchange.loadMarkets(), exchange.loadHttpProxyAgent()]);
  const session = new CcxtSession({
    exchange,
    clock: systemClock,
    onBook: (_title, { bids }) => {
      if (kind === 'books') note(Number(bids[0]?.[0]));
    },
    onTrades: (_title, trades) => {
      if (kind === 'trades') for (const { price } of trades) note(Number(price));
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
    received: lateMs.length,
    medianMs: median(lateMs),
    p99Ms: quantile(lateMs, 0.99),
  } satisfies Took);
  lateMs = [];
  begun = process.cpuUsage();
});
process.on('disconnect', () => process.exit());
if (listening === 'own') listenOurselves();
else await listenThroughCcxt();
