import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { choiceField, idField, labelField, optional, trim } from '../fields.ts';
import { crudCalls } from './catalogue-fields.ts';
import { operatorCall, twoOperators } from './operator-call.ts';
import { beforeField, byId, flagField, ifGiven, listFields, pageOf } from './operator-fields.ts';

/** Webhooks: which other programs are notified of what happened (docs/WEBHOOKS.md). */

/** What is reported, by the `type` of its messages. */
export const WEBHOOK_EVENTS = [
  'deposit.decided',
  'withdrawal.decided',
  'order.settled',
  'member.registered',
  'alert.raised',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Status of a message: waiting, delivered, given up. */
export const WEBHOOK_STATUS = { waiting: 1, delivered: 2, givenUp: 3 } as const;

/** Maximum characters of an endpoint's address. */
const URL_MAX = 500;
/** A name in other letters is written in punycode. No user information, no fragment. */
const WEB = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?(?:[/?][!"$-~]*)?$/i;

/**
 * The address of an endpoint: `https://`, or `http://` where the server's `WEBHOOK_ALLOW` names its network. The server
 * keeps it as the URL standard writes it.
 */
const endpointUrlField = () =>
  z
    .unknown()
    .transform((value, context): string => {
      const text = typeof value === 'string' ? trim(value) : '';
      if (text.length <= URL_MAX && WEB.test(text)) return text;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'webAddress' });

/** At least one type, in the order of {@link WEBHOOK_EVENTS}. */
const eventsField = () =>
  z
    .unknown()
    .transform((value, context): WebhookEvent[] => {
      const given: readonly unknown[] = Array.isArray(value) ? value : [];
      const events = WEBHOOK_EVENTS.filter((each) => given.includes(each));
      if (events.length > 0 && given.every((each) => events.some((event) => event === each))) return events;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'webhookEvents' });

const webhookItem = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: flag,
  /** How many secrets it has had: the number of the present one. */
  secrets: z.int().min(0),
  /** 1 while the present secret was not shown yet. */
  unseen: flag,
  /** How its deliveries stand, in lists and where it is read. */
  state: z
    .object({
      waiting: z.int().min(0),
      /** When the oldest of those was written. */
      oldest: time.nullable(),
      given_up: z.int().min(0),
      /** The last attempt: when, what came of it (an HTTP status, or a word of docs/WEBHOOKS.md), in how many milliseconds. */
      last: z.object({ at: time, result: z.string(), ms: z.int().min(0) }).nullable(),
      /** When a message was last delivered. */
      delivered: time.nullable(),
    })
    .optional(),
});
export type WebhookItem = z.output<typeof webhookItem>;

/** Who is notified, and where, is decided by two owners: an address could be a way out for what members do. */
export const {
  list: listWebhooks,
  read: readWebhook,
  create: createWebhook,
  change: changeWebhook,
} = crudCalls('webhooks', {
  item: webhookItem,
  needed: { name: labelField(), url: endpointUrlField(), events: eventsField() },
  other: { enabled: ifGiven(flagField()) },
  reasons: ['not_public'],
  two: { create: 'always', change: ['name', 'url', 'events', 'enabled'] },
});

/** One owner is enough to stop it. Its messages wait; nothing new is written for it. */
export const stopWebhook = operatorCall('POST', '/webhooks/{id}/stop', {
  role: 'owner',
  input: z.strictObject(byId),
  output: webhookItem,
  reasons: ['not_found', 'nothing_to_change'],
});
/** Makes another secret; the one before signs too for 24 hours. */
export const rotateWebhookSecret = twoOperators(
  operatorCall('POST', '/webhooks/{id}/rotate', {
    role: 'owner',
    input: z.strictObject(byId),
    output: webhookItem,
    reasons: ['not_found'],
  }),
  'always',
);
/** Shows the present secret, `whsec_…`, once: `nothing_to_change` afterwards. */
export const showWebhookSecret = operatorCall('POST', '/webhooks/{id}/secret', {
  role: 'owner',
  input: z.strictObject(byId),
  output: z.object({ secret: z.string() }),
  fresh: true,
  reasons: ['not_found', 'nothing_to_change'],
});

const webhookMessageItem = z.object({
  id,
  /** The endpoint. */
  webhook: id,
  name: z.string(),
  type: z.enum(WEBHOOK_EVENTS),
  /** Null where it is about no member. */
  member_id: id.nullable(),
  /** 1 waits, 2 was delivered, 3 was given up. */
  status: z.literal(Object.values(WEBHOOK_STATUS)),
  /** What is sent, to the letter. */
  body: z.string(),
  at: time,
  attempts: z.int().min(0),
  /** Of the last attempt, as of an endpoint's. */
  last: z.object({ at: time, result: z.string(), ms: z.int().min(0) }).nullable(),
  /** When it is tried again; null at once, or never. */
  next: time.nullable(),
});
export type WebhookMessageItem = z.output<typeof webhookMessageItem>;

/** Messages of all endpoints or of one. Delivered ones are kept for a week, others for a month. */
export const listWebhookMessages = operatorCall('GET', '/webhook-messages', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2', '3'] }),
    ...beforeField,
    webhook: optional(idField()),
    type: optional(choiceField(...WEBHOOK_EVENTS)),
  }),
  output: pageOf(webhookMessageItem),
});
export const readWebhookMessage = operatorCall('GET', '/webhook-messages/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: webhookMessageItem,
  reasons: ['not_found'],
});
/** Sends one that was given up, or waits, at once, with all its attempts again. */
export const retryWebhookMessage = operatorCall('POST', '/webhook-messages/{id}/retry', {
  role: 'treasurer',
  input: z.strictObject(byId),
  output: webhookMessageItem,
  reasons: ['not_found', 'already_decided'],
});
