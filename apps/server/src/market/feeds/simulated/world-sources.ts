import { quoteOf, type RawBook, type RawQuote } from '../feed.ts';
import type { Bounds, MarketMaker, Situation } from './market-maker.ts';
import { Strand } from './strand.ts';

/** How many venues a made-up world has: the one whose book it shows, and two beside it. */
const COUNT = 3;
/** What the others show lies up to so far behind. */
const LAG_MS = 400;
/** How fast, and by which part of the spread, a venue strays from the world's price. */
const STRAY_MS = 7_000;
const STRAY = 0.25;
/** In each of these stretches at most one venue is silent, in three of ten, for 20 to 60 seconds. */
const OUTAGE_EVERY_MS = 600_000;
const OUTAGE_CHANCE = 0.3;

interface WorldSource {
  readonly name: string;
  readonly strand: Strand;
  readonly lagMs: number;
}

/**
 * The venues of a made-up world: one price, each with its own noise, lag and outages. A pure function of (seed, time).
 */
export class WorldSources {
  readonly #outages: Strand;
  readonly #sources: readonly WorldSource[];

  /** `prefix` names them: `sim` gives `sim-1`, `sim-2`, `sim-3`. */
  constructor(seed: string, prefix: string) {
    this.#outages = new Strand(seed, 'outages');
    this.#sources = Array.from({ length: COUNT }, (_, index) => {
      const strand = new Strand(seed, `source/${index}`);
      return { name: `${prefix}-${index + 1}`, strand, lagMs: index === 0 ? 0 : strand.below(LAG_MS, 0, 0) };
    });
  }

  /**
   * What each venue that is not silent shows at a moment: the first this book, the others prices of their own around
   * `at`, what the world was so many milliseconds before; none outside the bounds.
   */
  quotes(book: RawBook, maker: MarketMaker, at: (lagMs: number) => Situation, bounds?: Bounds): RawQuote[] {
    const ms = book.sourceTimeMs;
    const silent = this.#silentAt(ms);
    return this.#sources.flatMap(({ name, strand, lagMs }, index): RawQuote[] => {
      if (index === silent) return [];
      const trade = book.seq === undefined ? undefined : String(book.seq);
      const own = index === 0 ? quoteOf(name, book, trade) : undefined;
      if (index === 0) return own ? [own] : [];
      const situation = at(lagMs);
      const stray = STRAY * Math.log(strand.breath(STRAY_MS, 1, ms));
      return [
        {
          symbol: book.symbol,
          source: name,
          sourceTimeMs: Math.max(0, ms - lagMs),
          ...maker.strayed(situation, stray, bounds),
        },
      ];
    });
  }

  /** The venue that is silent at a moment; −1 for none. */
  #silentAt(ms: number): number {
    const slot = Math.floor(ms / OUTAGE_EVERY_MS);
    if (this.#outages.uniform(1, slot) > OUTAGE_CHANCE) return -1;
    const lengthMs = 20_000 + 40_000 * this.#outages.uniform(2, slot);
    const startMs = slot * OUTAGE_EVERY_MS + (OUTAGE_EVERY_MS - lengthMs) * this.#outages.uniform(3, slot);
    return ms >= startMs && ms < startMs + lengthMs ? this.#outages.below(COUNT, 4, slot) : -1;
  }
}
