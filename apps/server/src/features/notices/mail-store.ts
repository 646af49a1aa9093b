import { sql } from '../../platform/db.ts';
import type { StoredNotification } from './words.ts';

/** A mail that is due. */
export type DueMail = StoredNotification & {
  readonly notice_id: string;
  readonly tries: number;
  readonly email: string;
  readonly lang: string | null;
  /** The member's phrase for mails. */
  readonly phrase: string | null;
};

/** Claims due mails for one process. A mail whose member has no address any more is skipped. */
export const takeDue = sql<DueMail>(
  'notices.takeDueMails',
  `
  with due as (
    select notice_id from notice_mail where state = 'waiting' and at <= $1 order by at limit $2 for update skip locked
  ), taken as (
    update notice_mail m set state = 'sending', at = $1, tries = m.tries + 1 from due where m.notice_id = due.notice_id returning m.notice_id, m.tries, m.email
  )
  select taken.notice_id, taken.tries, n.kind, n.params, coalesce(taken.email, member.email) as email, member.lang, p.phrase
  from taken join notice n on n.id = taken.notice_id join member on member.id = n.member_id left join member_phrase p on p.member_id = n.member_id order by taken.notice_id`,
);

/** Writes the outcome of a claimed mail. */
export const settleMail = sql<never>(
  'notices.settleMail',
  `update notice_mail set state = $2, at = $3 where notice_id = $1 and state = 'sending'`,
);

/** Marks mails doubtful that were handed over long ago without an outcome: they are not sent again. */
export const giveUpDoubtful = sql<{ notice_id: string }>(
  'notices.giveUpDoubtful',
  `
  update notice_mail set state = 'doubtful' where state = 'sending' and at < $1 returning notice_id`,
);
