import { WEBHOOK_STATUS, type WebhookEvent, type WebhookMessageItem } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import { iso, lastOf } from './last-attempt.ts';

const { waiting, delivered } = WEBHOOK_STATUS;

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
