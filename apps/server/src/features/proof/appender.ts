import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Lease } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import type { Worker } from '../../platform/slice.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import type { Commit } from './entries/made-entry.ts';
import { signingOf, type Begun } from './begun.ts';
import { LogFiles } from './log-files.ts';
import { LogSigner } from './log-key.ts';
import { LogWorker } from './log-worker.ts';

/** What an appender is given. */
export interface AppenderNeeds {
  /** @throws Error before the log has begun */
  readonly begun: () => Begun;
  /** Called with the seconds of each turn. */
  readonly tookSeconds: (seconds: number) => void;
}

/** Appends to the log and publishes it, from its start on. */
export interface Appender extends Worker {
  /** Looks soon: something was posted. */
  wake(): void;
}

interface Around {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Whoever holds it appends. */
  readonly lease: Lease;
  /** Where the log's files lie. */
  readonly store: ObjectStore;
}

/** Appends in this thread. */
export const appendHere =
  ({ db, clock, log, lease, store }: Around) =>
  ({ begun, tookSeconds }: AppenderNeeds): LogWorker => {
    const signing = signingOf(begun);
    const signer = new LogSigner({ db, clock, keys: () => signing().keys });
    const files = new LogFiles({ db, store, signer });
    const commit: Commit = (...args) => signing().commit(...args);
    return new LogWorker({ db, clock, log, lease, files, commit, tookSeconds });
  };
