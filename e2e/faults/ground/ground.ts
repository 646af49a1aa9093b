import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../apps/server/src/platform/postgres/index.ts';
import { CONSOLE_ENV } from '../../support/operator.ts';
import { FakeExchange } from './exchange.ts';
import { Line } from './line.ts';
import { offerShortOptions, readCatalogue, registerTrader, type Catalogue } from './member.ts';
import { MemberRecord } from './record.ts';
import { SmallDisk } from './small-disk.ts';
import { Target } from './target.ts';
import { trade } from './trader.ts';
import { until } from './until.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
const TRADERS = 6;
/** Room for three servers and whoever looks. */
const ROOMY = { max_connections: '140' };
const GIFTS_BEFORE = 1;

/** What a fault needs beside a server with members who trade. */
export interface GroundNeeds {
  /** The server's database, and members, are reached over lines that can be cut. */
  readonly lines?: boolean;
  /** The server's clock can be set. */
  readonly clock?: boolean;
  /** Uploads lie on a small disk of their own. */
  readonly smallDisk?: boolean;
}

/** A server, or several, under load: what faults strike. Everything is recorded outside. */
export class Ground {
  readonly folder: string;
  readonly exchange: FakeExchange;
  /** The database that the server reaches over a line, without the line. */
  readonly #databaseUrl: string | undefined;
  readonly disk: SmallDisk | undefined;
  databaseLine: Line | undefined;
  memberLine: Line | undefined;
  target: Target;
  records: readonly MemberRecord[] = [];
  catalogue: Catalogue = { btcusdt: '', usdt: '', btc: '' };
  /** What is wrong, a sentence each. */
  readonly doubts: string[] = [];
  readonly #ends: (() => Promise<void> | void)[];
  #isOver = true;
  #trading: Promise<unknown> = Promise.resolve();

  private constructor(parts: Pick<Ground, 'folder' | 'exchange' | 'disk' | 'target' | 'databaseLine'>, databaseUrl: string | undefined, ends: (() => Promise<void> | void)[]) {
    this.folder = parts.folder;
    this.exchange = parts.exchange;
    this.#databaseUrl = databaseUrl;
    this.disk = parts.disk;
    this.target = parts.target;
    this.databaseLine = parts.databaseLine;
    this.#ends = ends;
  }

  /** Lays a ground: a fresh folder, an exchange, a server, members. */
  static async open(needs: GroundNeeds): Promise<Ground> {
    const ends: (() => Promise<void> | void)[] = [];
    try {
      return await Ground.#lay(needs, ends);
    } catch (error) {
      for (const end of ends.toReversed()) await end();
      throw error;
    }
  }

  static async #lay({ lines = false, clock = false, smallDisk = false }: GroundNeeds, ends: (() => Promise<void> | void)[]): Promise<Ground> {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-faults-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const exchange = await FakeExchange.open();
    ends.push(() => exchange.close());
    const disk = smallDisk ? SmallDisk.mount(join(dataDir, 'uploads')) : undefined;
    if (disk) ends.push(() => disk.unmount());
    const database = lines ? await openLineToDatabase(join(folder, 'database'), ends) : undefined;
    const clockFile = join(folder, 'clock');
    if (clock) writeFileSync(clockFile, '0');
    const target = new Target({
      dataDir,
      env: { ...exchange.env, ...CONSOLE_ENV, ...(database ? { DATABASE_URL: database.url } : {}), ...(clock ? { CLOCK_FILE: clockFile } : {}) },
      nodeArguments: clock ? ['--import', SHIFTED_CLOCK] : [],
    });
    ends.push(() => target.abandon());
    const ground = new Ground({ folder, exchange, disk, target, databaseLine: database?.line }, database?.directUrl, ends);
    await ground.#settleIn(lines);
    return ground;
  }

  async #settleIn(lines: boolean): Promise<void> {
    const direct = await this.target.url();
    await offerShortOptions(direct);
    const tokens = await Promise.all(Array.from({ length: TRADERS }, (_, at) => registerTrader(direct, `trader${at}@fault.example`)));
    this.catalogue = await readCatalogue(direct, tokens[0] ?? '');
    if (lines) {
      const port = Number(new URL(direct).port);
      this.memberLine = await Line.open(() => ({ host: '127.0.0.1', port }));
      this.#ends.push(() => this.memberLine?.close());
    }
    this.records = tokens.map((token, at) => new MemberRecord(`trader${at}`, token, () => this.url()));
  }

  /** Variables that name the database, as the audit takes them. */
  get databaseEnv(): Readonly<Record<string, string>> {
    return { DATA_DIR: this.target.options.dataDir, ...(this.#databaseUrl === undefined ? {} : { DATABASE_URL: this.#databaseUrl }) };
  }

  /** Where members ask. */
  async url(): Promise<string> {
    return this.memberLine ? `http://127.0.0.1:${this.memberLine.port}` : this.target.url();
  }

  /** Sets the server's clock so many ms away from the machine's. */
  async setClock(shiftMs: number): Promise<void> {
    writeFileSync(join(this.folder, 'clock'), String(shiftMs));
    process.kill(await this.target.pid(), 'SIGUSR2');
  }

  /** Members begin to submit, at random and without end. */
  startTrading(): void {
    this.#isOver = false;
    const trading = this.records.map((record, at) => trade(at, {
      record, catalogue: this.catalogue, price: () => this.exchange.price(), isOver: () => this.#isOver,
    }));
    this.#trading = Promise.all(trading).catch((error: unknown) => { this.doubts.push((error as Error).message); });
  }

  /** Lets members end what they are at. */
  async stopTrading(): Promise<void> {
    this.#isOver = true;
    await this.#trading;
  }

  /** Answers that members got so far. */
  answered(): number {
    return this.records.reduce((sum, { submits }) => sum + submits.filter(({ answer }) => answer).length, 0);
  }

  /** Waits for so many answers more: a fault falls into the midst of work, and work goes on after it. */
  async untilAnswered(more: number): Promise<void> {
    const enough = this.answered() + more;
    await until(`${more} more submits are answered`, () => this.answered() >= enough);
  }

  /** What a member had before trading began. */
  before(): { transfers: readonly string[]; gifts: number } {
    return { transfers: ['4000'], gifts: GIFTS_BEFORE };
  }

  doubt(sentence: string): void {
    this.doubts.push(sentence);
  }

  /** Goes on with another server. */
  moveTo(target: Target): void {
    this.target = target;
    this.#ends.push(() => target.abandon());
  }

  async close(): Promise<void> {
    await this.stopTrading();
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}

/** A PostgreSQL of its own, which the server reaches over a line. */
async function openLineToDatabase(dir: string, ends: (() => Promise<void> | void)[]): Promise<{ url: string; directUrl: string; line: Line }> {
  const postgres = await startPostgres({ dir, settings: ROOMY });
  ends.push(() => postgres.stop());
  const sockets = new URL(postgres.url).searchParams.get('host') ?? '';
  const line = await Line.open(() => ({ path: join(sockets, '.s.PGSQL.5432') }));
  ends.push(() => line.close());
  return { url: `postgres://plimsoll@127.0.0.1:${line.port}/plimsoll`, directUrl: postgres.url, line };
}
