import { ok, type Input, type Result } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import type { Caller, UseCaseDeps } from './use-case-deps.ts';
import { proven } from './proven.ts';

const read = sql<{ phrase: string }>('security.phrase', 'select phrase from member_phrase where member_id = $1');
const write = sql<never>(
  'security.setPhrase',
  `
  insert into member_phrase (member_id, phrase, changed_at) values ($1, $2, $3) on conflict (member_id) do update set phrase = excluded.phrase, changed_at = excluded.changed_at`,
);

/** The phrase a member chose for mails; null without one. */
export const phraseOf = async (query: Query, memberId: string): Promise<string | null> =>
  (await query.run(read, [memberId]))[0]?.phrase ?? null;

/** Sets the phrase of every mail to the member (RULES 8). */
export const setPhrase = (
  { phrase, ...fields }: Input<'setPhrase'>,
  caller: Caller,
  deps: UseCaseDeps,
): Promise<Result<null>> =>
  proven(fields, caller, deps, undefined, async (tx) => {
    const nowMs = deps.clock.nowMs();
    await tx.run(write, [caller.memberId, phrase, new Date(nowMs)]);
    await notifyMember(tx, [{ memberId: caller.memberId, kind: 'phrase-changed', params: {} }], nowMs);
    return ok(null);
  });
