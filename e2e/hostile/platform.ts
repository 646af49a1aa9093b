import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDb, sql, type Db } from '../../apps/server/src/platform/db.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { obtain } from '../../apps/server/src/testing/api-client.ts';
import { FakeExchange } from '../faults/ground/exchange.ts';
import { runTool } from '../faults/ground/run-tool.ts';
import { Target } from '../faults/ground/target.ts';
import { until } from '../faults/ground/until.ts';
import { mailsOf } from '../support/mails.ts';
import { messageOf } from '../support/message-of.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('../faults/ground/shifted-clock.ts', import.meta.url));
/** What the local exchange has; in live mode markets are closed until an owner opens them. */
const MARKETS = ['btcusdt', 'ethusdt'];
const openMarkets = sql<never>('hostile.openMarkets', 'update market set enabled = true where symbol = any($1)');
const HOUR_MS = 60 * 60 * 1000;

/** The first owner, made by the start. */
export const FIRST_OWNER = { username: 'anna@quay.example', password: 'Bilge pump, seven, starboard' } as const;
export const SERVER_SECRET = 'keel-laid-in-the-year-of-the-gale';

/** A local deployment in live mode: its own PostgreSQL, an HTX server for prices, and a clock that can be set. */
export class LivePlatform {
  readonly folder: string;
  readonly dataDir: string;
  readonly exchange: FakeExchange;
  readonly db: Db;
  /** Connection strings: as the server's role, and as the owner. */
  readonly databaseEnv: { readonly DATABASE_URL: string; readonly MIGRATE_DATABASE_URL: string };
  #target: Target | undefined;
  #shiftMs = 0;
  readonly #ends: (() => Promise<void> | void)[];

  private constructor(
    parts: Pick<LivePlatform, 'folder' | 'exchange' | 'db' | 'databaseEnv'>,
    ends: (() => Promise<void> | void)[],
  ) {
    this.folder = parts.folder;
    this.dataDir = join(parts.folder, 'data');
    this.exchange = parts.exchange;
    this.db = parts.db;
    this.databaseEnv = parts.databaseEnv;
    this.#ends = ends;
  }

  /** Makes what a server needs; starts none. */
  static async open(): Promise<LivePlatform> {
    const ends: (() => Promise<void> | void)[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-hostile-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    try {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'clock'), '0');
      const exchange = await FakeExchange.open();
      ends.push(() => exchange.close());
      const postgres = await startPostgres({ dir: join(folder, 'database') });
      ends.push(() => postgres.stop());
      const db = openDb(postgres.url, { role: null, connections: 2 });
      ends.push(() => db.close());
      return new LivePlatform(
        { folder, exchange, db, databaseEnv: { DATABASE_URL: postgres.appUrl, MIGRATE_DATABASE_URL: postgres.url } },
        ends,
      );
    } catch (error) {
      for (const end of ends.toReversed()) await end();
      throw error;
    }
  }

  /** The server's variables, as a careful operator sets them. */
  get env(): Readonly<Record<string, string>> {
    return {
      ...this.exchange.env,
      ...this.databaseEnv,
      MODE: 'live',
      SECRET: SERVER_SECRET,
      LOG_KEY: Buffer.alloc(32, 7).toString('base64'),
      CLOCK_FILE: join(this.folder, 'clock'),
      OPERATOR_USERNAME: FIRST_OWNER.username,
      OPERATOR_PASSWORD: FIRST_OWNER.password,
    };
  }

  /** Tries to start a server with other variables. @returns its message when it refused; undefined when it started. */
  async refusesToStart(other: Readonly<Record<string, string>>): Promise<string | undefined> {
    const target = this.#targetWith({ ...this.env, ...other });
    try {
      await target.url();
    } catch (error) {
      return messageOf(error);
    }
    await target.kill();
    return undefined;
  }

  async start(): Promise<void> {
    const target = this.#targetWith(this.env);
    this.#target = target;
    this.#ends.push(async () => {
      await target.kill().catch(() => undefined);
    });
    const url = await target.url();
    await this.db.run(openMarkets, [MARKETS]);
    await until(
      'the markets are open',
      async () => (await obtain(url, 'getMarketList')).list.length === MARKETS.length,
    );
  }

  #targetWith(env: Readonly<Record<string, string>>): Target {
    return new Target({ dataDir: this.dataDir, env, nodeArguments: ['--import', SHIFTED_CLOCK] });
  }

  async url(): Promise<string> {
    if (!this.#target) throw new Error('the platform was not started');
    return this.#target.url();
  }

  nowMs(): number {
    return Date.now() + this.#shiftMs;
  }

  /** Moves its clock forward and waits until the server uses it. */
  async advance(ms: number): Promise<void> {
    this.#shiftMs += ms;
    this.exchange.clockShiftMs = this.#shiftMs;
    const url = await this.url();
    const asOf = this.nowMs();
    writeFileSync(join(this.folder, 'clock'), String(this.#shiftMs));
    process.kill((await this.#target?.pid()) ?? 0, 'SIGUSR2');
    await until('the server uses the new time', async () => {
      const response = await fetch(`${url}/huobiapi/v1/common/timestamp`);
      const { data }: { readonly data: number } = await response.json();
      return data >= asOf;
    });
  }

  nextDay(): Promise<void> {
    return this.advance(25 * HOUR_MS);
  }

  /** The first match of a pattern in the newest mail to an address. */
  async mailed(to: string, pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await until(`${to} is mailed ${pattern.source}`, () => {
      found = mailsOf(this.dataDir)
        .filter((mail) => mail.includes(to))
        .map((mail) => pattern.exec(mail)?.[1])
        .findLast((each) => each !== undefined);
      return found !== undefined;
    });
    return found ?? '';
  }

  mails(): readonly string[] {
    return mailsOf(this.dataDir);
  }

  runTool(file: string, args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
    return runTool(file, args, { ...this.env, DATA_DIR: this.dataDir });
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}
