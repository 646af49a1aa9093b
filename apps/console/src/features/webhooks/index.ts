import { lazyPart } from '@plimsoll/ui';

/** Webhooks and their messages. */
export const WebhooksScreen = lazyPart(() => import('./webhooks-screen.tsx'));
export const WebhookMessagesScreen = lazyPart(() => import('./messages-screen.tsx'));
