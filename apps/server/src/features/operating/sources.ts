import type { Query } from '../../platform/db.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketData, MarketHealth, StreamFigures } from '../../market/index.ts';

/** What runs. */
export interface BuildInfo {
  readonly version: string;
  readonly mode: string;
  readonly feed: string;
}

/** Connections to the database of one pool. */
interface PoolSource {
  use(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

/** What is asked for figures, each time that somebody reads them. */
export interface FigureSources {
  readonly db: Query;
  readonly clock: Clock;
  readonly market: Pick<MarketData, 'list' | 'lastTick' | 'isFresh'>;
  readonly feed: { health(): MarketHealth; streams(): StreamFigures };
  /** Whether this process feeds the others with prices; one that is alone does. */
  readonly isFeedLeader: () => boolean;
  /** Commands that wait for the next batch, by the writer's name. */
  readonly writers: Readonly<Record<string, { readonly waiting: number }>>;
  readonly pools: Readonly<Record<string, PoolSource>>;
  /** Free and all bytes where uploads and the embedded database lie. */
  readonly disk: () => Promise<{ readonly free: number; readonly size: number }>;
  readonly log: Log;
}
