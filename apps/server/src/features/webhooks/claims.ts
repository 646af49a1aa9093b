import { WEBHOOK_STATUS, type WebhookMessageItem } from '@plimsoll/contract/operator';
import { atMs, id, int, numbered, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';

const { waiting, delivered } = WEBHOOK_STATUS;

/** A message that this process delivers until its claim ends. */
export interface Claimed {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  readonly written_at: Date;
}
// The first that waits of each member, so that each member's are delivered in order.
const claim = sql<Claimed>(
  'webhooks.claim',
  `
  with due as (
    select m.id from webhook_message m
    where m.endpoint_id = $1 and m.status = ${waiting} and (m.next_at is null or m.next_at <= $2)
      and (m.claimed_until is null or m.claimed_until <= $2)
      and not exists (select from webhook_message b where b.endpoint_id = m.endpoint_id and b.member_id = m.member_id
        and b.status = ${waiting} and b.id < m.id)
    order by m.next_at nulls first, m.id limit $4 for update skip locked
  )
  update webhook_message m set claimed_until = $3 from due where m.id = due.id
  returning m.id, m.body, m.attempts, m.written_at`,
);
/** Claims up to `limit` messages of an endpoint that are due; what another process claimed is left to it. */
export const claimDue = (
  query: Query,
  { endpointId, nowMs, untilMs, limit }: { endpointId: string; nowMs: number; untilMs: number; limit: number },
): Promise<Claimed[]> => query.run(claim, [endpointId, new Date(nowMs), new Date(untilMs), limit]);

/** Messages put off in one statement. */
const PUT_OFF = 500;
/** For how long, at least: until then only the end of the one before makes them due. */
const PUT_OFF_MS = 60_000;
// Both are locked: a first message that ends or is sent by hand meanwhile puts nothing off. Nothing is waited for.
const putOff = sql<{ id: string }>(
  'webhooks.putOff',
  `
  update webhook_message m set next_at = f.next_at
  from (
    select d.id, greatest(b.next_at, $3) as next_at
    from webhook_message d
    join webhook_message b on b.id = (select h.id from webhook_message h where h.endpoint_id = d.endpoint_id
      and h.member_id = d.member_id and h.status = ${waiting} order by h.id limit 1)
    where d.endpoint_id = $1 and d.status = ${waiting} and (d.next_at is null or d.next_at <= $2) and b.id < d.id
      and b.status = ${waiting}
    order by d.next_at nulls first, d.id limit ${PUT_OFF}
    for update of d skip locked for share of b skip locked
  ) f where m.id = f.id returning m.id`,
);
/**
 * Puts off what waits behind a member's first message, so that a long line is not looked through again and again: it is
 * due when the one before has ended.
 */
export async function putOffBehind(query: Query, endpointId: string, nowMs: number): Promise<void> {
  const values = [endpointId, new Date(nowMs), new Date(nowMs + PUT_OFF_MS)];
  while ((await query.run(putOff, values)).length === PUT_OFF);
}

const next = sql<{ at: Date | null }>(
  'webhooks.next',
  `select min(next_at) as at from webhook_message where endpoint_id = $1 and status = ${waiting} and next_at > $2`,
);
/** When the next message of an endpoint is due that is not yet; null without one. */
export const nextDue = async (query: Query, endpointId: string, nowMs: number): Promise<number | null> =>
  (await query.run(next, [endpointId, new Date(nowMs)]))[0]?.at?.getTime() ?? null;

const OUTCOMES = rowsOf({
  id: id('webhook-message'),
  // From now on.
  status: numbered<WebhookMessageItem['status']>(),
  attemptedAtMs: atMs.named('attempted_at'),
  tookMs: int,
  // An HTTP status or a word.
  answer: text,
  // When it is tried again; null when it has ended.
  nextAtMs: atMs.named('next_at').orNull(),
  // Of the claim it was sent under.
  claimedUntilMs: atMs.named('claimed_until'),
});
/** What came of a claimed message's attempt. */
export type Outcome = RowOf<typeof OUTCOMES>;
// A claim that ended meanwhile may be another process's by now, which says itself what came of it; what was delivered
// was delivered all the same. The message behind one that ended is due at once, whoever puts it off at this moment.
const end = sql<never>(
  'webhooks.end',
  `
  with ended as (
    update webhook_message m set status = o.status, attempts = m.attempts + 1, attempted_at = o.attempted_at,
      took_ms = o.took_ms, answer = o.answer, next_at = o.next_at, claimed_until = null
    from ${OUTCOMES.unnest('o', 1)}
    where m.id = o.id and m.status = ${waiting}
      and (o.status = ${delivered} or m.claimed_until = o.claimed_until)
    returning m.id, m.endpoint_id, m.member_id, m.status
  )
  update webhook_message m set next_at = null from ended
  where ended.status <> ${waiting} and m.status = ${waiting}
    and m.id = (select b.id from webhook_message b where b.endpoint_id = ended.endpoint_id
      and b.member_id = ended.member_id and b.status = ${waiting} and b.id <> ended.id order by b.id limit 1)`,
);
/** Writes what came of attempts, at most one of each member and endpoint. */
export const writeOutcomes = async (query: Query, outcomes: readonly Outcome[]): Promise<void> =>
  void (await query.run(end, OUTCOMES.arrays(outcomes)));

const release = sql<never>(
  'webhooks.release',
  'update webhook_message set claimed_until = null where id = $1 and claimed_until = $2',
);
/** Leaves a claimed message to whoever looks next. */
export const releaseMessage = async (
  query: Query,
  { id: messageId, claimedUntilMs }: Pick<Outcome, 'id' | 'claimedUntilMs'>,
): Promise<void> => void (await query.run(release, [messageId, new Date(claimedUntilMs)]));
