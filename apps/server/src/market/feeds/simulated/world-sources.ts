import { quoteOf, type RawBook, type RawQuote } from '../feed.ts';
import type { Bounds, MarketMaker, Situation } from './market-maker.ts';
import { Strand } from './strand.ts';

/** Venues of a simulated world: the one with the book, and two more. */
const COUNT = 3;
const LAG_MS = 400;
/** Period and size, as a part of the spread, of a venue's deviation. */
const STRAY_MS = 7_000;
const STRAY = 0.25;
/** In three of ten such periods one venue is silent for 20 to 60 seconds. */
const OUTAGE_EVERY_MS = 600_000;
const OUTAGE_CHANCE = 0.3;

interface WorldSource {
  readonly name: string;
  readonly strand: Strand;
  readonly lagMs: number;
}

/**
 * The venues of a simulated world: one price, each with its own noise, lag and outages. A pure function of (seed,
 * time).
 */
export class WorldSources {
  readonly #outages: Strand;
  readonly #sources: readonly WorldSource[];

  constructor(seed: string, prefix: string) {
    this.#outages = new Strand(seed, 'outages');
    this.#sources = Array.from({ length: COUNT }, (_, index) => {
      const strand = new Strand(seed, `source/${index}`);
      return { name: `${prefix}-${index + 1}`, strand, lagMs: index === 0 ? 0 : strand.below(LAG_MS, 0, 0) };
    });
  }

  /**
   * The quotes of venues that are not silent: the first from this book, the others around `at`, the situation so many
   * ms before, within the bounds.
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

  #silentAt(ms: number): number {
    const slot = Math.floor(ms / OUTAGE_EVERY_MS);
    if (this.#outages.uniform(1, slot) > OUTAGE_CHANCE) return -1;
    const lengthMs = 20_000 + 40_000 * this.#outages.uniform(2, slot);
    const startMs = slot * OUTAGE_EVERY_MS + (OUTAGE_EVERY_MS - lengthMs) * this.#outages.uniform(3, slot);
    return ms >= startMs && ms < startMs + lengthMs ? this.#outages.below(COUNT, 4, slot) : -1;
  }
}
