import { amount, ZERO } from '@plimsoll/money';
import { amountOfUnits } from '../support/units.ts';
import type { Dealer } from './rules.ts';
import type { Track } from './track.ts';

const SNAPSHOTS = 3;
const KEPT_MS = 10_000;
const WHOLE = amount('1000000000000');

/** A way to play spot and exchange: the return of a round per unit of quote. */
export interface SpotPlay {
  readonly name: string;
  readonly play: (track: Track, index: number, dealer: Dealer) => number | undefined;
}

const gain = (given: bigint, got: bigint): number | undefined =>
  given === 0n ? undefined : Number(got - given) / Number(given);

/** Buys the whole ask side of several snapshots, waits, and sells to as many. */
function cycleDepth(track: Track, index: number, dealer: Dealer): number | undefined {
  let [base, paid] = [0n, 0n];
  for (let at = index; at < index + SNAPSHOTS; at += 1) {
    const dealt = dealer.spot(at, 'buy', WHOLE);
    base += dealt.base;
    paid += dealt.quote;
  }
  const later = track.indexAt(track.timeAt(index + SNAPSHOTS) + KEPT_MS);
  let [left, got] = [base, 0n];
  for (let at = later; at < Math.min(track.length, later + SNAPSHOTS * 4) && left > 0n; at += 1) {
    const dealt = dealer.spot(at, 'sell', amountOfUnits(left));
    left -= dealt.base;
    got += dealt.quote;
  }
  // The unsold rest is valued at the price of the sold part.
  return base === left ? undefined : gain(paid, (got * base) / (base - left));
}

/** Converts far more than the book holds and sells on spot; or buys on spot and converts. */
function exchangeAgainstSpot(_track: Track, index: number, dealer: Dealer): number | undefined {
  if (index % 2 === 0) {
    const bought = dealer.spot(index, 'buy', WHOLE);
    return gain(bought.quote, dealer.exchange(index, 'sell', bought.base).quote);
  }
  const { base: shown } = dealer.spot(index, 'sell', WHOLE);
  if (shown === ZERO) return undefined;
  const given = dealer.exchange(index, 'sell', shown).quote;
  const { base } = dealer.exchange(index, 'buy', given);
  return gain(given, dealer.spot(index, 'sell', base).quote);
}

export const SPOT_PLAYS: readonly SpotPlay[] = [
  { name: 'depth cycling in spot', play: cycleDepth },
  { name: 'exchange against spot', play: exchangeAgainstSpot },
];
