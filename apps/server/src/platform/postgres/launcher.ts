import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { makeOwnFolder } from '../own-folder.ts';
import { messageOf } from '../system-error.ts';
import { ensureAccess } from './access.ts';
import { findBinaries } from './binaries.ts';
import { ensureDataFolder, processesIn, removeStalePid } from './data-folder.ts';
import { FolderInUse, takeFolder } from './folder-lock.ts';
import { logTail, spawnPostmaster, type Postmaster } from './postmaster.ts';
import { untilReady } from './ready.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { settingArguments } from './settings.ts';
import { addressesOf, makeSocketFolder, removeRecord, writeRecord, type Addresses } from './socket.ts';

/** What the database did without being asked. */
export type PostgresEvent =
  | { readonly kind: 'died'; readonly detail: string }
  | { readonly kind: 'restarted'; readonly afterMs: number }
  | { readonly kind: 'restart_failed'; readonly detail: string };

export interface PostgresOptions {
  /** Holds `postgres/` (data), `postgres.key`, `postgres.log` and, while it runs, `postgres.socket`. */
  readonly dir: string;
  /** Settings that replace or add to ours. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: PostgresEvent) => void;
  readonly runAs?: RunAs;
  /** Refuses instead of making a new database. */
  readonly mustExist?: boolean;
}

/** Its addresses survive a restart. */
export interface Postgres extends Addresses {
  pid(): number;
  /** Resolves when the database is down. */
  stop(): Promise<void>;
}

/** How long the database of a killed server may take to close. */
const LEAVING_MS = 15_000;
const START_MS = 60_000;
const STOP_MS = 8_000;
const RESTART_PAUSES_MS = [50, 100, 200, 400, 800];
const LONGEST_PAUSE_MS = 1_000;

/**
 * Starts the embedded PostgreSQL on `dir` and restarts it until stopped. It ends with this process, even when that is
 * killed. Uses the machine's time: it waits for processes.
 * @throws FolderInUse when another server has the folder; Error when PostgreSQL does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dir = resolve(options.dir);
  if (options.mustExist && !existsSync(join(dir, 'postgres', 'PG_VERSION')))
    throw new Error(`There is no database in ${dir}.`);
  await makeOwnFolder(dir);
  const release = await takeFolder(dir);
  try {
    const keeper = new Keeper(dir, options);
    await keeper.start();
    return {
      ...keeper.addresses,
      pid: () => keeper.pid,
      async stop() {
        await keeper.stop();
        release();
      },
    };
  } catch (error) {
    await removeRecord(dir);
    release();
    throw error;
  }
}

class Keeper {
  readonly #dir: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #onEvent: (event: PostgresEvent) => void;
  readonly #runAs: RunAs;
  #program = '';
  #sockets = '';
  #key = '';
  #current: Postmaster | undefined;
  #stopping = false;

  constructor(
    dir: string,
    { settings = {}, onEvent = () => {}, runAs = chooseRunAs(process.getuid?.() === 0) }: PostgresOptions,
  ) {
    this.#dir = dir;
    this.#settings = settings;
    this.#onEvent = onEvent;
    this.#runAs = runAs;
  }

  get addresses(): Addresses {
    return addressesOf(this.#sockets, this.#key);
  }

  get pid(): number {
    return this.#current?.pid ?? 0;
  }

  get #folder(): string {
    return join(this.#dir, 'postgres');
  }

  get #log(): string {
    return join(this.#dir, 'postgres.log');
  }

  async start(): Promise<void> {
    const binaries = await findBinaries();
    this.#program = binaries.postgres;
    // PostgreSQL's user reaches its folder, and reads nothing on the way.
    if (this.#runAs.user !== undefined) await chmod(this.#dir, 0o711);
    await untilEmpty(this.#folder);
    await removeRecord(this.#dir);
    await ensureDataFolder(this.#folder, binaries, this.#runAs);
    this.#key = await ensureAccess(this.#dir, this.#folder, binaries, this.#runAs);
    this.#sockets = await makeSocketFolder(this.#runAs);
    await writeRecord(this.#dir, this.#sockets);
    await this.#bringUp();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const postmaster = this.#current;
    postmaster?.signal('SIGINT');
    const impatient = setTimeout(() => postmaster?.signal('SIGQUIT'), STOP_MS);
    await postmaster?.ended;
    clearTimeout(impatient);
    await removeRecord(this.#dir);
  }

  async #bringUp(): Promise<void> {
    await removeStalePid(this.#folder);
    const command = [this.#program, '-D', this.#folder, '-k', this.#sockets, ...settingArguments(this.#settings)];
    const postmaster = await spawnPostmaster(command, this.#runAs, this.#log);
    this.#current = postmaster;
    let trouble: string | undefined;
    void postmaster.ended.then((how) => {
      trouble ??= how;
    });
    const late = setTimeout(() => {
      trouble ??= `not within ${START_MS / 1000} s`;
    }, START_MS);
    try {
      const isReady = await untilReady(this.#sockets, this.#key, () => trouble === undefined && !this.#stopping);
      if (!isReady) throw new Error(`PostgreSQL did not start (${trouble}): ${await logTail(this.#log)}`);
    } catch (error) {
      postmaster.signal('SIGQUIT');
      await postmaster.ended;
      throw error;
    } finally {
      clearTimeout(late);
    }
    void postmaster.ended.then((how) => (this.#stopping ? undefined : this.#restart(how)));
  }

  async #restart(how: string): Promise<void> {
    const diedMs = performance.now();
    this.#onEvent({ kind: 'died', detail: how });
    for (let tries = 0; ; tries += 1) {
      await delay(RESTART_PAUSES_MS[tries] ?? LONGEST_PAUSE_MS);
      if (this.#stopping) return;
      try {
        await this.#bringUp();
        this.#onEvent({ kind: 'restarted', afterMs: Math.round(performance.now() - diedMs) });
        return;
      } catch (error) {
        // Expected a few times, until the dead database's processes leave its shared memory.
        this.#onEvent({ kind: 'restart_failed', detail: messageOf(error) });
      }
    }
  }
}

async function untilEmpty(folder: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const holders = (await processesIn(folder)) ?? [];
    if (holders.length === 0) return;
    if (waitedMs >= LEAVING_MS)
      throw new FolderInUse(`${folder} is in use by another PostgreSQL (process ${holders.join(', ')}).`);
    await delay(50);
  }
}
