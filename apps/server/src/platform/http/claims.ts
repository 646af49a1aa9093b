import { createHmac } from 'node:crypto';
import { trim } from '@plimsoll/contract/fields';
import { refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../clock.ts';
import type { Db } from '../db.ts';
import {
  AlreadyAnswered,
  findAnswers,
  forgetOldKeys,
  keepAnswer,
  keepAnswers,
  type Found,
  type IdempotencyClaim,
  type KeptAnswer,
} from '../idempotency.ts';
import { Lately } from '../lately.ts';
import { readSettled } from '../read-settled.ts';
import { secretsOf, type SecretOrSecrets } from '../secret.ts';
import { statusOf } from './envelope.ts';
import { Grouped } from './grouped.ts';
import type { Fields } from './route.ts';

const KEY = /^[!-~]{1,64}$/;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const REPEATED_MS = 60 * 60 * 1000;

/** Whether an `Idempotency-Key` may name a request. */
export const isKey = (key: string): boolean => KEY.test(key);

/** One spelling of equal values: names in order, bigints distinct from texts. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Equal in a form and in JSON. Lists and objects fit no field; their depth could exhaust the stack. */
function plain(value: unknown): string {
  if (typeof value === 'string') return trim(value);
  return typeof value === 'object' && value !== null ? 'a list or an object' : String(value);
}

/** As the call reads the fields, or raw when it cannot. */
const spelling = (read: { readonly success: boolean; readonly data?: unknown }, fields: Fields): string =>
  read.success
    ? `read ${canonical(read.data)}`
    : `came ${canonical(
        Object.entries(fields)
          .map(([name, value]) => [name, plain(value)])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      )}`;

/** Answers on HTTP 200 are kept, refusals too; 429 and 5xx are not (docs/wire/conventions.md). */
const isKept = (result: Result<unknown>): boolean => result.ok || statusOf(result.refusal.reason) === 200;

/** How a call decides. */
export interface Deciding {
  /**
   * It does one command of the ledger and nothing else, which keeps the answer in its own transaction. Then a key need
   * not be looked up first: where it was answered, the database refuses the command, and what it had done is undone.
   */
  readonly byOneCommand?: boolean;
}

type Settled = { readonly bodyHash: string; readonly result: Result<unknown> } | undefined;

/** Answers each idempotency key once. */
export class Claims {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secrets: readonly string[];
  readonly #running = new Map<string, Promise<Settled>>();
  readonly #find: Grouped<IdempotencyClaim, Found>;
  /** Whether it is kept: another process may have answered meanwhile. */
  readonly #keep: Grouped<KeptAnswer, boolean>;
  /**
   * Members who repeated a key of late: theirs are looked up first. A command that is refused for its key takes the
   * others of its batch with it, which are then done one by one.
   */
  readonly #repeating: Lately<true>;
  #sweep: { cancel(): void } | undefined;

  constructor(db: Db, clock: Clock, secret: SecretOrSecrets) {
    this.#db = db;
    this.#clock = clock;
    this.#secrets = secretsOf(secret);
    this.#find = new Grouped((claims) => this.#findAll(claims));
    this.#keep = new Grouped((answers) => this.#keepAll(answers));
    this.#repeating = new Lately(clock, REPEATED_MS);
  }

  /**
   * HMAC-SHA-256 (hex) of a request's fields. Keyed, because whoever reads the database must not find a payment
   * password among them by trying. With the secret before too, where there was one: a key of yesterday is known today.
   */
  bodyHashes(
    read: { readonly success: boolean; readonly data?: unknown },
    fields: Fields,
  ): Pick<IdempotencyClaim, 'bodyHash' | 'hashesBefore'> {
    const text = `request ${spelling(read, fields)}`;
    const [bodyHash = '', ...hashesBefore] = this.#secrets.map((secret) =>
      createHmac('sha256', secret).update(text).digest('hex'),
    );
    return hashesBefore.length === 0 ? { bodyHash } : { bodyHash, hashesBefore };
  }

  /** The kept answer, or `decide`'s, then kept. A duplicate waits for the first. */
  async answer(
    claim: IdempotencyClaim,
    decide: () => Promise<Result<unknown>>,
    deciding: Deciding = {},
  ): Promise<Result<unknown>> {
    const name = `${claim.memberId} ${claim.call} ${claim.key}`;
    for (;;) {
      const running = this.#running.get(name);
      if (!running) return this.#asFirst(name, this.#once(claim, decide, deciding), claim);
      const first = await running;
      // The first failed without an answer: the next one tries in its place.
      if (first) return first.bodyHash === claim.bodyHash ? first.result : refuse('idempotency_conflict');
    }
  }

  start(): void {
    const sweep = this.#clock.after(SWEEP_EVERY_MS, () => this.start());
    this.#sweep = sweep;
    void this.#forget(() => this.#sweep === sweep).catch(() => {});
  }

  stop(): void {
    this.#sweep?.cancel();
    this.#sweep = undefined;
  }

  /** All of an hour, however many: members choose how many keys they send. */
  async #forget(isGoingOn: () => boolean): Promise<void> {
    while (isGoingOn() && (await forgetOldKeys(this.#db, this.#clock.nowMs())));
  }

  #asFirst(
    name: string,
    command: Promise<{ readonly result: Result<unknown>; readonly shared: boolean }>,
    claim: IdempotencyClaim,
  ): Promise<Result<unknown>> {
    const over = (settled: Settled): Settled => {
      this.#running.delete(name);
      return settled;
    };
    this.#running.set(
      name,
      command.then(
        ({ result, shared }) => over(shared ? { bodyHash: claim.bodyHash, result } : undefined),
        () => over(undefined),
      ),
    );
    return command.then(({ result }) => result);
  }

  async #once(
    claim: IdempotencyClaim,
    decide: () => Promise<Result<unknown>>,
    { byOneCommand = false }: Deciding,
  ): Promise<{ result: Result<unknown>; shared: boolean }> {
    if (!byOneCommand || this.#repeating.get(claim.memberId)) {
      const found = await this.#found(claim);
      if (found) return given(found);
    }
    let result: Result<unknown>;
    try {
      result = await decide();
    } catch (error) {
      if (!(error instanceof AlreadyAnswered)) throw error;
      const theirs = await this.#found(claim);
      if (!theirs) throw error;
      return given(theirs);
    }
    if (claim.kept || (isKept(result) && (await this.#keep.do({ claim, result })))) return { result, shared: true };
    // What is refused here may have been done at another process, as by a code that is used up there.
    const theirs = await this.#found(claim);
    return theirs ? given(theirs) : { result, shared: false };
  }

  async #found(claim: IdempotencyClaim): Promise<Found> {
    const found = await this.#find.do(claim);
    if (found) this.#repeating.set(claim.memberId, true);
    return found;
  }

  /** A kept answer acknowledges: it is given once it is safe. */
  async #findAll(claims: readonly IdempotencyClaim[]): Promise<readonly Found[]> {
    const nowMs = this.#clock.nowMs();
    const found = await findAnswers(this.#db, claims, nowMs);
    if (found.every((each) => each === undefined)) return found;
    return readSettled(this.#db, (query) => findAnswers(query, claims, nowMs));
  }

  async #keepAll(answers: readonly KeptAnswer[]): Promise<boolean[]> {
    const nowMs = this.#clock.nowMs();
    try {
      await this.#db.transaction((tx) => keepAnswers(tx, answers, nowMs));
      return answers.map(() => true);
    } catch {
      const kept: boolean[] = [];
      for (const answer of answers) kept.push(await keepAnswer(this.#db, answer, nowMs));
      return kept;
    }
  }
}

const given = (found: Exclude<Found, undefined>): { result: Result<unknown>; shared: boolean } =>
  found === 'conflict' ? { result: refuse('idempotency_conflict'), shared: false } : { result: found, shared: true };
