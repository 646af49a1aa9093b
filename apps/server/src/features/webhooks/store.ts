import {
  TOTAL_MAX,
  WEBHOOK_STATUS,
  type WebhookEvent,
  type WebhookItem,
  type WebhookMessageItem,
} from '@plimsoll/contract/operator';
import { atMs, id, int, numbered, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';

const { waiting, delivered, givenUp } = WEBHOOK_STATUS;

/** An endpoint that is notified, with its secrets as they are kept, newest first. */
export interface Target {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly { readonly name: string; readonly sealed: Buffer }[];
}
interface TargetRow {
  id: string;
  url: string;
  names: string[];
  sealed: Buffer[];
}
const targets = sql<TargetRow>(
  'webhooks.targets',
  `
  select e.id, e.url, array_agg(s.name order by s.n desc) as names, array_agg(s.sealed order by s.n desc) as sealed
  from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
  where e.enabled and (s.ends_at is null or s.ends_at > $1)
  group by e.id, e.url order by e.id`,
);
/** All endpoints that are enabled. */
export async function readTargets(query: Query, nowMs: number): Promise<Target[]> {
  return (await query.run(targets, [new Date(nowMs)])).map(({ id, url, names, sealed }) => ({
    id,
    url,
    secrets: names.flatMap((name, at) => (sealed[at] ? [{ name, sealed: sealed[at] }] : [])),
  }));
}

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

const retry = sql<{ status: number }>(
  'webhooks.retry',
  `
  update webhook_message set status = ${waiting}, attempts = 0, attempted_at = null, took_ms = null, answer = null,
    next_at = null, claimed_until = null
  where id = $1 and status <> ${delivered} and (claimed_until is null or claimed_until <= $2) returning status`,
);
const wake = sql<never>('webhooks.wake', `select pg_notify('plimsoll_webhook', '')`);
/** Sends a message again that was given up or waits. @returns false when it is delivered, or just being delivered */
export async function retryMessage(query: Query, id: string, nowMs: number): Promise<boolean> {
  const [row] = await query.run(retry, [id, new Date(nowMs)]);
  if (row) await query.run(wake);
  return row !== undefined;
}

/** Removed in one statement. */
const REMOVED = 1_000;
const remove = sql<{ id: string }>(
  'webhooks.remove',
  `
  delete from webhook_message where id in (
    select id from webhook_message where endpoint_id = $1 and status = ${delivered} and attempted_at < $2
    union all
    select id from webhook_message where endpoint_id = $1 and status <> ${delivered} and written_at < $3
    limit ${REMOVED})
  returning id`,
);
const endpointIds = sql<{ id: string }>('webhooks.ids', 'select id from webhook_endpoint order by id');
/** Removes messages that were delivered, or written, before. @returns how many */
export async function removeOld(
  query: Query,
  { deliveredMs, writtenMs }: { deliveredMs: number; writtenMs: number },
): Promise<number> {
  let removed = 0;
  for (const { id } of await query.run(endpointIds))
    removed += (await query.run(remove, [id, new Date(deliveredMs), new Date(writtenMs)])).length;
  return removed;
}

interface StateRow {
  id: string;
  name: string;
  waiting: number;
  oldest: Date | null;
  given_up: number;
  last_at: Date | null;
  last_result: string | null;
  last_ms: number | null;
  delivered: Date | null;
}
const states = sql<StateRow>(
  'webhooks.states',
  `
  select e.id, e.name,
    (select count(*)::int from (select from webhook_message m where m.endpoint_id = e.id and m.status = ${waiting}
      limit ${TOTAL_MAX}) counted) as waiting,
    (select m.written_at from webhook_message m where m.endpoint_id = e.id and m.status = ${waiting}
      order by m.id limit 1) as oldest,
    (select count(*)::int from (select from webhook_message m where m.endpoint_id = e.id and m.status = ${givenUp}
      limit ${TOTAL_MAX}) counted) as given_up,
    l.attempted_at as last_at, l.answer as last_result, l.took_ms as last_ms,
    (select max(m.attempted_at) from webhook_message m where m.endpoint_id = e.id and m.status = ${delivered})
      as delivered
  from webhook_endpoint e
  left join lateral (select m.attempted_at, m.answer, m.took_ms from webhook_message m
    where m.endpoint_id = e.id and m.attempts > 0 order by m.attempted_at desc limit 1) l on true
  where ($1::bigint[] is null and e.enabled) or e.id = any($1)`,
);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const lastOf = (at: Date | null, result: string | null, ms: number | null): WebhookMessageItem['last'] =>
  at === null ? null : { at: at.toISOString(), result: result ?? '', ms: ms ?? 0 };

/** How the deliveries of endpoints stand, by id; counts reach {@link TOTAL_MAX}. */
export async function readStates(
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<number, Required<WebhookItem>['state']>> {
  const rows = await query.run(states, [ids]);
  return new Map(
    rows.map((row) => [
      // not money: an id, a number on the wire
      Number(row.id),
      {
        waiting: row.waiting,
        oldest: iso(row.oldest),
        given_up: row.given_up,
        last: lastOf(row.last_at, row.last_result, row.last_ms),
        delivered: iso(row.delivered),
      },
    ]),
  );
}

/** The same of each enabled endpoint, for `/metrics`. */
export interface WebhookFigures {
  /** Its name. */
  readonly webhook: string;
  readonly waiting: number;
  readonly oldestMs: number | null;
  readonly givenUp: number;
}
/** Reads {@link WebhookFigures} of every enabled endpoint. */
export async function readWebhookFigures(query: Query): Promise<WebhookFigures[]> {
  return (await query.run(states, [null])).map((row) => ({
    webhook: row.name,
    waiting: row.waiting,
    oldestMs: row.oldest?.getTime() ?? null,
    givenUp: row.given_up,
  }));
}

interface MessageRow {
  id: string;
  endpoint_id: string;
  name: string;
  type: WebhookEvent;
  member_id: string;
  status: 1 | 2 | 3;
  body: string;
  written_at: Date;
  attempts: number;
  attempted_at: Date | null;
  answer: string | null;
  took_ms: number | null;
  next_at: Date | null;
}
const COLUMNS = `m.id, m.endpoint_id, e.name, m.type, m.member_id, m.status, m.body, m.written_at, m.attempts,
  m.attempted_at, m.answer, m.took_ms, m.next_at`;
const messages = sql<MessageRow>(
  'webhooks.messages',
  `select ${COLUMNS} from unnest($1::bigint[]) with ordinality as wanted (id, place)
   join webhook_message m on m.id = wanted.id join webhook_endpoint e on e.id = m.endpoint_id order by wanted.place`,
);

/** Messages as the console sees them, in the order of `ids`. */
export async function readMessages(query: Query, ids: readonly string[]): Promise<WebhookMessageItem[]> {
  return (await query.run(messages, [ids])).map((row) => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    webhook: Number(row.endpoint_id),
    name: row.name,
    type: row.type,
    member_id: row.member_id === '0' ? null : Number(row.member_id),
    status: row.status,
    body: row.body,
    at: row.written_at.toISOString(),
    attempts: row.attempts,
    last: lastOf(row.attempted_at, row.answer, row.took_ms),
    next: iso(row.status === waiting ? row.next_at : null),
  }));
}
