import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import ccxt from 'ccxt';

const SHORT = 5;
const LONG = 20;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    symbol: { type: 'string', default: 'BTC/USDT' },
    every: { type: 'string', default: '5' },
    rounds: { type: 'string', default: 'Infinity' },
  },
});

/** ccxt's `htx` on another server: only the addresses differ. Futures are left out, because there are none. */
function exchangeAt(url) {
  const exchange = new ccxt.htx({
    options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  });
  const rest = `${url}/huobiapi`;
  Object.assign(exchange.urls.api, { spot: rest, public: rest, v2Public: rest });
  return exchange;
}

const mean = (prices) => prices.reduce((sum, price) => sum + price, 0) / prices.length;

/** `above` while the short average of closing prices is above the long one. */
function trendOf(candles) {
  const closes = candles.map(([, , , , close]) => close);
  return mean(closes.slice(-SHORT)) > mean(closes.slice(-LONG)) ? 'above' : 'below';
}

const exchange = exchangeAt(values.url);
await exchange.loadMarkets();
if (!exchange.symbols.includes(values.symbol)) {
  console.error(`no market ${values.symbol}; there are ${exchange.symbols.join(', ')}`);
  process.exit(1);
}

let before;
for (let round = 0; round < Number(values.rounds); round += 1) {
  if (round > 0) await sleep(Number(values.every) * 1000);
  const [candles, ticker, book] = await Promise.all([
    exchange.fetchOHLCV(values.symbol, '1m', undefined, LONG),
    exchange.fetchTicker(values.symbol),
    exchange.fetchOrderBook(values.symbol, 5),
  ]);
  const trend = trendOf(candles);
  const [[bid], [ask]] = [book.bids[0], book.asks[0]];
  const signal = before !== undefined && trend !== before ? (trend === 'above' ? ' BUY' : ' SELL') : '';
  console.log(`${values.symbol} last ${ticker.last} bid ${bid} ask ${ask} short ${trend} long${signal}`);
  before = trend;
}
