import { ESTABLISHED_AFTER_HOURS, RELATED_HOURS } from '@plimsoll/contract/codes/times';
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
  insert into operator_rule (established_after, related_for) values ('${ESTABLISHED_AFTER_HOURS} hours', '${RELATED_HOURS} hours')
  on conflict (one) do update set established_after = excluded.established_after, related_for = excluded.related_for
  where operator_rule.established_after < excluded.established_after or operator_rule.related_for < excluded.related_for`,
);

/**
 * When an operator is established (RULES 8): a day after the first second factor or reset, in a demo at once; null
 * without a factor. The database enforces it; this gives a reason.
 */
export const establishedAt = async (query: Query, operatorId: string): Promise<Date | null> =>
  (await query.run(ownSince, [operatorId]))[0]?.at ?? null;

/** The refusal for an operator who may not propose, if any. */
export async function notEstablished(
  query: Query,
  operatorId: string,
  atMs: number,
): Promise<{ ok: false; refusal: OperatorRefusal } | undefined> {
  const since = await establishedAt(query, operatorId);
  return since !== null && since.getTime() <= atMs ? undefined : refuseOperator('not_established');
}

/** Those of these operators who are established at a time. */
export async function establishedAmong(
  query: Query,
  operatorIds: readonly string[],
  atMs: number,
): Promise<ReadonlySet<string>> {
  if (operatorIds.length === 0) return new Set();
  const rows = await query.run(establishedOf, [[...new Set(operatorIds)]]);
  return new Set(rows.flatMap(({ id, at }) => (at !== null && at.getTime() <= atMs ? [id] : [])));
}

/** An operator who would be the second, and what the first did. */
export interface SecondQuestion {
  readonly second: string;
  readonly first: { readonly by: string; readonly at: Date };
}

/** Answers in order: true for an established, unrelated second. */
export async function mayBeSecond(query: Query, questions: readonly SecondQuestion[]): Promise<readonly boolean[]> {
  if (questions.length === 0) return [];
  const rows = await query.run(maySecond, [
    questions.map(({ second }) => second),
    questions.map(({ first }) => first.by),
    questions.map(({ first }) => first.at),
  ]);
  return rows.map(({ may }) => may);
}

/** {@link mayBeSecond} for one operator. */
export const maySecondFor = async (query: Query, second: string, first: SecondQuestion['first']): Promise<boolean> =>
  (await mayBeSecond(query, [{ second, first }]))[0] === true;

/** Sets the mode's rule: a demo's only while there are no operators, the live one always. */
export const ruleOf = async (mode: 'demo' | 'live', db: Db): Promise<void> =>
  void (await db.run(mode === 'demo' ? lenient : strict));
