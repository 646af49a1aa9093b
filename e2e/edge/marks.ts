import type { Side } from '@plimsoll/contract';
import {
  amount,
  midPrice,
  minus,
  notional,
  plus,
  rate,
  sum,
  unitOf,
  walkLeg,
  ZERO,
  type Amount,
  type Price,
} from '@plimsoll/money';
import { settleAt } from '@plimsoll/proof';
import { NO_BOUNDS, walk } from '@plimsoll/rules';
import { LINE_WITHIN_MS, NEXT_WITHIN_MS } from '../../apps/server/src/features/options/order.ts';
import { levelsLess, notRecovered, NOTHING_TAKEN, type Taken } from '../../apps/server/src/features/spot/depth.ts';
import type { Level } from '../../apps/server/src/market/index.ts';
import { amountOfUnits, rateOfUnits } from '../support/units.ts';
import type { Dealer, DealingRules, Dealt } from './rules.ts';
import type { Track } from './track.ts';

const LINE_DELAY_MS = 1000;
const FRESH_MS = 5000;
const RECOVERY_MS = 30_000;
const STAKE = amount('100');
const UNIT = unitOf(8);
const SPOT_FEE = rate('0.001');
const SPREAD = rate('0.002');

type BookSide = 'bids' | 'asks';

/** The middle of the book: the mark while all sources show the same market. */
function markOf(track: Track, index: number): Price {
  const { bids, asks } = track.bookAt(index);
  const [[bid], [ask]] = [bids, asks];
  if (!bid || !ask) throw new RangeError(`the book ${index} has an empty side`);
  return midPrice(bid.price, ask.price);
}

/** Index of the mark that is a line, from `ms` on; on candles that of the moment itself. */
function lineIndex(track: Track, ms: number): number | undefined {
  const last = track.indexAt(ms);
  if (track.isCoarse || track.timeAt(last) === ms) return last < 0 ? undefined : last;
  const next = last + 1;
  return next < track.length && track.timeAt(next) <= ms + LINE_WITHIN_MS ? next : undefined;
}

/** Index of the mark that ends an option: the last by its expiry, or the first after it. */
function exitIndex(track: Track, ms: number): number | undefined {
  const last = track.indexAt(ms);
  if (last >= 0 && ms - track.timeAt(last) <= FRESH_MS) return last;
  const next = last + 1;
  return next < track.length && track.timeAt(next) <= ms + NEXT_WITHIN_MS ? next : undefined;
}

/** One member on one market, whose depth remembers what they took. */
class RememberedDepth implements Dealer {
  readonly #track: Track;
  readonly #taken: Record<BookSide, Taken> = { bids: NOTHING_TAKEN, asks: NOTHING_TAKEN };

  constructor(track: Track) {
    this.#track = track;
  }

  #offers(index: number, side: BookSide): readonly Level[] {
    const gone = notRecovered(this.#taken[side], this.#track.timeAt(index), RECOVERY_MS);
    return levelsLess(this.#track.bookAt(index)[side], gone);
  }

  #take(index: number, side: BookSide, quantity: Amount): void {
    if (quantity === ZERO) return;
    const atMs = this.#track.timeAt(index);
    this.#taken[side] = { quantity: plus(notRecovered(this.#taken[side], atMs, RECOVERY_MS), quantity), atMs };
  }

  spot(index: number, side: Side, quantity: Amount): Dealt {
    const from = side === 'buy' ? 'asks' : 'bids';
    const wanted =
      side === 'buy'
        ? { side, limit: null, quantity: null, budget: quantity }
        : { side, limit: null, quantity, budget: null };
    const { fills } = walk(this.#offers(index, from), wanted, this.#track.market, {
      feeRate: SPOT_FEE,
      lean: rateOfUnits(0n),
      room: NO_BOUNDS,
    });
    const [base, quote, fee] = [
      sum(fills.map((fill) => fill.quantity)),
      sum(fills.map((fill) => fill.paid)),
      sum(fills.map((fill) => fill.fee)),
    ];
    this.#take(index, from, base);
    return side === 'buy' ? { base: minus(base, fee), quote } : { base, quote: minus(quote, fee) };
  }

  /**
   * The server refuses more than the book holds; here what fits is converted, and the rest counted at the same price.
   */
  exchange(index: number, side: Side, quantity: Amount): Dealt {
    const from = side === 'buy' ? 'asks' : 'bids';
    const offers = this.#offers(index, from);
    const shown = sum(offers.map(({ price, size }) => (side === 'sell' ? size : notional(price, size, 'down'))));
    const given = quantity < shown ? quantity : shown;
    const walked =
      given === ZERO
        ? undefined
        : walkLeg(given, { sells: side === 'sell', mark: markOf(this.#track, index), offers }, SPREAD, UNIT);
    if (!walked) return { base: ZERO, quote: ZERO };
    this.#take(index, from, sum(walked.takes.map((take) => take.quantity)));
    const received = amountOfUnits((walked.received * quantity) / given);
    return side === 'buy' ? { base: received, quote: quantity } : { base: quantity, quote: received };
  }
}

/**
 * The platform's rules: the line is the first mark a second after acceptance, the exit the mark at expiry (RULES 4);
 * half of the depth returns in thirty seconds, for spot and exchange together, and an exchange has the price of the
 * walk (RULES 3, RULES 5).
 */
export const MARKS: DealingRules = {
  name: 'marks, the line after acceptance, depth with a memory',
  line(track, ms) {
    const index = lineIndex(track, ms + LINE_DELAY_MS);
    return index === undefined
      ? undefined
      : { price: markOf(track, index), fromMs: Math.max(track.timeAt(index), ms + LINE_DELAY_MS) };
  },
  outcome(track, { line, direction, seconds, rate: each }) {
    const index = exitIndex(track, line.fromMs + seconds * 1000);
    const exit = index === undefined ? undefined : { price: markOf(track, index) };
    return (
      Number(settleAt({ direction, stake: STAKE, rate: each, unit: UNIT }, line.price, exit).profit) / Number(STAKE)
    );
  },
  dealer: (track) => new RememberedDepth(track),
};
