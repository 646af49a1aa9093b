import type { Query } from '../../platform/db.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reports } from '../../platform/replica.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketData, MarketHealth, StreamFigures } from '../../market/index.ts';

export interface BuildInfo {
  readonly version: string;
  readonly mode: string;
  readonly feed: string;
}

interface PoolSource {
  use(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

export interface FigureSources {
  readonly db: Query;
  readonly pulse: { ageSeconds(): number };
  /** Whether this process reaches Redis; undefined without one. */
  readonly isRedisUp: () => boolean | undefined;
  readonly replica: Reports['replica'];
  readonly clock: Clock;
  readonly market: Pick<MarketData, 'list' | 'lastTick' | 'isFresh'>;
  readonly feed: { health(): MarketHealth; streams(): StreamFigures };
  /** True in the process that takes prices in; also when it is the only one. */
  readonly isFeedLeader: () => boolean;
  /** Commands that wait for the next batch, by the writer's name. */
  readonly writers: Readonly<Record<string, { readonly waiting: number }>>;
  readonly pools: Readonly<Record<string, PoolSource>>;
  /** Free and total bytes of the disk with uploads and the embedded database. */
  readonly disk: () => Promise<{ readonly free: number; readonly size: number } | undefined>;
  /** Seconds since the newest cosignature that is served of each witness, by its name. */
  readonly witnessAges: () => Promise<Readonly<Record<string, number>> | undefined>;
  /** Mails, and answers of the store of uploads, by how they ended. */
  readonly tallies: Readonly<Record<'mails' | 'store', { read(): Readonly<Record<string, number>> }>>;
  readonly log: Log;
}
