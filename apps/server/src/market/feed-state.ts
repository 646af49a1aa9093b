import { randomBytes } from 'node:crypto';
import { sql, type Query } from '../platform/db.ts';

export interface ReplayPosition {
  readonly fileMs: number;
  readonly wallMs: number;
  readonly speed: number;
}

/** State of the feed that ran last, of any kind. */
export interface FeedState {
  readonly seed: string;
  readonly world: string | null;
  readonly run: string | null;
  readonly replay: ReplayPosition | null;
}

interface Row {
  seed: string;
  world: string | null;
  run: string | null;
  file_time: Date | null;
  wall_time: Date | null;
  speed: number | null;
}

const begin = sql<never>('market.beginFeedState', 'insert into feed_state (seed) values ($1) on conflict do nothing');
const read = sql<Row>('market.feedState', 'select seed, world, run, file_time, wall_time, speed from feed_state');
const write = sql<never>(
  'market.keepFeedState',
  'update feed_state set world = $1, run = $2, file_time = $3, wall_time = $4, speed = $5',
);

/** Too many to search (older installations have eight). */
const SEED_BYTES = 16;

/** Reads the state; the first start creates it with a random seed, which stays. */
export async function readFeedState(db: Query): Promise<FeedState> {
  await db.run(begin, [randomBytes(SEED_BYTES).toString('hex')]);
  const [row] = await db.run(read);
  if (!row) throw new Error('feed_state is empty');
  const { file_time, wall_time, speed } = row;
  const replay =
    file_time && wall_time && speed !== null
      ? { fileMs: file_time.getTime(), wallMs: wall_time.getTime(), speed }
      : null;
  return { seed: row.seed, world: row.world, run: row.run, replay };
}

/** Stores the feed that runs now; the seed stays. */
export async function keepFeedState(db: Query, { world, run, replay }: Omit<FeedState, 'seed'>): Promise<void> {
  await db.run(write, [
    world,
    run,
    replay && new Date(replay.fileMs),
    replay && new Date(replay.wallMs),
    replay?.speed ?? null,
  ]);
}
