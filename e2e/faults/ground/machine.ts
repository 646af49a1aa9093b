import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesIn } from '../../../apps/server/src/platform/postgres/data-folder.ts';
import { NOT_ROOT, SYSTEM_POSTGRES } from '../../../apps/server/src/testing/system-programs.ts';
import { variablesOf } from '../../operating/unit.ts';
import { listOf, objectOf, parseObject, type Json } from '../../support/json.ts';
import { until } from './until.ts';

const ANSWER_WITHIN_MS = 1_000;
/** The end of a log, where something did not come true. */
const TAIL = 1_500;

interface MachineParts {
  readonly name: string;
  /** Of loopback: each machine has one of its own, and with it the usual ports. */
  readonly address: string;
  /** With its files of deploy/patroni, filled in. */
  readonly folder: string;
}

/** What of a machine of the database is asked, as Patroni says it. */
export interface Standing {
  /** Replicas that stream from it. */
  readonly streaming: number;
  readonly timeline: number;
}

/** A machine of the database: etcd, Patroni and its PostgreSQL. */
export class Machine {
  readonly name: string;
  readonly #address: string;
  readonly #folder: string;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor({ name, address, folder }: MachineParts) {
    this.name = name;
    this.#address = address;
    this.#folder = folder;
  }

  /** Switches it on. */
  start(): void {
    this.startEtcd();
    this.startPatroni();
  }

  startEtcd(): void {
    this.#etcd = this.#spawn('etcd', []);
  }

  startPatroni(): void {
    this.#patroni = this.#spawn('patroni', [join(this.#folder, 'patroni.yml')]);
  }

  /** Switches it off as a power cut does. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL');
    const pulled = [this.#etcd, this.#patroni].filter((child) => child !== undefined);
    this.#etcd = undefined;
    this.#patroni = undefined;
    await Promise.all(pulled.map(ended));
    await until(`${this.name} is off`, async () => {
      await this.#signal('SIGKILL');
      return (await this.#processes()).length === 0;
    });
  }

  /** Stops all its processes where they are; connections stay open. */
  freeze(): Promise<void> {
    return this.#signal('SIGSTOP');
  }

  /** They go on, and may still take it for the primary. */
  thaw(): Promise<void> {
    return this.#signal('SIGCONT');
  }

  /** Ends what runs on it in order, as `systemctl stop` does. */
  async stop(): Promise<void> {
    for (const child of [this.#patroni, this.#etcd]) {
      child?.kill('SIGTERM');
      if (child) await ended(child);
    }
  }

  /** Whether Patroni answers 200 there: `primary`, `sync`, `replica`. */
  async is(what: string): Promise<boolean> {
    return (await this.#ask(what))?.ok ?? false;
  }

  async standing(): Promise<Standing> {
    const response = await this.#ask('patroni');
    const status: Json = objectOf(parseObject((await response?.text().catch(() => '')) ?? ''));
    return {
      streaming: listOf(status['replication']).filter(({ state }) => state === 'streaming').length,
      timeline: Number(status['timeline'] ?? 0),
    };
  }

  /** What its programs wrote last. */
  async tail(): Promise<string> {
    const logs = await Promise.all(
      ['etcd', 'patroni'].map((name) => readFile(join(this.#folder, `${name}.log`), 'utf8').catch(() => 'nothing')),
    );
    return `${this.name}: ${logs.map((log) => log.slice(-TAIL)).join('\n')}`;
  }

  /** Copies what its programs wrote into a folder. */
  async keepLogs(folder: string): Promise<void> {
    for (const name of ['etcd', 'patroni'])
      await copyFile(join(this.#folder, `${name}.log`), join(folder, `${this.name}-${name}.log`));
  }

  #ask(path: string): Promise<Response | undefined> {
    return fetch(`http://${this.#address}:8008/${path}`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
      () => undefined,
    );
  }

  #spawn(name: 'etcd' | 'patroni', args: readonly string[]): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    const child = spawn(name, args, {
      env: {
        PATH: `${SYSTEM_POSTGRES ?? ''}:${process.env['PATH'] ?? ''}`,
        LC_ALL: 'C.UTF-8',
        HOME: this.#folder,
        ...Object.fromEntries(variablesOf(join(this.#folder, `${name}.env`))),
      },
      cwd: this.#folder,
      stdio: ['ignore', log, log],
      ...(NOT_ROOT === undefined ? {} : { uid: NOT_ROOT, gid: NOT_ROOT }),
    });
    closeSync(log);
    return child;
  }

  /** All of them: PostgreSQL's have its data folder, what Patroni runs has the machine's. */
  async #processes(): Promise<readonly number[]> {
    const [own, data] = await Promise.all([processesIn(this.#folder), processesIn(join(this.#folder, 'data'))]);
    return [...(own ?? []), ...(data ?? [])];
  }

  /** Patroni first: it must not start again what ends before it. */
  async #signal(name: NodeJS.Signals): Promise<void> {
    this.#patroni?.kill(name);
    for (const pid of await this.#processes()) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended meanwhile.
      }
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}
