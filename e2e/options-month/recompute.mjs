// Reckons settled options anew from a file of one-minute candles alone. Nothing of the house is imported here: what this program knows is
// the CSV, how a replay walks through a minute, and what members wrote down of their orders.
//
//   node recompute.mjs CANDLES.csv ORDERS.jsonl      exit status 0 when every result agrees, 1 when one does not
//
// First line of ORDERS.jsonl: {"away": [[fromMs, toMs], ...]}, when the server was away; then an order a line.
import { readFileSync } from 'node:fs';

const [candlesPath, ordersPath] = process.argv.slice(2);
const MINUTE_MS = 60_000;
/** A replay at thirty times life or faster shows four trades of a minute, at the middle of each quarter: open, nearer extreme, other extreme, close. */
const QUARTER_MS = MINUTE_MS / 4;
const FRESH_MS = 5_000;
/** What was heard in the last moment before a power cut was told to nobody and is on no tape: it is written five times a second. */
const UNWRITTEN_MS = 1_000;

/** Exact decimals with eight places, as whole numbers. */
const exact = (text) => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text);
  const value = BigInt(whole + part.padEnd(8, '0'));
  return sign === '-' ? -value : value;
};

const steps = [];
for (const line of readFileSync(candlesPath, 'utf8').trimEnd().split('\n').slice(1)) {
  const [time, ...figures] = line.split(',');
  const startMs = Date.parse(`${time.slice(0, 10)}T${time.slice(11, 19)}Z`);
  const [open, high, low, close] = figures.slice(0, 4).map(exact);
  const extremes = high - open < open - low ? [high, low] : [low, high];
  [open, ...extremes, close].forEach((price, quarter) => steps.push({ ms: startMs + (quarter + 0.5) * QUARTER_MS, price }));
}
const stepAt = new Map(steps.map((step, index) => [step.ms, index]));

const [heading, ...orders] = readFileSync(ordersPath, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const wasAway = (ms) => heading.away.some(([from, to]) => ms >= from && ms <= to + FRESH_MS);

/** Half-even to eight places. */
const half = (product) => {
  const unit = 100_000_000n;
  const [whole, rest] = [product / unit, product % unit];
  return rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n) ? whole + 1n : whole;
};

/** What is wrong with an order; undefined when it was settled as the file says. */
function judge(order) {
  const { entry, exit, next } = order;
  if (order.expiresMs !== order.placedMs + order.seconds * 1000) return 'does not expire when it should';
  const line = steps[stepAt.get(entry.sourceMs)]?.price;
  if (line === undefined || line !== exact(entry.price)) return `line ${entry.price} is not the file's at ${new Date(entry.sourceMs).toISOString()}`;
  if (entry.timeMs > order.placedMs) return 'took a line from the future';
  if (exit === null) return wasAway(order.expiresMs) && order.outcome === 'void' && exact(order.ploss) === 0n ? undefined : 'is void though prices were there';
  if (exit.timeMs > order.expiresMs || order.expiresMs - exit.timeMs > FRESH_MS) return 'was settled by a tick of another time';
  const at = stepAt.get(exit.sourceMs);
  if (at === undefined || steps[at].price !== exact(exit.price)) return `exit ${exit.price} is not the file's at ${new Date(exit.sourceMs).toISOString()}`;
  if (next === null) return 'has no tick after its last';
  if (next.timeMs <= order.expiresMs) return 'was settled before its last tick';
  if (steps[at + 1]?.ms !== next.sourceMs && !wasAway(order.expiresMs) && !wasAway(exit.timeMs + UNWRITTEN_MS)) return 'passes over a tick of the file';
  const price = steps[at].price;
  const isUp = order.direction === 1;
  const outcome = price === line ? 'tie' : (price > line) === isUp ? 'win' : 'lose';
  const profit = { tie: 0n, win: half(exact(order.stake) * exact(order.rate)), lose: -exact(order.stake) }[outcome];
  if (order.outcome !== outcome) return `is told to be a ${order.outcome} and is a ${outcome}`;
  return exact(order.ploss) === profit ? undefined : `brought ${order.ploss}`;
}

const wrong = orders.flatMap((order) => {
  const what = judge(order);
  return what === undefined ? [] : [`order ${order.id} ${what}`];
});
const count = (outcome) => orders.filter((order) => order.outcome === outcome).length;
for (const sentence of wrong.slice(0, 20)) console.log(`OFF ${sentence}`);
console.log(`${orders.length} settled options reckoned anew from ${steps.length / 4} minutes of the file: ${['win', 'lose', 'tie', 'void'].map((each) => `${count(each)} ${each}`).join(', ')}`);
console.log(`${orders.length - wrong.length} of ${orders.length} agree`);
process.exitCode = wrong.length === 0 && orders.length > 0 ? 0 : 1;
