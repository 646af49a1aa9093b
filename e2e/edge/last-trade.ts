import type { Side } from '@plimsoll/contract';
import { amount, converted, midPrice, minus, rate, sum, unitOf, ZERO, type Amount } from '@plimsoll/money';
import { settle } from '@plimsoll/proof';
import { NO_BOUNDS, walk } from '@plimsoll/rules';
import { isFreshAt } from '../../apps/server/src/market/index.ts';
import { rateOfUnits } from '../support/units.ts';
import type { DealingRules, Dealt } from './rules.ts';
import type { Track } from './track.ts';

const FRESH_SECONDS = 5;
const STAKE = amount('100');
const UNIT = unitOf(8);
const SPOT_FEE = rate('0.001');
const SPREAD = rate('0.002');

function spot(track: Track, index: number, side: Side, quantity: Amount): Dealt {
  const { bids, asks } = track.bookAt(index);
  const wanted =
    side === 'buy'
      ? { side, limit: null, quantity: null, budget: quantity }
      : { side, limit: null, quantity, budget: null };
  const { fills } = walk(side === 'buy' ? asks : bids, wanted, track.market, {
    feeRate: SPOT_FEE,
    lean: rateOfUnits(0n),
    room: NO_BOUNDS,
  });
  const [base, quote, fee] = [
    sum(fills.map((fill) => fill.quantity)),
    sum(fills.map((fill) => fill.paid)),
    sum(fills.map((fill) => fill.fee)),
  ];
  return side === 'buy' ? { base: minus(base, fee), quote } : { base, quote: minus(quote, fee) };
}

function exchange(track: Track, index: number, side: Side, quantity: Amount): Dealt {
  const {
    bids: [bid],
    asks: [ask],
  } = track.bookAt(index);
  if (!bid || !ask) return { base: ZERO, quote: ZERO };
  const leg = { mid: midPrice(bid.price, ask.price), sells: side === 'sell' };
  const received = converted(quantity, [leg], SPREAD, UNIT);
  return side === 'buy' ? { base: received, quote: quantity } : { base: quantity, quote: received };
}

/**
 * Rules without marks: the last accepted trade is the line at acceptance and the exit at expiry; books are whole again
 * at each snapshot; a conversion of any size gets the middle of the book less the spread.
 */
export const LAST_TRADE: DealingRules = {
  name: 'last trade is entry and exit',
  line(track, ms) {
    const index = track.indexAt(ms);
    if (index < 0 || !isFreshAt({ receiveTimeMs: track.timeAt(index) }, ms, FRESH_SECONDS)) return undefined;
    return { price: track.priceAt(index), fromMs: ms };
  },
  outcome(track, { line, direction, seconds, rate: each }) {
    const expiresAtMs = line.fromMs + seconds * 1000;
    const index = track.indexAt(expiresAtMs);
    const last = index < 0 ? undefined : { price: track.priceAt(index), receiveTimeMs: track.timeAt(index) };
    const terms = {
      direction,
      stake: STAKE,
      rate: each,
      entryPrice: line.price,
      expiresAtMs,
      freshMs: FRESH_SECONDS * 1000,
      unit: UNIT,
    };
    return Number(settle(terms, last).profit) / Number(STAKE);
  },
  dealer: (track) => ({
    spot: (index, side, quantity) => spot(track, index, side, quantity),
    exchange: (index, side, quantity) => exchange(track, index, side, quantity),
  }),
};
