import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../apps/server/src/platform/postgres/index.ts';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { startTestRedis, type TestRedis } from '../../../apps/server/src/testing/redis.ts';
import { CONSOLE_ENV } from '../../support/operator.ts';
import { FakeExchange } from './exchange.ts';
import { Line } from '../../../apps/server/src/testing/line.ts';
import { offerOptions, readCatalogue, registerTrader, type Catalogue } from './member.ts';
import { Machines } from './machines.ts';
import { MemberRecord } from './record.ts';
import { SmallDisk } from './small-disk.ts';
import { Target } from './target.ts';
import { trade } from './trader.ts';
import { until } from './until.ts';
import { messageOf } from '../../support/message-of.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
const TRADERS = 6;
/** Connections for three servers and the checks. */
const ROOMY = { max_connections: '140' };
const GIFTS_BEFORE = 1;

/** What a fault needs beside a server with trading members. */
export interface GroundNeeds {
  /** Cuttable connections to the database and from members. */
  readonly lines?: boolean;
  readonly clock?: boolean;
  readonly smallDisk?: boolean;
  /** Number of server processes on one database and one Redis; by default one. */
  readonly processes?: number;
  /** The database on three machines, under Patroni; each process reaches it over a haproxy of its own. */
  readonly machines?: boolean;
}

interface DatabaseEnv {
  readonly DATABASE_URL: string;
  readonly MIGRATE_DATABASE_URL: string;
}

interface FoundDatabase {
  /** As the process of this place reaches it. */
  readonly env: (at: number) => DatabaseEnv;
  readonly direct: DatabaseEnv;
  readonly line?: Line;
  readonly machines?: Machines;
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
  databaseLine: Line | undefined;
  memberLine: Line | undefined;
  targets: readonly Target[];
  records: readonly MemberRecord[] = [];
  catalogue: Catalogue = { btcusdt: '', ethusdt: '', usdt: '', btc: '' };
  /** What is wrong, a sentence each. */
  readonly doubts: string[] = [];
  readonly #ends: (() => Promise<void> | void)[];
  #isOver = true;
  #trading: Promise<unknown> = Promise.resolve();

  private constructor(
    parts: Pick<
      Ground,
      'folder' | 'exchange' | 'disk' | 'redis' | 'machines' | 'targets' | 'databaseLine' | 'database'
    >,
    ends: (() => Promise<void> | void)[],
  ) {
    this.folder = parts.folder;
    this.exchange = parts.exchange;
    this.database = parts.database;
    this.disk = parts.disk;
    this.redis = parts.redis;
    this.machines = parts.machines;
    this.targets = parts.targets;
    this.databaseLine = parts.databaseLine;
    this.#ends = ends;
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
    const { lines = false, clock = false, smallDisk = false, processes = 1 } = needs;
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-faults-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const exchange = await FakeExchange.open();
    ends.push(() => exchange.close());
    const disk = smallDisk ? SmallDisk.mount(join(dataDir, 'uploads')) : undefined;
    if (disk) ends.push(() => disk.unmount());
    const database = await findDatabase(join(folder, 'database'), needs, ends);
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
        targets,
        databaseLine: database?.line,
        database: database?.direct,
      },
      ends,
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

/** The database that these needs want; undefined for the server's own. */
async function findDatabase(
  dir: string,
  { lines = false, processes = 1, machines = false }: GroundNeeds,
  ends: (() => Promise<void> | void)[],
): Promise<FoundDatabase | undefined> {
  if (!machines) return lines || processes > 1 ? openSeparateDatabase(dir, lines, ends) : undefined;
  const several = await Machines.open(processes);
  ends.push(() => several.close());
  return { env: (at) => several.urls(at), direct: several.urls(0), machines: several };
}

/** A separate PostgreSQL, reached over a line if wanted. */
async function openSeparateDatabase(
  dir: string,
  hasLine: boolean,
  ends: (() => Promise<void> | void)[],
): Promise<FoundDatabase> {
  const postgres = await startPostgres({ dir, settings: ROOMY });
  ends.push(() => postgres.stop());
  const direct = { DATABASE_URL: postgres.appUrl, MIGRATE_DATABASE_URL: postgres.url };
  if (!hasLine) return { env: () => direct, direct };
  const sockets = new URL(postgres.url).searchParams.get('host') ?? '';
  const line = await Line.open(() => ({ path: join(sockets, '.s.PGSQL.5432') }));
  ends.push(() => line.close());
  const over = (url: string): string =>
    Object.assign(new URL(url), { host: `127.0.0.1:${line.port}`, search: '' }).href;
  const overLine = { DATABASE_URL: over(postgres.appUrl), MIGRATE_DATABASE_URL: over(postgres.url) };
  return { env: () => overLine, direct, line };
}

async function openRedis(ends: (() => Promise<void> | void)[]): Promise<TestRedis> {
  const redis = await startTestRedis();
  ends.push(() => redis.close());
  return redis;
}
