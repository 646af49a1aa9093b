import type { CrudDeps } from '../../platform/crud/index.ts';
import { Distribution } from '../../platform/metrics/distribution.ts';
import type { DbNotifications } from '../../platform/db-notifications.ts';
import { createSeal } from '../../platform/seal.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { alertWork } from './alerts.ts';
import { Deliverer } from './deliverer.ts';
import { webhookRoutes } from './operator-routes.ts';
import { reachOf } from './public-address.ts';
import { askedOnce, resolveBySystem, type Resolve } from './send.ts';

export interface WebhookDeps extends Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'> {
  readonly notifications: DbNotifications;
  /** Seals the secrets that sign. */
  readonly secret: SecretOrSecrets;
  /** `WEBHOOK_ALLOW`: networks that may be reached though they are not public. */
  readonly webhookAllow: readonly string[];
  /** Default: the system's. */
  readonly resolve?: Resolve;
  /** How long a receiver may take. Default: ten seconds. */
  readonly timeoutMs?: number;
}

export interface Webhooks extends SliceWith<'operatorRoutes' | 'workers' | 'metrics'> {
  readonly deliverer: Deliverer;
}

/** Opens webhooks: the outbox's deliveries and their console calls (docs/WEBHOOKS.md). */
export function createWebhooks(deps: WebhookDeps): Webhooks {
  const seal = createSeal(deps.secret, 'secrets of webhooks');
  const reach = reachOf(deps.webhookAllow);
  const delays = new Distribution({
    name: 'plimsoll_webhook_delivery_seconds',
    help: 'From the writing of a webhook’s message to its delivery.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600],
  });
  const resolve = askedOnce(deps.resolve ?? resolveBySystem);
  const deliverer = new Deliverer({ ...deps, resolve, seal, reach, delays });
  const alerts = alertWork(deps);
  return {
    operatorRoutes: webhookRoutes({ ...deps, seal, reach, allowsPlain: deps.webhookAllow.length > 0 }),
    workers: [
      { name: 'webhooks', start: () => deliverer.start(), stop: () => deliverer.stop() },
      { name: 'alerts for webhooks', start: () => alerts.start(), stop: () => alerts.stop() },
    ],
    metrics: [delays],
    deliverer,
  };
}
