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

/** Lines of mails that wait: what members must know about their security, what informs, what one has too many of. */
export const LANE = { security: 0, informing: 1, rest: 2 } as const;
/** Of the mails taken at once; what a lane leaves goes to the others. */
const SHARE = { informing: 2, rest: 1 } as const;

/** The next of a lane that others did not take, as many as `limit` says, those of `but` aside. */
const nextOf = (lane: keyof typeof LANE, limit: string | number, but?: string): string => `
    select notice_id from notice_mail where state = 'waiting' and lane = ${LANE[lane]} and attempt_at <= $1
      ${but === undefined ? '' : `and notice_id not in (select notice_id from ${but})`}
    order by attempt_at, notice_id limit ${limit} for update skip locked`;
const left = (...taken: string[]): string =>
  ['$2::bigint', ...taken.map((each) => `(select count(*) from ${each})`)].join(' - ');

/**
 * Claims due mails for one process, those of security first, the others at least their share; skips members without an
 * address.
 */
export const takeDue = sql<DueMail>(
  'notices.takeDueMails',
  `
  with informing as (${nextOf('informing', SHARE.informing)}
  ), rest as (${nextOf('rest', SHARE.rest)}
  ), security as (${nextOf('security', left('informing', 'rest'))}
  ), more as (${nextOf('informing', left('informing', 'rest', 'security'), 'informing')}
  ), last as (${nextOf('rest', left('informing', 'rest', 'security', 'more'), 'rest')}
  ), due as (
    select notice_id from security union all select notice_id from informing union all select notice_id from rest
    union all select notice_id from more union all select notice_id from last
  ), claimed as (
    update notice_mail m set state = 'sending', attempt_at = $1, attempts = m.attempts + 1 from due where m.notice_id = due.notice_id returning m.notice_id, m.attempts, m.email, m.lane
  )
  select claimed.notice_id, claimed.attempts, n.kind, n.params, coalesce(claimed.email, member.email) as email, member.lang, p.phrase
  from claimed join notice n on n.id = claimed.notice_id join member on member.id = n.member_id left join member_phrase p on p.member_id = n.member_id order by claimed.lane, claimed.notice_id`,
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
