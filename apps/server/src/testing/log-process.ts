import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLiabilities } from '../features/liabilities/index.ts';
import { appendHere, createProof } from '../features/proof/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { alwaysHeld, type Lease } from '../platform/lease.ts';
import { folderStore, type ObjectStore } from '../platform/uploads/index.ts';
import { failingLog } from './world-parts.ts';

/** Where the verifiers are. */
export const VERIFY = fileURLToPath(new URL('../../../../verify/', import.meta.url));
/** The base64 of 32 bytes of one value. */
export const seedOf = (value: number): string => Buffer.alloc(32, value).toString('base64');

export type Proof = ReturnType<typeof createProof<ReturnType<ReturnType<typeof appendHere>>>>;

/** What a process of the log is opened with, where it is not the usual. */
export interface LogProcessOptions {
  readonly keys?: readonly string[];
  readonly publicUrl?: string;
  readonly lease?: Lease;
  readonly store?: ObjectStore;
  readonly secret?: string;
  readonly log?: Parameters<typeof appendHere>[0]['log'];
  readonly built?: Parameters<typeof createProof>[0]['built'];
  readonly witnesses?: Parameters<typeof createProof>[0]['witnesses'];
}

interface Place {
  readonly db: Db;
  readonly clock: Clock;
  readonly folder: string;
}

/** Opens processes of the public log whose files are in `folder`; the beginning of each is done, its worker not started. */
export const logProcesses =
  ({ db, clock, folder, writer }: Place & Pick<Parameters<typeof createProof>[0], 'writer'>) =>
  async (changes: LogProcessOptions = {}): Promise<Proof> => {
    const { keys = [seedOf(1)], publicUrl = 'https://Plimsoll.example', lease = alwaysHeld, ...others } = changes;
    const store = others.store ?? folderStore(join(folder, 'log'));
    const log = others.log ?? failingLog;
    const proof = createProof({
      db,
      clock,
      log,
      writer,
      settling: writer,
      secret: others.secret ?? 'a secret of tests',
      logStore: store,
      logIdentity: { publicUrl, isConfigured: true, keys },
      built: others.built ?? { appFolder: '/nonexistent', verifyFolder: VERIFY },
      witnesses: others.witnesses ?? [],
      witnessLease: lease,
      logAppender: appendHere({ db, clock, log, lease, store }),
    });
    await proof.workers[0]?.start();
    return proof;
  };

/** Liabilities beside a process of the log. */
export const liabilitiesIn = ({ db, url, clock, folder }: Place & { readonly url: string }, { locate }: Proof) =>
  createLiabilities({
    db,
    url,
    clock,
    log: failingLog,
    mode: 'demo',
    folder: join(folder, 'liabilities'),
    everySeconds: () => 3600,
    locate,
  });
