import { refuseOperator, type OperatorRefusal } from '@plimsoll/contract/operator';
import { sql, type Db, type Query } from '../../platform/db.ts';

const ownSince = sql<{ at: Date | null }>('proposals.establishedAt', 'select operator_established_at($1) as at');
const establishedOf = sql<{ id: string; at: Date | null }>(
  'proposals.establishedOf',
  'select id, operator_established_at(id) as at from unnest($1::bigint[]) as operators (id)',
);
const maySecond = sql<{ may: boolean }>(
  'proposals.maySecond',
  `
  select operator_may_second(second, first, at) as may
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality as questions (second, first, at, place)
  order by place`,
);
const lenient = sql<never>(
  'proposals.demoRule',
  `
  insert into operator_rule (established_after, related_for) select '0', '0' where not exists (select from operator) on conflict do nothing`,
);
const strict = sql<never>(
  'proposals.liveRule',
  `
  insert into operator_rule (established_after, related_for) values ('24 hours', '72 hours')
  on conflict (one) do update set established_after = excluded.established_after, related_for = excluded.related_for
  where operator_rule.established_after < excluded.established_after or operator_rule.related_for < excluded.related_for`,
);

/**
 * Who counts as one of two operators (RULES 8): who has had a second factor for 24 hours and was not reset since; in
 * demo mode, who has one. The database says it (migration 0100) and refuses the rest; this asks it beforehand, for a
 * reason in words.
 */
export const establishedAt = async (query: Query, operatorId: string): Promise<Date | null> =>
  (await query.run(ownSince, [operatorId]))[0]?.at ?? null;

/** Why this operator proposes nothing, nor is the first of two; undefined when nothing is in the way. */
export async function notEstablished(
  query: Query,
  operatorId: string,
  atMs: number,
): Promise<{ ok: false; refusal: OperatorRefusal } | undefined> {
  const since = await establishedAt(query, operatorId);
  return since !== null && since.getTime() <= atMs ? undefined : refuseOperator('not_established');
}

/** Those of these operators who are established at a moment. */
export async function establishedAmong(
  query: Query,
  operatorIds: readonly string[],
  atMs: number,
): Promise<ReadonlySet<string>> {
  if (operatorIds.length === 0) return new Set();
  const rows = await query.run(establishedOf, [[...new Set(operatorIds)]]);
  return new Set(rows.flatMap(({ id, at }) => (at !== null && at.getTime() <= atMs ? [id] : [])));
}

/** Whether an operator may be the second of two: who they are, and what the first did when. */
export interface SecondQuestion {
  readonly second: string;
  readonly first: { readonly by: string; readonly at: Date };
}

/** For each question, in order: true when the second was established at that moment, and is not the first's creature. */
export async function mayBeSecond(query: Query, questions: readonly SecondQuestion[]): Promise<readonly boolean[]> {
  if (questions.length === 0) return [];
  const rows = await query.run(maySecond, [
    questions.map(({ second }) => second),
    questions.map(({ first }) => first.by),
    questions.map(({ first }) => first.at),
  ]);
  return rows.map(({ may }) => may);
}

/** {@link mayBeSecond} of one operator. */
export const maySecondFor = async (query: Query, second: string, first: SecondQuestion['first']): Promise<boolean> =>
  (await mayBeSecond(query, [{ second, first }]))[0] === true;

/**
 * Puts the mode's rule in force, before the first operator is made: a demo's only in an empty house, a live house's
 * always.
 */
export const ruleOf = async (mode: 'demo' | 'live', db: Db): Promise<void> =>
  void (await db.run(mode === 'demo' ? lenient : strict));
