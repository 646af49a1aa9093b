import { sql } from '../../platform/db.ts';
import type { StoredNotification } from './words.ts';

export type DueMail = StoredNotification & {
  readonly notice_id: string;
  readonly attempts: number;
  readonly email: string;
  readonly lang: string | null;
  /** The member's phrase for mails. */
  readonly phrase: string | null;
};

/** Claims due mails for one process; skips members without an address. */
export const takeDue = sql<DueMail>(
  'notices.takeDueMails',
  `
  with due as (
    select notice_id from notice_mail where state = 'waiting' and attempt_at <= $1 order by attempt_at limit $2 for update skip locked
  ), claimed as (
    update notice_mail m set state = 'sending', attempt_at = $1, attempts = m.attempts + 1 from due where m.notice_id = due.notice_id returning m.notice_id, m.attempts, m.email
  )
  select claimed.notice_id, claimed.attempts, n.kind, n.params, coalesce(claimed.email, member.email) as email, member.lang, p.phrase
  from claimed join notice n on n.id = claimed.notice_id join member on member.id = n.member_id left join member_phrase p on p.member_id = n.member_id order by claimed.notice_id`,
);

/** Writes the outcome of a claimed mail. */
export const settleMail = sql<never>(
  'notices.settleMail',
  `update notice_mail set state = $2, attempt_at = $3 where notice_id = $1 and state = 'sending'`,
);

/** Marks old mails without an outcome; they are not sent again. */
export const giveUpDoubtful = sql<{ notice_id: string }>(
  'notices.giveUpDoubtful',
  `
  update notice_mail set state = 'doubtful' where state = 'sending' and attempt_at < $1 returning notice_id`,
);
