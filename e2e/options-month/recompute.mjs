// Recomputes settled options from a file of one-minute candles and the public tape of marks. Imports nothing of the
// platform: it knows the CSV, how a replay walks through a minute, what a mark is, and the recorded orders.
//
//   node recompute.mjs CANDLES.csv ORDERS.jsonl      exit status 0 when every result agrees, 1 when one does not
//
// First line of ORDERS.jsonl: {"away": [[fromMs, toMs], ...]}, the server's downtimes; then an order a line.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [candlesPath, ordersPath] = process.argv.slice(2);
const MINUTE_MS = 60_000;
/**
 * At thirty times life or faster a replay shows four trades of a minute, each at the middle of its quarter: open,
 * nearer extreme, other extreme, close.
 */
const QUARTER_MS = MINUTE_MS / 4;
const FRESH_MS = 5_000;
const LINE_WITHIN_MS = 5_000;
const NEXT_WITHIN_MS = 60_000;
/** Maximum difference of a venue's price from the file's, in parts of it: spread and noise. */
const CLOSE = 2_000n;
/** Maximum lag of a venue, in the file's time. */
const LAG_MS = 400;

/** Exact decimals with eight places, as integers. */
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
  [open, ...extremes, close].forEach((price, quarter) =>
    steps.push({ ms: startMs + (quarter + 0.5) * QUARTER_MS, price }),
  );
}
const stepAt = new Map(steps.map((step) => [step.ms, step.price]));

const [heading, ...orders] = readFileSync(ordersPath, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const wasAway = (ms) => heading.away.some(([from, to]) => ms >= from && ms <= to + FRESH_MS);

/** Half-even to eight places. */
const half = (product) => {
  const unit = 100_000_000n;
  const [whole, rest] = [product / unit, product % unit];
  return rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n) ? whole + 1n : whole;
};
const mean = (sum, count) => {
  const [whole, rest] = [sum / count, sum % count];
  return rest * 2n > count || (rest * 2n === count && whole % 2n === 1n) ? whole + 1n : whole;
};

/** The file's price at a venue's time, which may lag; undefined outside the file. */
function filePrice(timeMs) {
  for (let ms = timeMs; ms <= timeMs + LAG_MS; ms += 1) if (stepAt.has(ms)) return stepAt.get(ms);
  return undefined;
}

/** Checks a mark: its hash, its median, and its sources against the file. */
function wrongMark({ hash, ...mark }) {
  const sorted = (value) =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object'
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((key) => [key, sorted(value[key])]),
          )
        : value;
  if (
    createHash('sha256')
      .update(JSON.stringify(sorted(mark)))
      .digest('hex') !== hash
  )
    return 'does not carry its hash';
  const doubled = mark.sources.map(({ bid, ask }) => exact(bid) + exact(ask)).sort((a, b) => (a < b ? -1 : 1));
  const middle = doubled.length / 2;
  const [low, high] = [doubled[Math.ceil(middle) - 1], doubled[Math.floor(middle)]];
  if (low === undefined || exact(mark.price) !== mean(low + high, 4n)) return 'is not the median of its sources';
  for (const { name, bid, ask, time } of mark.sources) {
    const price = filePrice(Date.parse(time));
    const mid = (exact(bid) + exact(ask)) / 2n;
    if (price === undefined || (mid > price ? mid - price : price - mid) * CLOSE > price)
      return `has ${name} at ${bid} and ${ask}, not the file's at ${time}`;
  }
  return undefined;
}

/** Checks a stretch of marks: each mark, and the chain of hashes. */
function wrongStretch(marks) {
  for (const [index, mark] of marks.entries()) {
    const wrong = wrongMark(mark);
    if (wrong !== undefined) return `mark ${mark.seq} ${wrong}`;
    if (index > 0 && mark.previous !== marks[index - 1].hash) return `marks are missing before ${mark.seq}`;
  }
  return undefined;
}
const at = (mark) => Date.parse(mark.time);

/** Checks a line: the first mark at or after acceptance plus the delay. */
function wrongLine({ line, placedMs, delayMs, expiresMs, seconds }) {
  const wrong = wrongStretch(line.marks);
  if (wrong !== undefined) return wrong;
  const fromMs = placedMs + delayMs;
  const first = line.marks.find((mark) => !mark.held && at(mark) >= fromMs);
  if (first?.seq !== line.seq || exact(first.price) !== exact(line.price))
    return `line ${line.price} is not the first mark after its delay`;
  if (at(line.marks[0]) >= fromMs && line.marks[0].seq > 1) return 'has no mark before its line';
  return expiresMs === at(first) + seconds * 1000 ? undefined : 'does not expire when it should';
}

/** Checks an exit: the last mark by the expiry that is fresh, else the next. */
function wrongExit({ exit, expiresMs }) {
  const wrong = wrongStretch(exit.marks);
  if (wrong !== undefined) return wrong;
  if (at(exit.marks.at(-1)) <= expiresMs) return 'was settled before its last mark was known';
  const able = exit.marks.filter((mark) => !mark.held);
  const last = able.findLast((mark) => at(mark) <= expiresMs && expiresMs - at(mark) <= FRESH_MS);
  const decides = last ?? able.find((mark) => at(mark) > expiresMs && at(mark) <= expiresMs + NEXT_WITHIN_MS);
  return decides?.seq === exit.seq && exact(decides.price) === exact(exit.price)
    ? undefined
    : `exit ${exit.price} is not the mark that decides`;
}

/** Checks an order against the tape and the file. */
function judge(order) {
  const { line, exit } = order;
  const isVoid = order.outcome === 'void' && exact(order.ploss) === 0n && exit === null;
  if (line === null)
    return isVoid && wasAway(order.placedMs + order.delayMs + LINE_WITHIN_MS)
      ? undefined
      : 'has no line though marks were there';
  const wrong = wrongLine(order);
  if (wrong !== undefined) return wrong;
  if (exit === null)
    return isVoid && wasAway(order.expiresMs + NEXT_WITHIN_MS) ? undefined : 'is void though prices were there';
  const off = wrongExit(order);
  if (off !== undefined) return off;
  const [from, to] = [exact(line.price), exact(exit.price)];
  const outcome = from === to ? 'tie' : to > from === (order.direction === 1) ? 'win' : 'lose';
  const profit = { tie: 0n, win: half(exact(order.stake) * exact(order.rate)), lose: -exact(order.stake) }[outcome];
  if (order.outcome !== outcome) return `is recorded as a ${order.outcome} and is a ${outcome}`;
  return exact(order.ploss) === profit ? undefined : `brought ${order.ploss}`;
}

const wrong = orders.flatMap((order) => {
  const what = judge(order);
  return what === undefined ? [] : [`order ${order.id} ${what}`];
});
const count = (outcome) => orders.filter((order) => order.outcome === outcome).length;
for (const sentence of wrong.slice(0, 20)) console.log(`OFF ${sentence}`);
console.log(
  `${orders.length} settled options recomputed from ${steps.length / 4} minutes of the file: ${['win', 'lose', 'tie', 'void'].map((each) => `${count(each)} ${each}`).join(', ')}`,
);
console.log(`${orders.length - wrong.length} of ${orders.length} agree`);
process.exitCode = wrong.length === 0 && orders.length > 0 ? 0 : 1;
