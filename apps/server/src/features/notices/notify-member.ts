import { id, json, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import type { Notification } from './kinds.ts';

/** What wakes those who send mails, at the commit. */
export const MAIL_CHANNEL = 'plimsoll_notice_mail';

const NOTICES = rowsOf({ memberId: id('member'), kind: text, params: json });
const tell = sql<never>(
  'notices.tell',
  `
  with told as (
    insert into notice (${NOTICES.columns}, created_at)
    select each.*, $1 from ${NOTICES.unnest('each', 3)}
    returning id, member_id
  ), mailed as (
    insert into notice_mail (notice_id, state, at, email)
    select told.id, 'waiting', $1, $2
    from told join member m on m.id = told.member_id where coalesce($2, m.email) is not null
    returning notice_id
  )
  select pg_notify('${MAIL_CHANNEL}', '') from (select from mailed limit 1) any_mail`,
);

const note = sql<{ id: string }>(
  'notices.note',
  'insert into notice (member_id, kind, params, created_at) values ($1, $2, $3::jsonb, $4) returning id',
);

/**
 * Tells one member in a notice alone, for what is mailed in words of its own. Gives the notice's number, which the
 * mail's link freezes by.
 */
export async function noteForMember(tx: Tx, { memberId, kind, params }: Notification, atMs: number): Promise<string> {
  const [row] = await tx.run(note, [memberId, kind, JSON.stringify(params), new Date(atMs)]);
  if (!row) throw new Error('a notice was not there after it was added');
  return row.id;
}

/**
 * Tells members what was decided about them, in the transaction that decides it: a notice each, and for who has an
 * e-mail address a mail, which goes out by itself after the commit, to `mailTo` where the address of that moment will
 * not do. Its words are made when it is read or sent, in the language of its reader.
 */
export async function notifyMember(
  tx: Tx,
  notices: readonly Notification[],
  atMs: number,
  mailTo: string | null = null,
): Promise<void> {
  if (notices.length === 0) return;
  await tx.run(tell, [
    new Date(atMs),
    mailTo,
    ...NOTICES.arrays(notices, (notice) => ({ ...notice, params: JSON.stringify(notice.params) })),
  ]);
}
