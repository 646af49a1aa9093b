import { originOf } from '@plimsoll/proof/log';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Lease } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import { Distribution } from '../../platform/metrics/distribution.ts';
import { derivedKey } from '../../platform/secret.ts';
import type { SliceWith, Worker } from '../../platform/slice.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import type { WitnessAddress } from './ask-witness.ts';
import { logBuild, readBuild, type BuiltFiles } from './build-list.ts';
import { committing, type Commit } from './entries/made-entry.ts';
import { locateEntry, type LocatedEntry } from './locate-entry.ts';
import { LogFiles } from './log-files.ts';
import { logKeyOf, LogSigner, type LogKey } from './log-key.ts';
import { beginLog, commitmentKey, registerKey } from './log-table.ts';
import { LogWorker } from './log-worker.ts';
import { PublishedLog } from './published-log.ts';
import { logRoutes, proofRoutes } from './routes.ts';
import { WitnessAges, Witnesses } from './witnesses.ts';

/** What the log is begun with. */
export interface LogIdentity {
  /** Where the app is open; the log's origin is made of it at the first start. */
  readonly publicUrl: string;
  /** Whether that address was configured: then another one than the log's is refused. */
  readonly isConfigured: boolean;
  /** Seeds of the log's keys, base64 of 32 bytes: the present one, and the one before while both sign. */
  readonly keys: readonly string[];
}

interface ProofDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** What is posted by these is looked at soon. */
  readonly writer: Pick<GroupedWriter, 'onPosted'>;
  readonly settling: Pick<GroupedWriter, 'onPosted'>;
  readonly secret: string;
  /** Whoever holds it appends to the log. */
  readonly logLease: Lease;
  /** Where the log's files lie. */
  readonly logStore: ObjectStore;
  readonly logIdentity: LogIdentity;
  /** What is served to members, and goes into the log. */
  readonly built: BuiltFiles;
  /** Who cosigns this log. */
  readonly witnesses: readonly WitnessAddress[];
  /** Whoever holds it has the log cosigned. */
  readonly witnessLease: Lease;
}

/** What is read from the database at the start, and nothing works before. */
interface Begun {
  readonly commit: Commit;
  readonly keys: readonly LogKey[];
}

/**
 * Begins the log at its first start, and reads its keys.
 * @throws Error when the configured address is another log's
 */
async function begin({ db, clock, secret, logIdentity, logStore: store, built }: ProofDeps): Promise<Begun> {
  const wanted = originOf(logIdentity.publicUrl);
  const origin = await beginLog(db, wanted, clock.nowMs());
  if (logIdentity.isConfigured && origin !== wanted)
    throw new Error(
      `PUBLIC_URL makes the public log ${wanted}, but this database has ${origin}, which is for ever: serve it at its own address, or see docs/OPERATING.md on a new one.`,
    );
  const keys = logIdentity.keys.map((seed) => logKeyOf(origin, seed));
  // The one before was there before.
  for (const { vkey } of keys.toReversed()) await registerKey(db, vkey, clock.nowMs());
  const build = await readBuild(built);
  if (build) await logBuild({ db, store }, build, clock.nowMs());
  return { commit: committing(await commitmentKey(db, derivedKey(secret, 'commitments of the log'))), keys };
}

/** Opens the public log and receipts (docs/PROOF.md). */
export function createProof(deps: ProofDeps): SliceWith<'routes' | 'bytesRoutes' | 'workers'> & {
  /** Begins the log; `npm start` does it with the workers. */
  readonly worker: LogWorker;
  /** Finds the line of an entry that has no journal; undefined while no checkpoint includes it. */
  readonly locate: (line: string) => Promise<LocatedEntry | undefined>;
  readonly cosigning: Witnesses;
  /** Seconds since the newest cosignature served of each witness, by its name. */
  readonly witnessAges: () => Promise<Readonly<Record<string, number>>>;
} {
  const { db, clock, log, logStore: store, logLease: lease, witnesses } = deps;
  const begun: { now?: Begun } = {};
  const commit: Commit = (...args) => {
    if (!begun.now) throw new Error('the public log has not begun');
    return begun.now.commit(...args);
  };
  const signer = new LogSigner({ db, clock, keys: () => begun.now?.keys ?? [] });
  const published = new PublishedLog({ store, clock, hasWitnesses: witnesses.length > 0 });
  const turns = new Distribution({
    name: 'plimsoll_log_turn_duration_seconds',
    help: 'Time to append one turn to the public log.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  const files = new LogFiles({ db, store, signer });
  const worker = new LogWorker({ db, clock, log, lease, files, commit, turns });
  const cosigning = new Witnesses({ clock, log, lease: deps.witnessLease, published, witnesses });
  const ages = new WitnessAges({ clock, published, witnesses });
  for (const each of [deps.writer, deps.settling]) each.onPosted(() => worker.wake());
  const beginning: Worker = {
    name: 'public log, its beginning',
    async start() {
      begun.now = await begin(deps);
    },
    stop() {},
  };
  return {
    routes: proofRoutes({ db, commit, signer, published }),
    bytesRoutes: logRoutes(published, signer, witnesses),
    workers: [beginning, worker, cosigning],
    metrics: [turns],
    worker,
    locate: (line) => locateEntry({ db, published }, line),
    cosigning,
    witnessAges: () => ages.read(),
  };
}
