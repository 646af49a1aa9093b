import { beforeOf, type Config } from './config.ts';
import type { Database } from './database.ts';
import { installationOf, openRedisBus, twoWayBus, type Bus } from './platform/bus/index.ts';
import type { Clock } from './platform/clock.ts';
import { openDb } from './platform/db.ts';
import { alwaysHeld, DatabaseLease, LEASE_LIFE_MS, type Lease } from './platform/lease.ts';
import type { Log } from './platform/log.ts';
import { ownThrottles, sharedThrottles, type Throttles } from './platform/throttles.ts';

/** What processes that serve the same members share; local for a single process. */
export interface ClusterServices {
  /** How they talk; none without `REDIS_URL`. */
  readonly bus: Bus | undefined;
  /** Whoever holds it runs the feed. */
  readonly feedLease: Lease;
  /** Whoever holds it has the public log cosigned. */
  readonly witnessLease: Lease;
  readonly throttles: Throttles;
  /** Whether Redis can be reached; undefined where there is none. */
  readonly isRedisUp: () => boolean | undefined;
  /** Called once the feed has ended. */
  close(): Promise<void>;
}

/**
 * Connects to what several processes share (docs/PROCESSES.md); an embedded database has one process.
 * @throws Error when Redis cannot be reached.
 */
export async function connectCluster(
  config: Pick<Config, 'databaseUrl' | 'redisUrl' | 'secret' | 'secretBefore' | 'feedLeaseMs'>,
  { db, url }: Database,
  clock: Clock,
  log: Log,
): Promise<ClusterServices> {
  // Processes share SECRET, or have none.
  const secret = config.secret === undefined ? '' : { present: config.secret, ...beforeOf(config) };
  const redis =
    config.redisUrl === undefined
      ? undefined
      : await openRedisBus({
          url: config.redisUrl,
          prefix: `plimsoll:${await installationOf(db)}:`,
          secret,
          clock,
          log,
        });
  const bus = redis && (await twoWayBus(redis, { url, secret, clock, log }));
  const lifeMs = config.feedLeaseMs ?? LEASE_LIFE_MS;
  // A statement that outlasts the lease is of no use to it.
  const leasing = config.databaseUrl === undefined ? undefined : openDb(url, { connections: 1, statementMs: lifeMs });
  const leaseOf = (name: string): Lease =>
    leasing ? new DatabaseLease({ name, db: leasing, clock, log, lifeMs }) : alwaysHeld;
  return {
    bus,
    feedLease: leaseOf('feed'),
    witnessLease: leaseOf('witnesses'),
    throttles: bus ? sharedThrottles(clock, bus) : ownThrottles(clock),
    isRedisUp: () => redis?.isUp(),
    async close() {
      await leasing?.close();
      await bus?.close();
    },
  };
}
