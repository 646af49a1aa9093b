import type { Result } from '@plimsoll/contract';
import { id, text } from './db-columns.ts';
import { rowsOf } from './db-rows.ts';
import { errorCode, sql, type Db, type Query, type Tx } from './db.ts';

/** The same (member, call, key) gets the first answer for at least 24 hours (docs/wire/conventions.md). */
export interface IdempotencyClaim {
  readonly memberId: string;
  readonly call: string;
  readonly key: string;
  /** SHA-256 (hex) of the parsed fields. */
  readonly bodyHash: string;
  /** The same as a secret before made it, while one is read with. */
  readonly hashesBefore?: readonly string[];
  /** What the request is called in logs and by the proxy: kept beside the answer, for `npm run trace`. */
  readonly requestId?: string;
  /** True once the answer was committed with the command. */
  kept: boolean;
}

export interface KeptAnswer {
  readonly claim: IdempotencyClaim;
  readonly result: Result<unknown>;
}

/** The promised 24 hours, and two days against a wrong clock. */
export const KEY_LIFE_MS = 3 * 24 * 60 * 60 * 1000;

interface Row {
  body_hash: string;
  answer: Result<unknown>;
}

const CLAIMS = rowsOf({ memberId: id('member'), call: text, key: text });
// Each key by itself, which the limit enforces: planned once, while the table is new, a join might read all of it later.
const find = sql<Row & { place: string }>(
  'idempotency.find',
  `select t.place, found.body_hash, found.answer
   from ${CLAIMS.unnestPlaced('t', 2)}
   cross join lateral (
     select body_hash, answer from idempotency_key k
     where k.member_id = t.member_id and k.call = t.call and k.key = t.key and k.at > $1 limit 1) found`,
);
const FORGOTTEN_AT_ONCE = 10_000;
const forget = sql<{ forgotten: number }>(
  'idempotency.forget',
  `with forgotten as (
    delete from idempotency_key where at <= $1 and (member_id, call, key) in
      (select member_id, call, key from idempotency_key where at <= $1 limit ${FORGOTTEN_AT_ONCE}) returning 1)
  select count(*)::int as forgotten from forgotten`,
);
const ANSWERS = rowsOf({
  memberId: id('member'),
  call: text,
  key: text,
  bodyHash: text,
  answer: text,
  requestId: text.orNull(),
});
const keep = sql<never>('idempotency.keep', `select idempotency_keep_traced(${ANSWERS.parameters(3)}, $1, $2)`);

const ANSWERED = 'IK001';

/** Another process answered the key first: the command is rolled back and that answer given. */
export class AlreadyAnswered extends Error {}

/** The kept answer, nothing, or `conflict` when the key came with another body. */
export type Found = Result<unknown> | 'conflict' | undefined;

/** The kept answers of claims, in their order. */
export async function findAnswers(db: Query, claims: readonly IdempotencyClaim[], nowMs: number): Promise<Found[]> {
  const rows = await db.run(find, [new Date(nowMs - KEY_LIFE_MS), ...CLAIMS.arrays(claims)]);
  const found: Found[] = claims.map(() => undefined);
  for (const row of rows) {
    const place = Number(row.place) - 1;
    const claim = claims[place];
    const isSame = row.body_hash === claim?.bodyHash || claim?.hashesBefore?.includes(row.body_hash) === true;
    found[place] = isSame ? row.answer : 'conflict';
  }
  return found;
}

/** Keeps answers in the command's transaction. Throws {@link AlreadyAnswered} when a key has an answer by now. */
export async function keepAnswers(tx: Tx, answers: readonly KeptAnswer[], nowMs: number): Promise<void> {
  if (answers.length === 0) return;
  try {
    await tx.run(keep, [
      new Date(nowMs),
      new Date(nowMs - KEY_LIFE_MS),
      ...ANSWERS.arrays(answers, ({ claim, result }) => ({
        requestId: null,
        ...claim,
        answer: JSON.stringify(result),
      })),
    ]);
  } catch (error) {
    throw errorCode(error) === ANSWERED ? new AlreadyAnswered() : error;
  }
}

/**
 * Keeps the answer of a request that moved nothing; false when another process has answered the key meanwhile, whose
 * answer stands.
 */
export async function keepAnswer(db: Db, answer: KeptAnswer, nowMs: number): Promise<boolean> {
  try {
    await db.transaction((tx) => keepAnswers(tx, [answer], nowMs));
    return true;
  } catch (error) {
    if (error instanceof AlreadyAnswered || errorCode(error) === '23505') return false;
    throw error;
  }
}

/** Removes up to ten thousand expired keys. @returns whether there may be more. */
export async function forgetOldKeys(db: Query, nowMs: number): Promise<boolean> {
  const [row] = await db.run(forget, [new Date(nowMs - KEY_LIFE_MS)]);
  return row?.forgotten === FORGOTTEN_AT_ONCE;
}
