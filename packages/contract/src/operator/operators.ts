import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { choiceField, emailField, idField, labelField, optional, passkeyField, textField } from '../fields.ts';
import { passkeyCreation, passkeyRequest } from '../security.ts';
import { creates, operatorCall, ROLES, twoOperators } from './operator-call.ts';
import {
  beforeField,
  byId,
  flagField,
  listFields,
  operatorNameField,
  operatorPasswordField,
  pageOf,
  remarkField,
} from './operator-fields.ts';

const role = z.enum(ROLES);
const roleField = () => choiceField(...ROLES);

/**
 * Logs in. `known` is what an earlier login gave this browser, in which failed tries of others do not count; `work`
 * answers the problem `too_many_requests` where it asks for it in place of a wait: `challenge.text`. Then a set factor
 * is asked for: the problem `totp_needed` or `passkey_needed` holds in `passkey` what a passkey may sign instead of a
 * code.
 */
export const openSession = operatorCall('POST', '/session', {
  role: null,
  input: z.strictObject({
    username: textField(),
    password: textField(),
    totp: optional(textField()),
    passkey: optional(passkeyField()),
    known: optional(textField()),
    work: optional(textField()),
  }),
  /** `totp` 1 while a code is asked for at every login. */
  output: z.object({ token: z.string(), role, id, username: z.string(), totp: flag, known: z.string() }),
  status: 201,
  reasons: [
    'bad_login',
    'totp_needed',
    'passkey_needed',
    'bad_totp',
    'bad_passkey',
    'codes_stopped',
    'too_many_requests',
  ],
});
export const endSession = operatorCall('DELETE', '/session', { role: 'viewer', status: 204 });
/**
 * `fresh` 1 while decisions about money need no code: none is set, or one was given in the last five minutes; `enrol` 1
 * while nothing is possible but to set a second factor.
 */
export const readSession = operatorCall('GET', '/session', {
  role: 'viewer',
  output: z.object({
    id,
    username: z.string(),
    role,
    totp: flag,
    mode: z.enum(['demo', 'live']),
    fresh: flag,
    enrol: flag,
  }),
});
/** Which factors can be given again: a code, what a passkey is to sign. */
export const askFactor = operatorCall('POST', '/session/factor/begin', {
  role: 'viewer',
  output: z.object({ totp: flag, passkey: passkeyRequest.nullable() }),
});
/** Gives a factor again; for five minutes decisions about money need none. */
export const refreshFactor = operatorCall('POST', '/session/factor', {
  role: 'viewer',
  input: z.strictObject({ code: optional(textField()), passkey: optional(passkeyField()) }),
  output: z.object({ fresh: flag }),
  reasons: ['wrong_code', 'bad_passkey', 'codes_stopped', 'nothing_to_change'],
});
/** Sets a password by the single-use link mailed after an operator was created or reset, which identifies them. */
export const claimLink = operatorCall('POST', '/session/claim', {
  role: null,
  input: z.strictObject({ link: textField(), password: operatorPasswordField() }),
  output: z.object({ username: z.string() }),
  reasons: ['link_over', 'bad_password', 'too_many_requests'],
});

const ownSession = z.object({
  id,
  addtime: time,
  last_seen: time,
  address: z.string(),
  /** 1 for the current one. */
  here: flag,
});
/** One's own sessions. */
export const listOwnSessions = operatorCall('GET', '/operators/me/sessions', {
  role: 'viewer',
  output: z.object({ list: z.array(ownSession), total: z.int().min(0) }),
});
/** Ends one of them; without `id` all but the current one. */
export const endOwnSessions = operatorCall('POST', '/operators/me/sessions/end', {
  role: 'viewer',
  input: z.strictObject({ id: optional(idField()) }),
  output: z.object({ ended: z.int().min(0) }),
});

/** In two steps: without `code` a new secret is shown, once; with the authenticator's code it takes effect. */
export const enrolTotp = operatorCall('POST', '/operators/me/totp', {
  role: 'viewer',
  fresh: true,
  input: z.strictObject({ password: textField(), code: optional(textField()) }),
  output: z.object({ enabled: flag, secret: z.string().nullable(), uri: z.string().nullable() }),
  reasons: ['wrong_password', 'wrong_code', 'already_exists', 'too_many_requests'],
});
const ownPasskey = z.object({ id, name: z.string(), addtime: time, last_used: time.nullable() });
/** With the address they belong to: the console must be open there. */
export const listOwnPasskeys = operatorCall('GET', '/operators/me/passkeys', {
  role: 'viewer',
  output: z.object({ list: z.array(ownPasskey), total: z.int().min(0), origin: z.string() }),
});
/** What a browser creates a passkey with, within five minutes. An operator with a factor gives it first. */
export const startOwnPasskey = operatorCall('POST', '/operators/me/passkeys/begin', {
  role: 'viewer',
  fresh: true,
  input: z.strictObject({ password: textField() }),
  output: passkeyCreation,
  reasons: ['wrong_password', 'too_many_passkeys', 'too_many_requests'],
});
/** It counts at every login from now on, beside an authenticator or instead. */
export const addOwnPasskey = operatorCall('POST', '/operators/me/passkeys', {
  ...creates,
  role: 'viewer',
  input: z.strictObject({ name: labelField(), passkey: passkeyField() }),
  output: z.object({ id }),
  reasons: ['bad_text', 'setup_expired', 'bad_passkey', 'too_many_passkeys'],
});
export const removeOwnPasskey = operatorCall('POST', '/operators/me/passkeys/{id}/remove', {
  role: 'viewer',
  fresh: true,
  input: z.strictObject({ ...byId, password: textField() }),
  reasons: ['wrong_password', 'not_found', 'too_many_requests'],
});

/** Ends every other session of the operator. */
export const changeOwnPassword = operatorCall('POST', '/operators/me/password', {
  role: 'viewer',
  input: z.strictObject({ password: textField(), newpassword: operatorPasswordField() }),
  reasons: ['wrong_password', 'bad_password', 'too_many_requests'],
});

export const operatorItem = z.object({
  id,
  username: z.string(),
  role,
  totp: flag,
  /** How many passkeys are set. */
  passkeys: z.int().min(0),
  enabled: flag,
  addtime: time,
  last_seen: time.nullable(),
  /** Where links are mailed, or empty. */
  email: z.string(),
  /** From when on they count as the second of two (RULES 8); null without a factor. */
  established: time.nullable(),
});
export type OperatorItem = z.output<typeof operatorItem>;

/** `status` is `enabled`; `q` is part of the name. */
export const listOperators = operatorCall('GET', '/operators', {
  role: 'owner',
  input: z.strictObject(listFields({ statuses: ['0', '1'] })),
  output: pageOf(operatorItem),
});
export const readOperator = operatorCall('GET', '/operators/{id}', {
  role: 'owner',
  input: z.strictObject(byId),
  output: operatorItem,
  reasons: ['not_found'],
});
/**
 * Two operators create another (RULES 8), who is mailed a single-use link; in demo mode one while there are fewer than
 * two owners. `password` is accepted in demo mode only, where mails are files.
 */
export const createOperator = twoOperators(
  operatorCall('POST', '/operators', {
    ...creates,
    role: 'owner',
    input: z.strictObject({
      username: operatorNameField(),
      email: optional(emailField()),
      password: optional(operatorPasswordField()),
      role: roleField(),
      enabled: optional(flagField()),
    }),
    output: operatorItem,
    reasons: ['already_exists', 'bad_password', 'bad_text', 'bad_email', 'not_settable'],
  }),
  'always',
);
/**
 * Never oneself: `in_use`. A higher role, `enabled` 1 and another e-mail need two operators; reducing rights needs one.
 * A new role, or `enabled` 0, ends their sessions.
 */
export const changeOperator = twoOperators(
  operatorCall('PATCH', '/operators/{id}', {
    role: 'owner',
    fresh: true,
    input: z.strictObject({
      ...byId,
      role: optional(roleField()),
      enabled: optional(flagField()),
      email: optional(emailField()),
    }),
    output: operatorItem,
    reasons: ['not_found', 'bad_email', 'in_use', 'nothing_to_change', 'changed_meanwhile'],
  }),
  ['role', 'enabled', 'email'],
);
/**
 * Deletes another operator's password and factors, ends their sessions, and mails a single-use link. For 24 hours after
 * setting a factor they do not count as the second of two.
 */
export const resetOperator = twoOperators(
  operatorCall('POST', '/operators/{id}/reset', {
    role: 'owner',
    input: z.strictObject({ ...byId, remark: remarkField() }),
    output: operatorItem,
    reasons: ['not_found', 'bad_email', 'in_use', 'remark_needed'],
  }),
  'always',
);

/** Each line's hash covers the one before. */
export const auditLine = z.object({
  id,
  at: time,
  operator_id: id.nullable(),
  username: z.string(),
  role: z.string(),
  /** `approve`, `reject`, `create`, `change`, `login`, … */
  action: z.string(),
  resource: z.string(),
  /** The thing's id, or empty. */
  ref: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  remark: z.string(),
  address: z.string(),
  hash: z.string(),
});
export type AuditLine = z.output<typeof auditLine>;
/**
 * `resource` and `ref` select one thing's history; `q` is an operator's whole name. Pages reach `TOTAL_MAX` lines;
 * `before` leads further.
 */
export const listAudit = operatorCall('GET', '/audit', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields(),
    ...beforeField,
    resource: optional(textField()),
    ref: optional(textField()),
  }),
  output: pageOf(auditLine),
});
export const readAudit = operatorCall('GET', '/audit/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: auditLine,
  reasons: ['not_found'],
});
