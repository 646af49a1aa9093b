/** Webhooks: other programs are notified of what happened (docs/WEBHOOKS.md). */
export { createWebhooks, type WebhookDeps, type Webhooks } from './create-webhooks.ts';
export { resealWebhooks } from './endpoint-secrets.ts';
export { readWebhookFigures, type WebhookFigures } from './figures.ts';
