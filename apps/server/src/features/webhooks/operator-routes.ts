import { ok } from '@plimsoll/contract';
import { refuseOperator, TOTAL_MAX, type OperatorResult, type WebhookItem } from '@plimsoll/contract/operator';
import * as calls from '@plimsoll/contract/operator/webhooks';
import { crudRoutes, type CrudDeps } from '../../platform/crud/index.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import { readIds, type IdSource } from '../../platform/id-page.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Applied } from '../../platform/two-operators.ts';
import { endpointResource } from './endpoint-resource.ts';
import { makeSecret, takeSecret } from './endpoint-secrets.ts';
import { readMessages, retryMessage } from './messages.ts';
import type { Reach } from './public-address.ts';

interface WebhookRouteDeps extends Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'> {
  readonly seal: Seal;
  readonly reach: Reach;
  readonly allowsPlain: boolean;
}

/** Console calls of webhooks (docs/WEBHOOKS.md). */
export function webhookRoutes(deps: WebhookRouteDeps): readonly OperatorRoute[] {
  const resource = endpointResource(deps);
  const one = sql<object>('webhooks.endpoint', `select * from (${resource.rows}) r where r.id = $1`);
  const read = async (query: Query, id: string): Promise<WebhookItem | undefined> => {
    const [row] = await query.run(one, [id]);
    return row && resource.item(row);
  };
  return [
    ...crudRoutes(
      { list: calls.listWebhooks, read: calls.readWebhook, create: calls.createWebhook, change: calls.changeWebhook },
      resource,
      deps,
    ),
    stopRoute(deps, read),
    rotateRoute(deps, read),
    secretRoute(deps),
    ...messageRoutes(deps),
  ];
}

type Read = (query: Query, id: string) => Promise<WebhookItem | undefined>;

const lock = sql<{ enabled: boolean }>(
  'webhooks.lockEndpoint',
  'select enabled from webhook_endpoint where id = $1 for no key update',
);
const stop = sql<never>('webhooks.stop', 'update webhook_endpoint set enabled = false where id = $1');

/** Also for one that is stopped already: nothing is as urgent as that nothing is sent any more. */
const stopRoute = ({ db, clock }: WebhookRouteDeps, read: Read): OperatorRoute =>
  operatorRoute(calls.stopWebhook, ({ id }, by) =>
    db.transaction(async (tx): Promise<OperatorResult<WebhookItem>> => {
      const [row] = await tx.run(lock, [id]);
      if (!row) return refuseOperator('not_found');
      if (!row.enabled) return refuseOperator('nothing_to_change');
      await tx.run(stop, [id]);
      const change = { before: { enabled: 1 }, after: { enabled: 0 } };
      await appendAuditLog(tx, { by, action: 'change', resource: 'webhooks', ref: id, ...change }, clock.nowMs());
      const item = await read(tx, id);
      return item ? ok(item) : refuseOperator('not_found');
    }),
  );

function rotateRoute({ clock, seal, proposals }: WebhookRouteDeps, read: Read): OperatorRoute {
  const rotate = proposals.define<{ readonly id: string }, WebhookItem>({
    kind: 'webhooks',
    what: 'reset',
    role: 'owner',
    async apply(tx: Tx, { id }, by: OperatorContext): Promise<OperatorResult<Applied<WebhookItem>>> {
      const nowMs = clock.nowMs();
      await tx.run(lock, [id]);
      const before = await read(tx, id);
      if (!before) return refuseOperator('not_found');
      const secrets = await makeSecret(tx, seal, id, nowMs);
      const change = { before: { secrets: before.secrets }, after: { secrets } };
      await appendAuditLog(tx, { by, action: 'reset', resource: 'webhooks', ref: id, ...change }, nowMs);
      return ok({ value: { ...before, secrets, unseen: 1 as const }, ref: id, name: before.name, ...change });
    },
  });
  return operatorRoute(calls.rotateWebhookSecret, ({ id }, by) => rotate.propose({ id }, by));
}

const secretRoute = ({ db, clock, seal }: WebhookRouteDeps): OperatorRoute =>
  operatorRoute(calls.showWebhookSecret, ({ id }, by) =>
    db.transaction(async (tx): Promise<OperatorResult<{ secret: string }>> => {
      const [row] = await tx.run(lock, [id]);
      if (!row) return refuseOperator('not_found');
      const nowMs = clock.nowMs();
      const secret = await takeSecret(tx, seal, id, nowMs);
      if (secret === undefined) return refuseOperator('nothing_to_change');
      await appendAuditLog(tx, { by, action: 'view-secret', resource: 'webhooks', ref: id }, nowMs);
      return ok({ secret });
    }),
  );

interface Wanted {
  readonly status?: string | undefined;
  readonly webhook?: string | undefined;
  readonly type?: string | undefined;
}

/** Ids of messages, by the index that fits what is asked for. */
function messageIds({ status, webhook, type }: Wanted): IdSource {
  const wanted = [
    ...(webhook === undefined ? [] : [{ column: 'endpoint_id', type: 'bigint', value: webhook }]),
    ...(status === undefined ? [] : [{ column: 'status', type: 'smallint', value: status }]),
    ...(type === undefined ? [] : [{ column: 'type', type: 'text', value: type }]),
  ];
  const tests = wanted.map((each, nth) => ` and ${each.column} = $${nth + 2}::${each.type}`).join('');
  return {
    name: `webhooks.messageIds.${wanted.map(({ column }) => column).join('.')}`,
    text: (order, reach) => `select id from webhook_message where id < $1${tests} order by id ${order} limit ${reach}`,
    values: wanted.map(({ value }) => value),
  };
}

const messageRoutes = ({ db, clock }: WebhookRouteDeps): readonly OperatorRoute[] => [
  operatorRoute(calls.listWebhookMessages, async ({ page, limit, before, sort, ...wanted }) => {
    const { ids, total } = await readIds(db, messageIds(wanted), { page, limit, before, sort }, TOTAL_MAX);
    return ok({ list: await readMessages(db, ids), total });
  }),
  operatorRoute(calls.readWebhookMessage, async ({ id }) => {
    const [message] = await readMessages(db, [id]);
    return message ? ok(message) : refuseOperator('not_found');
  }),
  operatorRoute(calls.retryWebhookMessage, ({ id }, by) =>
    db.transaction(async (tx) => {
      const [before] = await readMessages(tx, [id]);
      if (!before) return refuseOperator('not_found');
      const nowMs = clock.nowMs();
      if (!(await retryMessage(tx, id, nowMs))) return refuseOperator('already_decided');
      const [after] = await readMessages(tx, [id]);
      if (!after) return refuseOperator('not_found');
      await appendAuditLog(
        tx,
        {
          by,
          action: 'change',
          resource: 'webhook-messages',
          ref: id,
          before: { status: before.status, attempts: before.attempts },
          after: { status: after.status, attempts: after.attempts },
        },
        nowMs,
      );
      return ok(after);
    }),
  ),
];
