import { id, json, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import type { Notification } from './kinds.ts';

/** The channel that wakes the outbox at a commit. */
export const MAIL_CHANNEL = 'plimsoll_notice_mail';

const NOTICES = rowsOf({ memberId: id('member'), kind: text, params: json });
const notify = sql<never>(
  'notices.notify',
  `
  with added as (
    insert into notice (${NOTICES.columns}, created_at)
    select each.*, $1 from ${NOTICES.unnest('each', 3)}
    returning id, member_id
  ), mailed as (
    insert into notice_mail (notice_id, state, attempt_at, email)
    select added.id, 'waiting', $1, $2
    from added join member m on m.id = added.member_id where coalesce($2, m.email) is not null
    returning notice_id
  )
  select pg_notify('${MAIL_CHANNEL}', '') from (select from mailed limit 1) any_mail`,
);

const note = sql<{ id: string }>(
  'notices.note',
  'insert into notice (member_id, kind, params, created_at) values ($1, $2, $3::jsonb, $4) returning id',
);

/** Writes a notice without a mail; returns its id, for the freeze link. */
export async function noteForMember(tx: Tx, { memberId, kind, params }: Notification, atMs: number): Promise<string> {
  const [row] = await tx.run(note, [memberId, kind, JSON.stringify(params), new Date(atMs)]);
  if (!row) throw new Error('insert into notice returned no row');
  return row.id;
}

/**
 * Notifies members within the event's transaction: a notice, and a mail where there is an address (or `mailTo`), sent
 * after the commit. Words are made when read or sent.
 */
export async function notifyMember(
  tx: Tx,
  notices: readonly Notification[],
  atMs: number,
  mailTo: string | null = null,
): Promise<void> {
  if (notices.length === 0) return;
  await tx.run(notify, [
    new Date(atMs),
    mailTo,
    ...NOTICES.arrays(notices, (notice) => ({ ...notice, params: JSON.stringify(notice.params) })),
  ]);
}
