import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Postgres } from '../../../apps/server/src/platform/postgres/index.ts';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { startTestRedis, type TestRedis } from '../../../apps/server/src/testing/redis.ts';
import { CONSOLE_ENV } from '../../support/operator.ts';
import { FakeExchange } from './exchange.ts';
import { Line } from '../../../apps/server/src/testing/line.ts';
import { findDatabase, type DatabaseEnv, type DatabaseNeeds } from './found-database.ts';
import { offerOptions, readCatalogue, registerTrader, type Catalogue } from './member.ts';
import type { Machines } from './machines.ts';
import { MemberRecord } from './record.ts';
import { SmallDisk } from './small-disk.ts';
import { Target } from './target.ts';
import { trade } from './trader.ts';
import { until } from './until.ts';
import { messageOf } from '../../support/message-of.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
const TRADERS = 6;
const GIFTS_BEFORE = 1;
/** Where a database that is no server's own lies. */
const DATABASE = 'database';

/** What a fault needs beside a server with trading members. */
export interface GroundNeeds extends DatabaseNeeds {
  readonly clock?: boolean;
  readonly smallDisk?: boolean;
  /** How long each member waits between two submits, in ms; not at all by default. */
  readonly paceMs?: number;
}

/** One or several servers under load, for faults to strike. Everything members do is recorded outside. */
export class Ground {
  readonly folder: string;
  readonly exchange: FakeExchange;
  /** The database where it is not the server's own; never over a line. */
  readonly database: DatabaseEnv | undefined;
  readonly disk: SmallDisk | undefined;
  /** Of several processes. */
  readonly redis: TestRedis | undefined;
  /** Of the database, where it has several. */
  readonly machines: Machines | undefined;
  /** Where it is neither a server's own nor on several machines. */
  readonly postgres: Postgres | undefined;
  databaseLine: Line | undefined;
  memberLine: Line | undefined;
  targets: readonly Target[];
  records: readonly MemberRecord[] = [];
  catalogue: Catalogue = { btcusdt: '', ethusdt: '', usdt: '', btc: '' };
  /** What is wrong, a sentence each. */
  readonly doubts: string[] = [];
  readonly #ends: (() => Promise<void> | void)[];
  readonly #paceMs: number;
  #isOver = true;
  #trading: Promise<unknown> = Promise.resolve();

  private constructor(
    parts: Pick<
      Ground,
      'folder' | 'exchange' | 'disk' | 'redis' | 'machines' | 'postgres' | 'targets' | 'databaseLine' | 'database'
    >,
    ends: (() => Promise<void> | void)[],
    paceMs: number,
  ) {
    this.folder = parts.folder;
    this.exchange = parts.exchange;
    this.database = parts.database;
    this.disk = parts.disk;
    this.redis = parts.redis;
    this.machines = parts.machines;
    this.postgres = parts.postgres;
    this.targets = parts.targets;
    this.databaseLine = parts.databaseLine;
    this.#ends = ends;
    this.#paceMs = paceMs;
  }

  /** Makes a folder, an exchange, servers and members. */
  static async open(needs: GroundNeeds): Promise<Ground> {
    const ends: (() => Promise<void> | void)[] = [];
    try {
      return await Ground.#lay(needs, ends);
    } catch (error) {
      for (const end of ends.toReversed()) await end();
      throw error;
    }
  }

  static async #lay(needs: GroundNeeds, ends: (() => Promise<void> | void)[]): Promise<Ground> {
    const { lines = false, clock = false, smallDisk = false, processes = 1, paceMs = 0 } = needs;
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-faults-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const exchange = await FakeExchange.open();
    ends.push(() => exchange.close());
    const disk = smallDisk ? SmallDisk.mount(join(dataDir, 'uploads')) : undefined;
    if (disk) ends.push(() => disk.unmount());
    const database = await findDatabase(join(folder, DATABASE), needs, ends);
    const clockFile = join(folder, 'clock');
    if (clock) writeFileSync(clockFile, '0');
    const redis = processes > 1 ? await openRedis(ends) : undefined;
    const env = {
      ...exchange.env,
      ...CONSOLE_ENV,
      ...(clock ? { CLOCK_FILE: clockFile } : {}),
      ...(redis ? { REDIS_URL: redis.url, SECRET: 'of these processes alone' } : {}),
    };
    const metrics = await Promise.all(Array.from({ length: processes }, freePort));
    const targets = metrics.map(
      (port, at) =>
        new Target({
          // Shared: the public log's files, and its key, lie in it.
          dataDir,
          env: { ...env, ...database?.env(at), METRICS_PORT: String(port) },
          nodeArguments: clock ? ['--import', SHIFTED_CLOCK] : [],
        }),
    );
    ends.push(...targets.map((target) => () => target.abandon()));
    const ground = new Ground(
      {
        folder,
        exchange,
        disk,
        redis,
        machines: database?.machines,
        postgres: database?.postgres,
        targets,
        databaseLine: database?.line,
        database: database?.direct,
      },
      ends,
      paceMs,
    );
    await ground.#settleIn(lines);
    return ground;
  }

  async #settleIn(lines: boolean): Promise<void> {
    const [direct = ''] = await Promise.all(this.targets.map((target) => target.url()));
    await offerOptions(direct);
    const tokens = await Promise.all(
      Array.from({ length: TRADERS }, (_, at) => registerTrader(direct, `trader${at}@fault.example`)),
    );
    this.catalogue = await readCatalogue(direct, tokens[0] ?? '');
    if (lines) {
      const port = Number(new URL(direct).port);
      this.memberLine = await Line.open(() => ({ host: '127.0.0.1', port }));
      this.#ends.push(() => this.memberLine?.close());
    }
    this.addMembers('trader', tokens);
  }

  /** Records what these members submit too; each uses another running process. @returns their records. */
  addMembers(name: string, tokens: readonly string[]): MemberRecord[] {
    const added = tokens.map((token, at) => new MemberRecord(`${name}${at}`, token, () => this.url(at)));
    this.records = [...this.records, ...added];
    return added;
  }

  /** The server, or the first of several. */
  get target(): Target {
    const [target] = this.targets;
    if (!target) throw new Error('there is no server');
    return target;
  }

  get databaseEnv(): Readonly<Record<string, string>> {
    return { DATA_DIR: this.target.options.dataDir, ...this.database };
  }

  /** The files of a database that is no server's own. */
  get databaseFolder(): string {
    return join(this.folder, DATABASE, 'postgres');
  }

  async url(member = 0): Promise<string> {
    if (this.memberLine) return `http://127.0.0.1:${this.memberLine.port}`;
    const up = this.targets.filter(({ isUp }) => isUp);
    return (up[member % up.length] ?? this.target).url();
  }

  /** Sets the server's clock to the machine's plus `shiftMs`. */
  async setClock(shiftMs: number): Promise<void> {
    writeFileSync(join(this.folder, 'clock'), String(shiftMs));
    process.kill(await this.target.pid(), 'SIGUSR2');
  }

  startTrading(): void {
    this.#isOver = false;
    const trading = this.records.slice(0, TRADERS).map((record, at) =>
      trade(at, {
        record,
        catalogue: this.catalogue,
        price: () => this.exchange.price(),
        paceMs: this.#paceMs,
        isOver: () => this.#isOver,
      }),
    );
    this.#trading = Promise.all(trading).catch((error: unknown) => {
      this.doubts.push(messageOf(error));
    });
  }

  /** Waits until members have finished their last submit. */
  async stopTrading(): Promise<void> {
    this.#isOver = true;
    await this.#trading;
  }

  answered(): number {
    return this.records.reduce((sum, { submits }) => sum + submits.filter(({ answer }) => answer).length, 0);
  }

  /** Waits for this many more answers, so that a fault strikes while work goes on. */
  async untilAnswered(more: number): Promise<void> {
    const enough = this.answered() + more;
    await until(`${more} more submits are answered`, () => this.answered() >= enough);
  }

  before(): { transfers: readonly string[]; gifts: number } {
    return { transfers: ['4000'], gifts: GIFTS_BEFORE };
  }

  doubt(sentence: string): void {
    this.doubts.push(sentence);
  }

  moveTo(target: Target): void {
    this.targets = [target];
    this.#ends.push(() => target.abandon());
  }

  async close(): Promise<void> {
    await this.stopTrading();
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}

async function openRedis(ends: (() => Promise<void> | void)[]): Promise<TestRedis> {
  const redis = await startTestRedis();
  ends.push(() => redis.close());
  return redis;
}
