import { z } from 'zod';
import { call, decimal, flag, id, listOf, time } from './call.ts';
import {
  amountField,
  choiceField,
  entriesField,
  fields,
  idField,
  labelField,
  momentField,
  optional,
  textField,
  typedPasswordField,
} from './fields.ts';
import { secondFields, SECOND_REASONS } from './security.ts';

/** Everything here is **+**: keys of members' programs (docs/API.md). */

/** `kind`: how a key signs. */
export const KEY_KINDS = ['hmac', 'ed25519'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const key = z.object({
  id,
  name: z.string(),
  /** The first characters of its access key. */
  shown: z.string(),
  kind: z.enum(KEY_KINDS),
  /** Each key may read; none can withdraw or send. */
  trade: flag,
  /** Between the member's own accounts. */
  transfer: flag,
  /** Addresses it works from (`203.0.113.0/24`); none: all. */
  networks: z.array(z.string()),
  /** Markets it works on, by symbol; none: all. */
  markets: z.array(z.string()),
  /** In USDT, of 24 hours; null without. */
  day_cap: decimal.nullable(),
  loss_cap: decimal.nullable(),
  addtime: time,
  expires: time.nullable(),
  last_used: time.nullable(),
  /** Shortened; empty before its first use. */
  last_address: z.string(),
  /** When the member's open orders are cancelled unless its program calls again; null without such a switch. */
  cancels: time.nullable(),
  /** Since when it no longer works: ended by the member, by a freeze, or by its time. */
  ended: time.nullable(),
});
export type Key = z.output<typeof key>;

/** The member's keys that work, newest first, and then at most 20 that ended within 30 days. To a program its own key alone. */
export const getKeys = call({ name: 'getKeys', member: true, key: 'read', output: listOf(key) });

/**
 * Makes a key for a program. The access key and the secret are shown this once; a key that signs with Ed25519 has no
 * secret here: `public_key` is given instead, 32 bytes or an SPKI in base64. `networks` are up to 20 of CIDR, `markets`
 * up to 50 symbols, by commas; `day_cap` is the maximum that orders of 24 hours are worth, `loss_cap` the maximum that
 * their fills may lose, in USDT. `bad_value` names a wrong `networks`, `public_key` or `expires` as `data.field`.
 */
export const makeKey = call({
  name: 'makeKey',
  member: true,
  input: fields({
    name: labelField(),
    kind: optional(choiceField(...KEY_KINDS)),
    public_key: optional(textField('bad_value')),
    trade: optional(choiceField('0', '1')),
    transfer: optional(choiceField('0', '1')),
    networks: optional(entriesField()),
    markets: optional(entriesField()),
    expires: optional(momentField()),
    day_cap: optional(amountField()),
    loss_cap: optional(amountField()),
    password: typedPasswordField(),
    ...secondFields(),
  }),
  output: z.object({ id, access: z.string(), secret: z.string().nullable() }),
  reasons: ['bad_text', 'not_found', 'too_many_keys', 'bad_login', ...SECOND_REASONS, 'too_many_requests'],
});

/** Ends a key at once. */
export const endKey = call({ name: 'endKey', member: true, input: fields({ id: idField() }), reasons: ['not_found'] });
