import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { choiceField, optional, textField } from '../fields.ts';
import { operatorCall, creates, ROLES } from './operator-call.ts';
import { beforeField, byId, flagField, listFields, operatorNameField, operatorPasswordField, pageOf } from './operator-fields.ts';

const role = z.enum(ROLES);
const roleField = () => choiceField(...ROLES);

/**
 * An operator's own login, name and role. `known` is what an earlier login gave this browser, in which strangers' wrong tries do not count;
 * `work` what the problem `too_many_requests` asked for in the place of a wait, `challenge.text`.
 */
export const openSession = operatorCall('POST', '/session', {
  role: null,
  input: z.strictObject({ username: textField(), password: textField(), totp: optional(textField()), known: optional(textField()), work: optional(textField()) }),
  /** `totp` 1 while one is asked for at every login. */
  output: z.object({ token: z.string(), role, id, username: z.string(), totp: flag, known: z.string() }),
  status: 201,
  reasons: ['bad_login', 'totp_needed', 'bad_totp', 'too_many_requests'],
});
export const endSession = operatorCall('DELETE', '/session', { role: 'viewer', status: 204 });
/** Who is logged in: what the console shows at its head. */
export const readSession = operatorCall('GET', '/session', {
  role: 'viewer', output: z.object({ id, username: z.string(), role, totp: flag, mode: z.enum(['demo', 'live']) }),
});

/**
 * Enrolment in two steps: without `code` a new secret is shown (once), with the code that an authenticator makes of it, it holds from
 * then on. `password` is asked for both.
 */
export const enrolTotp = operatorCall('POST', '/operators/me/totp', {
  role: 'viewer',
  input: z.strictObject({ password: textField(), code: optional(textField()) }),
  output: z.object({ enabled: flag, secret: z.string().nullable(), uri: z.string().nullable() }),
  reasons: ['wrong_password', 'wrong_code', 'already_exists', 'too_many_requests'],
});
/** Ends every other session of the operator. */
export const changeOwnPassword = operatorCall('POST', '/operators/me/password', {
  role: 'viewer',
  input: z.strictObject({ password: textField(), newpassword: operatorPasswordField() }),
  reasons: ['wrong_password', 'bad_password', 'too_many_requests'],
});

export const operatorItem = z.object({ id, username: z.string(), role, totp: flag, enabled: flag, addtime: time, last_seen: time.nullable() });
export type OperatorItem = z.output<typeof operatorItem>;

/** `status` is `enabled`; `q` is a part of the name. */
export const listOperators = operatorCall('GET', '/operators', { role: 'owner', input: z.strictObject(listFields({ statuses: ['0', '1'] })), output: pageOf(operatorItem) });
export const readOperator = operatorCall('GET', '/operators/{id}', { role: 'owner', input: z.strictObject(byId), output: operatorItem });
export const createOperator = operatorCall('POST', '/operators', {
  ...creates,
  role: 'owner',
  input: z.strictObject({ username: operatorNameField(), password: operatorPasswordField(), role: roleField(), enabled: optional(flagField()) }),
  output: operatorItem,
  reasons: ['already_exists', 'bad_password', 'bad_text'],
});
/**
 * Never oneself, nor the last owner who can still log in: `in_use`. A new password or role, or `enabled` 0, ends their sessions; `totp` 0
 * forgets a lost authenticator.
 */
export const changeOperator = operatorCall('PATCH', '/operators/{id}', {
  role: 'owner',
  input: z.strictObject({
    ...byId, password: optional(operatorPasswordField()), role: optional(roleField()), enabled: optional(flagField()), totp: optional(choiceField('0')),
  }),
  output: operatorItem,
  reasons: ['not_found', 'bad_password', 'in_use', 'nothing_to_change'],
});

/** One line of what operators did. Each line's hash covers the one before. */
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
/** `resource` and `ref` narrow it to one thing's history; `q` is an operator's whole name. Pages reach `TOTAL_MAX` lines; `before` leads further. */
export const listAudit = operatorCall('GET', '/audit', {
  role: 'viewer',
  input: z.strictObject({ ...listFields(), ...beforeField, resource: optional(textField()), ref: optional(textField()) }),
  output: pageOf(auditLine),
});
export const readAudit = operatorCall('GET', '/audit/{id}', { role: 'viewer', input: z.strictObject(byId), output: auditLine, reasons: ['not_found'] });
