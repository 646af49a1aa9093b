import { id, json, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { INFORMING, type Notification } from './kinds.ts';
import { LANE } from './mail-store.ts';

/** The channel that wakes the outbox at a commit. */
export const MAIL_CHANNEL = 'plimsoll_notice_mail';

const NOTICES = rowsOf({ memberId: id('member'), kind: text, params: json });
/** Within an hour a member with so many mails that inform is mailed of no further transfer received. */
const INFORMING_MAX = 5;
/** Within an hour a member's further mails of security wait in {@link LANE}.rest, so that nobody's delay another's. */
const SECURITY_MAX = 20;

const notify = sql<never>(
  'notices.notify',
  `
  with added as (
    insert into notice (${NOTICES.columns}, created_at)
    select each.*, $1 from ${NOTICES.unnest('each', 4)}
    returning id, member_id, kind
  ), placed as (
    select id, member_id, kind, kind = any($3::text[]) as informs,
      row_number() over (partition by member_id, kind = any($3::text[]) order by id) as place
    from added
  ), limited as (
    select placed.*, case when informs then ${INFORMING_MAX} else ${SECURITY_MAX} end as most,
      case when informs then ${LANE.informing} else ${LANE.security} end as lane
    from placed
  ), mailed as (
    insert into notice_mail (notice_id, state, attempt_at, email, member_id, lane)
    select l.id, 'waiting', $1, $2, l.member_id, case when beyond.is_over and not l.informs then ${LANE.rest} else l.lane end
    from limited l join member m on m.id = l.member_id
    cross join lateral (
      select l.place > l.most or exists (
        select from (
          select notice_id from notice_mail w where w.member_id = l.member_id and w.lane = l.lane
          order by w.notice_id desc offset greatest(l.most - l.place, 0) limit 1
        ) nth join notice n on n.id = nth.notice_id where n.created_at > $1::timestamptz - interval '1 hour') as is_over
    ) beyond
    where coalesce($2, m.email) is not null and not (beyond.is_over and l.kind = 'transfer-received')
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
 * after the commit. Words are made when read or sent. Of transfers received a member is mailed a few an hour.
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
    [...INFORMING],
    ...NOTICES.arrays(notices, (notice) => ({ ...notice, params: JSON.stringify(notice.params) })),
  ]);
}
