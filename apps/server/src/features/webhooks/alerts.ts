import { OPTION_STATUS, RECORD_STATUS } from '@plimsoll/contract';
import { WEBHOOK_STATUS } from '@plimsoll/contract/operator';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import type { Log } from '../../platform/log.ts';

/** From one look to the next. */
const EVERY_MS = 30_000;
/** Bounds, as in docs/operating/alerts.yml; in seconds, but for the share of void options and their number. */
const BOUNDS = {
  settlement: 60,
  withdrawal: 86_400,
  mail: 900,
  webhook: 900,
  voidShare: '0.01',
  voids: 3,
  voidsWithin: 3_600,
} as const;

// Only where an endpoint receives alerts, and each from an index of what is open.
const holding = sql<{ name: string; figure: string }>(
  'webhooks.alertsHolding',
  `
  select f.name, f.figure::text as figure
  from (
    select 'AuditFindings' as name, (select a.findings::numeric from audit_run a order by a.id desc limit 1) as figure,
      0 as bound
    union all
    select 'SettlementLate', (select extract(epoch from $1 - min(o.expires_at)) from option_order o
      where o.status = ${OPTION_STATUS.open} and o.expires_at <= $1), ${BOUNDS.settlement}
    union all
    select 'OptionsVoid', (select case when count(*) filter (where o.outcome = 'void') >= ${BOUNDS.voids}
        then count(*) filter (where o.outcome = 'void')::numeric / count(*) end
      from option_order o where o.status = ${OPTION_STATUS.settled}
        and o.settled_at > $1 - interval '${BOUNDS.voidsWithin} s'), ${BOUNDS.voidShare}
    union all
    select 'WithdrawalsWait', (select extract(epoch from $1 - w.created_at) from withdrawal w
      where w.status = ${RECORD_STATUS.pending} order by w.id limit 1), ${BOUNDS.withdrawal}
    union all
    select 'MailsWait', (select extract(epoch from $1 - min(n.attempt_at)) from notice_mail n
      where n.state in ('waiting', 'sending') and n.attempt_at <= $1), ${BOUNDS.mail}
    union all
    select 'WebhookStuck', (select max(extract(epoch from $1 - q.written_at)) from webhook_endpoint e
      cross join lateral (select m.written_at from webhook_message m
        where m.endpoint_id = e.id and m.status = ${WEBHOOK_STATUS.waiting} order by m.id limit 1) q
      where e.enabled), ${BOUNDS.webhook}
  ) f (name, figure, bound)
  where f.figure > f.bound
    and exists (select from webhook_endpoint e where e.enabled and 'alert.raised' = any(e.events))`,
);
const raise = sql<never>(
  'webhooks.raiseAlert',
  `
  insert into alert (name, figure, raised_at) values ($1, round($2, 4), $3)
  on conflict (name) where ended_at is null do nothing`,
);
const end = sql<never>(
  'webhooks.endAlerts',
  'update alert set ended_at = greatest($2, raised_at) where ended_at is null and name <> all($1::text[])',
);

/** Raises and ends alerts as the database shows them now; of several processes each alert is raised by one. */
export async function lookForAlerts(db: Db, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const at = new Date(nowMs);
    const found = await tx.run(holding, [at]);
    await tx.run(end, [found.map(({ name }) => name), at]);
    for (const { name, figure } of found) await tx.run(raise, [name, figure, at]);
  });
}

/** Looks every half minute. */
export function alertWork(deps: { readonly db: Db; readonly clock: Clock; readonly log: Pick<Log, 'error'> }): DueWork {
  let nextMs = Number.NEGATIVE_INFINITY;
  return new DueWork({
    ...deps,
    name: 'alerts for webhooks',
    nextDueMs: async () => nextMs,
    async doDue(nowMs) {
      // A clock that was set back must not stop it.
      if (nowMs < nextMs && nextMs - nowMs <= EVERY_MS) return 0;
      nextMs = nowMs + EVERY_MS;
      await lookForAlerts(deps.db, nowMs);
      return 0;
    },
  });
}
