import { TOTAL_MAX, WEBHOOK_STATUS, type WebhookItem } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import { iso, lastOf } from './last-attempt.ts';

const { waiting, delivered, givenUp } = WEBHOOK_STATUS;

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
