import { BridgePath } from './bridge-path.ts';
import { coinProfile } from './coin-profiles.ts';
import type { Situation } from './market-maker.ts';
import { Strand } from './strand.ts';

const REFERENCE_MS = Date.UTC(2026, 0, 1);
const YEAR_MS = 365.25 * 86_400_000;
/** Annual log growth of all coins, so that decades of history do not look flat. */
const GROWTH = 0.1;
export const LEADER = 'BTC';
const UNIT = 'USDT';
const MAX_SEEN = 100_000;
const LEADER_VOLATILITY = 0.45;

export interface Leader {
  at(ms: number, finestMs?: number): number;
  busyness(): number;
}

/**
 * The worth of every coin at every moment, a pure function of (seed, time). A coin follows Bitcoin by a factor, plus
 * its own path; a cross market is the quotient of its legs.
 */
export class World {
  readonly #seed: string;
  readonly #leader: Leader;
  readonly #leaderSeen = new Map<number, number>();
  readonly #own = new Map<string, BridgePath>();

  /** `leader`: Bitcoin's path, for a replay. */
  constructor(seed: string, leader: Leader = leaderPath(seed)) {
    this.#seed = seed;
    this.#leader = leader;
  }

  /** Natural logarithm of one unit of a coin in USDT; `finestMs` as of {@link BridgePath.at}. */
  logWorth(coin: string, ms: number, finestMs = 0): number {
    if (coin === UNIT) return 0;
    const profile = coinProfile(coin);
    const base = leaderlessLogWorth(coin, ms);
    if (coin === LEADER) return base + this.#leaderAt(ms, finestMs);
    return (
      base +
      profile.followsBitcoin * this.#leaderAt(ms, finestMs) +
      this.#ownPath(coin, profile.ownVolatility).at(ms, finestMs)
    );
  }

  situation(base: string, quote: string, ms: number, finestMs = 0): Situation {
    const quoteLog = this.logWorth(quote, ms, finestMs);
    const baseLog = this.logWorth(base, ms, finestMs);
    return { ms, mid: Math.exp(baseLog - quoteLog), baseUsdt: Math.exp(baseLog), busyness: this.#busyness(base) };
  }

  /** Activity of a coin's market at the last moment asked for: usually 1, between 0.3 and 4. */
  #busyness(coin: string): number {
    const own = this.#own.get(coin)?.busyness() ?? this.#leader.busyness();
    return Math.min(4, Math.max(0.3, Math.sqrt(own * this.#leader.busyness())));
  }

  /** Cached for history, which reads the same moments for every market. */
  #leaderAt(ms: number, finestMs: number): number {
    if (finestMs === 0) return this.#leader.at(ms);
    const known = this.#leaderSeen.get(ms);
    if (known !== undefined) return known;
    const height = this.#leader.at(ms, finestMs);
    if (this.#leaderSeen.size >= MAX_SEEN) this.#leaderSeen.clear();
    this.#leaderSeen.set(ms, height);
    return height;
  }

  #ownPath(coin: string, volatility: number): BridgePath {
    let path = this.#own.get(coin);
    if (!path) {
      path = new BridgePath(new Strand(this.#seed, `path/${coin}`), volatility);
      this.#own.set(coin, path);
    }
    return path;
  }
}

/** Bitcoin's simulated path. */
export const leaderPath = (seed: string): BridgePath =>
  new BridgePath(new Strand(seed, `path/${LEADER}`), LEADER_VOLATILITY);

/** A coin's base log price, without its own and Bitcoin's movement. */
export const leaderlessLogWorth = (coin: string, ms: number): number =>
  Math.log(coinProfile(coin).level) + (GROWTH * (ms - REFERENCE_MS)) / YEAR_MS;
