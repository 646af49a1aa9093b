import { auditLedger } from '../../apps/server/src/ledger/index.ts';
import { sql } from '../../apps/server/src/platform/db.ts';
import { AUDITS } from '../../apps/server/src/slices.ts';
import { behindTriggers } from '../../apps/server/src/testing/behind-triggers.ts';
import { openLogWorld, type LogWorld, type Verified } from '../../apps/server/src/testing/log-world.ts';
import { checkpointOf, LOG, WITNESS } from '../verifiers/log.ts';
import { serve } from '../verifiers/serve.ts';
import { formatVerifierKey } from '@plimsoll/proof/log';
import { pass, type Story } from './story.ts';

/** What a server shows in place of what the copy's own shows. */
export interface Shown {
  /** Entries of the log; their checkpoint is signed again with the log's own key, and cosigned. */
  readonly lines?: readonly string[];
  /** The checkpoint, as it is. */
  readonly checkpoint?: string;
  /** When a witness cosigns that checkpoint; by default at the copy's time. */
  readonly seenAtMs?: number;
  /** Changes the list of marks in an answer of `GET tape`. */
  readonly tape?: (marks: readonly unknown[]) => readonly unknown[];
}

/** Checks of money that came that the story brought from nowhere: no row of a slice caused it. */
const NOT_OF_STORIES = new Set(['house-funding', 'demo-funding', 'own-transfers']);
const AUDITED = AUDITS.filter(({ key }) => !NOT_OF_STORIES.has(key));

let statements = 0;
/** A statement that is used once. */
const once = <Row>(text: string) => sql<Row>(`frauds.${(statements += 1)}`, text);

/** A copy of the honest world, to commit a fraud in. */
export class Scene {
  readonly story: Story;
  readonly world: LogWorld;
  readonly #served: { close(): void }[] = [];

  private constructor(story: Story, world: LogWorld) {
    this.story = story;
    this.world = world;
  }

  static async open(story: Story): Promise<Scene> {
    return new Scene(story, await openLogWorld({ copyOf: story.world }));
  }

  /** Changes rows as the owner of the database can, triggers off. */
  behind(table: string, text: string): Promise<void> {
    return behindTriggers(this.world.owner, table, once(text));
  }

  /** Runs a statement as the owner of the database. */
  rows<Row = Record<string, unknown>>(text: string): Promise<readonly Row[]> {
    return this.world.owner.run(once<Row>(text));
  }

  /** Removes constraints, for who owns the tables. */
  async unconstrain(table: string, ...names: readonly string[]): Promise<void> {
    await this.rows(`alter table ${table} ${names.map((name) => `drop constraint ${name}`).join(', ')}`);
  }

  pass(seconds: number, priceAt: (second: number) => string | null): Promise<void> {
    return pass(this.world, seconds, priceAt);
  }

  /** The address of the copy's own log, or of one that shows something else in its place. */
  async logUrl(shown?: Shown): Promise<string> {
    const { world } = this;
    if (!shown) return `${world.url}/log`;
    const lines = shown.lines ?? (await world.lines());
    const checkpoint = shown.checkpoint ?? checkpointOf(lines, shown.seenAtMs ?? world.clock.nowMs());
    const api = async (path: string, query: URLSearchParams): Promise<Buffer | undefined> => {
      const answer = await fetch(`${world.url}${path}?${query}`);
      const text = await answer.text();
      if (!answer.ok) return undefined;
      if (path !== '/api/tape' || !shown.tape) return Buffer.from(text);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of this server's own
      const body = JSON.parse(text) as { data: { list: readonly unknown[] } };
      return Buffer.from(JSON.stringify({ ...body, data: { list: shown.tape(body.data.list) } }));
    };
    const served = await serve({ lines, checkpoint, vkey: this.vkey, marks: [], api });
    this.#served.push(served);
    return `${served.url}/log`;
  }

  /** An address where these files are the app. */
  async appUrl(files: Readonly<Record<string, string>>): Promise<string> {
    const served = await serve({ lines: [], checkpoint: '', vkey: this.vkey, marks: [], files });
    this.#served.push(served);
    return served.url;
  }

  /** The key of the copy's log. */
  readonly vkey = formatVerifierKey(LOG.key);
  readonly #keys = ['--vkey', this.vkey, '--witness', formatVerifierKey(WITNESS.key)];

  /** `log URL`, of the copy's own log or what is shown in its place. */
  async log(shown?: Shown, ...more: readonly string[]): Promise<readonly string[]> {
    return ['log', await this.logUrl(shown), ...this.#keys, ...more];
  }

  /** `receipt FILE`, checked against the copy's log. */
  async receipt(receipts: unknown, ...more: readonly string[]): Promise<readonly string[]> {
    return ['receipt', await this.world.fileOf(receipts), ...this.#keys, ...more];
  }

  /** `liabilities FILE`. */
  async liabilities(proof: unknown, ...more: readonly string[]): Promise<readonly string[]> {
    return ['liabilities', await this.world.fileOf(proof), ...this.#keys, ...more];
  }

  /** Looks with both verifiers. */
  async verify(args: readonly string[]): Promise<readonly Verified[]> {
    return Promise.all(['verify.py', 'verify.mjs'].map((verifier) => this.world.verify(verifier, ...args)));
  }

  /** Keys of the audit's checks that are off. */
  async audit(): Promise<readonly string[]> {
    const { checks } = await auditLedger(this.world.db, AUDITED);
    const keys = new Map(AUDITED.map(({ name, key }) => [name, key]));
    return checks.filter(({ ok }) => !ok).map(({ name }) => keys.get(name) ?? name);
  }

  async close(): Promise<void> {
    for (const each of this.#served) each.close();
    await this.world.close();
  }
}
