import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connected } from '../../../apps/server/src/platform/connection.ts';
import { NOT_ROOT, SYSTEM_POSTGRES } from '../../../apps/server/src/testing/system-programs.ts';
import { messageOf } from '../../support/message-of.ts';
import { Machine } from './machine.ts';
import { until } from './until.ts';

/** The files that an operator copies: what is tested is what is recommended. */
const DEPLOY = fileURLToPath(new URL('../../../deploy/patroni/', import.meta.url));
const MACHINES = 3;
const PASSWORD = 'of-this-test';
/** What stands in the files for the machines' network, and for db1 on it. */
const NETWORK = '10.0.0.';
/** Above the machines of the database: the servers. */
const SERVERS_FROM = 10;
const TOGETHER_WITHIN_MS = 120_000;

/** Debian's packages, and what they bring. */
const PROGRAMS = { patroni: 'patroni', 'etcd-server': 'etcd', haproxy: 'haproxy' } as const;

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'each machine is an address of loopback, as Linux has them';
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));
  const missing = [
    ...(SYSTEM_POSTGRES === undefined ? ['postgresql'] : []),
    ...Object.entries(PROGRAMS).flatMap(([name, program]) => (isThere(program) ? [] : [name])),
  ];
  return missing.length === 0
    ? undefined
    : `there is no ${missing.join(', no ')} (Debian: apt-get install ${missing.join(' ')})`;
}

/** Why a database of several machines cannot run here; undefined when it can. */
export const whyNoMachines: string | undefined = whyNot();

interface Urls {
  readonly DATABASE_URL: string;
  readonly MIGRATE_DATABASE_URL: string;
}

/** Three machines of the database, and a haproxy beside each server, by the files of deploy/patroni. */
export class Machines {
  readonly all: readonly Machine[];
  readonly #folder: string;
  readonly #network: string;
  readonly #proxies: ChildProcess[] = [];

  private constructor(folder: string, network: string) {
    this.#folder = folder;
    this.#network = network;
    this.all = Array.from({ length: MACHINES }, (_, at) => this.#make(at + 1));
  }

  /** Switches them on, for so many servers, and makes the roles and the database of docs/OPERATING.md. */
  static async open(servers: number): Promise<Machines> {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-machines-'));
    chmodSync(folder, 0o755);
    // Two runs at once have two networks.
    const machines = new Machines(folder, `127.${1 + ((process.pid >> 8) % 250)}.${process.pid % 256}.`);
    try {
      for (const machine of machines.all) machine.start();
      for (let at = 0; at < servers; at += 1) await machines.startProxy(at);
      await machines.untilTogether();
      await machines.#makeDatabase();
      return machines;
    } catch (error) {
      await machines.close();
      throw error;
    }
  }

  /** Of the server's haproxy. */
  urls(server: number): Urls {
    const url = (role: string): string => `postgres://${role}:${PASSWORD}@${this.#proxy(server)}/plimsoll`;
    return { DATABASE_URL: url('plimsoll_app'), MIGRATE_DATABASE_URL: url('plimsoll') };
  }

  /** The machine that is the primary; waits until there is one. */
  async primary(): Promise<Machine> {
    const found: Machine[] = [];
    await until('a machine is the primary', async () => {
      for (const machine of this.all) if (await machine.is('primary')) found.push(machine);
      return found.length > 0;
    });
    const [primary] = found;
    if (!primary) throw new Error('no machine is the primary');
    return primary;
  }

  /** Waits until one is the primary, both others stream from it, and one of them has all that is acknowledged. */
  async untilTogether(): Promise<void> {
    try {
      await until(
        'three machines are together',
        async () => {
          const [primaries, synchronous] = await Promise.all(['primary', 'sync'].map((what) => this.#which(what)));
          const [primary, another] = primaries ?? [];
          return (
            primary !== undefined &&
            another === undefined &&
            synchronous?.length === 1 &&
            (await primary.standing()).streaming === MACHINES - 1
          );
        },
        TOGETHER_WITHIN_MS,
      );
    } catch (error) {
      throw await this.explained(error);
    }
  }

  /** An error with what the machines' programs wrote last. */
  async explained(failure: unknown): Promise<Error> {
    const tails = await Promise.all(this.all.map((machine) => machine.tail()));
    return new Error(`${messageOf(failure)}\n${tails.join('\n')}`, { cause: failure });
  }

  /** Keeps what all programs wrote so far, after this is closed too; answers where. */
  async keptLogs(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-machines-logs-'));
    await Promise.all(this.all.map((machine) => machine.keepLogs(folder)));
    return folder;
  }

  async startProxy(server: number): Promise<void> {
    const file = join(this.#folder, `haproxy-${server}.cfg`);
    writeFileSync(
      file,
      this.#filled('haproxy.cfg').replaceAll('bind 127.0.0.1', `bind ${this.#network}${SERVERS_FROM + server}`),
    );
    const log = openSync(join(this.#folder, `haproxy-${server}.log`), 'a');
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#proxies[server] = child;
    const [host = '', port = ''] = this.#proxy(server).split(':');
    await until(`the haproxy of server ${server + 1} listens`, () => {
      if (child.exitCode !== null)
        throw new Error(`haproxy did not start: ${readFileSync(join(this.#folder, `haproxy-${server}.log`), 'utf8')}`);
      return listens(host, Number(port));
    });
  }

  async stopProxy(server: number): Promise<void> {
    const child = this.#proxies[server];
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  }

  async close(): Promise<void> {
    for (const at of this.#proxies.keys()) await this.stopProxy(at);
    await Promise.all(this.all.map((machine) => machine.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #which(what: string): Promise<readonly Machine[]> {
    const are = await Promise.all(this.all.map((machine) => machine.is(what)));
    return this.all.filter((_, at) => are[at]);
  }

  #proxy(server: number): string {
    return `${this.#network}${SERVERS_FROM + server}:5432`;
  }

  /** A file of deploy/patroni, with the network of this run. */
  #filled(file: string): string {
    return readFileSync(join(DEPLOY, file), 'utf8')
      .replaceAll(`${NETWORK}0/24`, '127.0.0.0/8')
      .replaceAll(NETWORK, this.#network)
      .replaceAll(/change-me-\d/g, PASSWORD);
  }

  /** A machine with its files; what is db1's in them is its own. */
  #make(number: number): Machine {
    const name = `db${number}`;
    const address = `${this.#network}${number}`;
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    const own = (line: string): string =>
      line.startsWith('ETCD_INITIAL_CLUSTER=')
        ? line
        : line.replaceAll('=db1', `=${name}`).replaceAll(`${this.#network}1:`, `${address}:`);
    for (const file of ['etcd.env', 'patroni.env'])
      writeFileSync(
        join(folder, file),
        this.#filled(file).replaceAll('/var/lib/etcd/plimsoll', join(folder, 'etcd')).split('\n').map(own).join('\n'),
      );
    writeFileSync(
      join(folder, 'patroni.yml'),
      this.#filled('patroni.yml')
        .replaceAll('/var/lib/postgresql/15/plimsoll', join(folder, 'data'))
        .replaceAll('/var/lib/postgresql/', `${folder}/`)
        .replaceAll('/usr/lib/postgresql/15/bin', SYSTEM_POSTGRES ?? '')
        .replaceAll('/var/run/postgresql', folder),
    );
    if (NOT_ROOT !== undefined) chownSync(folder, NOT_ROOT, NOT_ROOT);
    return new Machine({ name, address, folder });
  }

  async #makeDatabase(): Promise<void> {
    await connected(`postgres://postgres:${PASSWORD}@${this.#proxy(0)}/postgres`, async (client) => {
      await client.query(`create role plimsoll login createrole password '${PASSWORD}'`);
      await client.query(`create database plimsoll owner plimsoll template template0 encoding 'UTF8'`);
    });
  }
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
