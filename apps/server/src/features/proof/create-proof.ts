import { originOf } from '@plimsoll/proof/log';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Lease } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import { Distribution } from '../../platform/metrics/distribution.ts';
import { derivedKey, type SecretOrSecrets } from '../../platform/secret.ts';
import type { SliceWith, Worker } from '../../platform/slice.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import type { Appender, AppenderNeeds } from './appender.ts';
import type { WitnessAddress } from './ask-witness.ts';
import { signingOf, type Begun } from './begun.ts';
import { logBuild, readBuild, type BuiltFiles } from './build-list.ts';
import type { Commit } from './entries/made-entry.ts';
import { locateEntry, type LocatedEntry } from './locate-entry.ts';
import { logKeyOf, LogSigner } from './log-key.ts';
import { beginLog, commitmentKey, registerKey } from './log-table.ts';
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

interface Beginning {
  readonly db: Db;
  readonly clock: Clock;
  readonly secret: SecretOrSecrets;
  /** Where the log's files lie. */
  readonly logStore: ObjectStore;
  readonly logIdentity: LogIdentity;
  /** What is served to members, and goes into the log. */
  readonly built: BuiltFiles;
}

interface ProofDeps<A extends Appender> extends Beginning {
  readonly log: Pick<Log, 'error'>;
  /** Who cosigns this log. */
  readonly witnesses: readonly WitnessAddress[];
  /** Whoever holds it has the log cosigned. */
  readonly witnessLease: Lease;
  /** What is posted by these is looked at soon. */
  readonly writer: Pick<GroupedWriter, 'onPosted'>;
  readonly settling: Pick<GroupedWriter, 'onPosted'>;
  readonly settlingBeside?: Pick<GroupedWriter, 'onPosted'>;
  /** Who appends to the log: `appendHere`, or `appendInThread`. */
  readonly logAppender: (needs: AppenderNeeds) => A;
}

/**
 * Begins the log at its first start, and reads its keys.
 * @throws Error when the configured address is another log's
 */
async function begin({ db, clock, secret, logIdentity, logStore: store, built }: Beginning): Promise<Begun> {
  const wanted = originOf(logIdentity.publicUrl);
  const origin = await beginLog(db, wanted, clock.nowMs());
  if (logIdentity.isConfigured && origin !== wanted)
    throw new Error(
      `PUBLIC_URL makes the public log ${wanted}, but this database has ${origin}, which is for ever: serve it at its own address, or see docs/OPERATING.md on a new one.`,
    );
  const seeds = logIdentity.keys;
  // The one before was there before.
  for (const seed of seeds.toReversed()) await registerKey(db, logKeyOf(origin, seed).vkey, clock.nowMs());
  const build = await readBuild(built);
  if (build) await logBuild({ db, store }, build, clock.nowMs());
  return { origin, seeds, commitmentKey: await commitmentKey(db, derivedKey(secret, 'commitments of the log')) };
}

/** Opens the public log and receipts (docs/PROOF.md). */
export function createProof<A extends Appender>(
  deps: ProofDeps<A>,
): SliceWith<'routes' | 'bytesRoutes' | 'workers'> & {
  /** Appends to the log; `npm start` starts it with the workers. */
  readonly worker: A;
  /** Finds the line of an entry that has no journal; undefined while no checkpoint includes it. */
  readonly locate: (line: string) => Promise<LocatedEntry | undefined>;
  readonly cosigning: Witnesses;
  /** Seconds since the newest cosignature served of each witness, by its name. */
  readonly witnessAges: () => Promise<Readonly<Record<string, number>>>;
} {
  const { db, clock, log, logStore: store, witnesses } = deps;
  const state: { begun?: Begun } = {};
  const begun = (): Begun => {
    if (!state.begun) throw new Error('the public log has not begun');
    return state.begun;
  };
  const beginning: Worker = {
    name: 'public log, its beginning',
    async start() {
      state.begun = await begin(deps);
    },
    stop() {},
  };
  const signing = signingOf(begun);
  const commit: Commit = (...args) => signing().commit(...args);
  const signer = new LogSigner({ db, clock, keys: () => (state.begun ? signing().keys : []) });
  const published = new PublishedLog({ store, clock, hasWitnesses: witnesses.length > 0 });
  const turns = new Distribution({
    name: 'plimsoll_log_turn_duration_seconds',
    help: 'Time to append one turn to the public log.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  const worker = deps.logAppender({ begun, tookSeconds: (seconds) => turns.observe(seconds) });
  const cosigning = new Witnesses({ clock, log, lease: deps.witnessLease, published, witnesses });
  const ages = new WitnessAges({ clock, published, witnesses });
  for (const each of [deps.writer, deps.settling, deps.settlingBeside]) each?.onPosted(() => worker.wake());
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
