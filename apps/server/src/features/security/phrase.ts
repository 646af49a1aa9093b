import { ok, type Input, type Result } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import type { Asker, Desk } from './desk.ts';
import { proven } from './proven.ts';

const read = sql<{ phrase: string }>('security.phrase', 'select phrase from member_phrase where member_id = $1');
const write = sql<never>(
  'security.setPhrase',
  `
  insert into member_phrase (member_id, phrase, changed_at) values ($1, $2, $3) on conflict (member_id) do update set phrase = excluded.phrase, changed_at = excluded.changed_at`,
);

/** The words a member chose for our mails; null before. */
export const phraseOf = async (query: Query, memberId: string): Promise<string | null> =>
  (await query.run(read, [memberId]))[0]?.phrase ?? null;

/** Chooses the words that stand in every mail to the member (RULES 8). The mail that says so has them already. */
export const setPhrase = ({ phrase, ...fields }: Input<'setPhrase'>, asker: Asker, desk: Desk): Promise<Result<null>> =>
  proven(fields, asker, desk, undefined, async (tx) => {
    const nowMs = desk.clock.nowMs();
    await tx.run(write, [asker.memberId, phrase, new Date(nowMs)]);
    await notifyMember(tx, [{ memberId: asker.memberId, kind: 'phrase-changed', params: {} }], nowMs);
    return ok(null);
  });
