import { z } from 'zod';
import { call, flag, id, time } from './call.ts';
import { IDENTITY_STATUS } from './codes/identity.ts';
import {
  choiceField,
  emailField,
  fields,
  lenientTextField,
  optional,
  passwordField,
  phoneField,
  raw,
  read,
  textField,
  typedPasswordField,
} from './fields.ts';
import { passkeyRequest, SECOND_FACTORS, SECOND_REASONS, secondFields } from './security.ts';

/**
 * What register and login answer. **+** A browser gives `known` at its next logins of the same name: failed tries of
 * others do not count there. It replaces no password and no factor.
 */
const entered = z.object({ userinfo: z.object({ token: z.string() }), known: z.string() });

/**
 * **+** `data` of login's refusal `too_many_requests` where proof of work may replace the wait: it is given as `work`,
 * `challenge.text` (packages/proof).
 */
export const workAsked = z.object({ challenge: z.string(), bits: z.int().positive() });
export type WorkAsked = z.output<typeof workAsked>;

/** `type` of register. */
export const REGISTER_BY = { phone: '1', email: '2' } as const;

/** `account` is the e-mail (lower-cased) or the phone number: the username from then on. */
const registration = fields({
  type: choiceField(REGISTER_BY.phone, REGISTER_BY.email),
  email: raw(emailField()),
  phone: raw(phoneField()),
  password: passwordField(),
  repassword: typedPasswordField('passwords_differ'),
  /** Invitation code, ignored while `invie_code_switch` is 0. */
  code: lenientTextField(),
  /** From the e-mail or text message, when the site asks for one. */
  captcha: optional(textField('bad_captcha')),
}).transform(({ type, password, repassword, code, captcha, ...fields }, context) => {
  const by = type === REGISTER_BY.email ? ('email' as const) : ('phone' as const);
  const account = read({ fields, context }, by, by === 'email' ? emailField() : phoneField());
  if (repassword !== password) context.addIssue({ code: 'custom', path: ['repassword'], message: 'passwords_differ' });
  return { by, account, password, code, captcha };
});

/** Registers by e-mail (`type` 2) or phone (1), and logs in. */
export const register = call({
  name: 'register',
  session: 'opens',
  input: registration,
  output: entered,
  reasons: [
    'switched_off',
    'bad_email',
    'bad_phone',
    'bad_password',
    'passwords_differ',
    'bad_captcha',
    'unknown_invitation',
    'already_registered',
  ],
});

/**
 * **+** `device` is the token that `loginSecond` gave this browser. On another browser a member with a second factor is
 * refused with `second_factor_required`, whose `data` is `secondNeeded`.
 */
export const login = call({
  name: 'login',
  session: 'opens',
  input: fields({
    username: textField('bad_login'),
    password: typedPasswordField(),
    device: lenientTextField(),
    known: lenientTextField(),
    work: lenientTextField(),
  }),
  output: entered,
  reasons: ['bad_login', 'frozen_member', 'second_factor_required', 'too_many_requests'],
});

/** Sends a code to an e-mail address, for `captcha`. */
export const emssend = call({ name: 'emssend', input: fields({ email: emailField() }), reasons: ['bad_email'] });

/** **+** Sends a code to a phone number, as emssend does to an address; off with registration by phone. */
export const smssend = call({
  name: 'smssend',
  input: fields({ phone: phoneField() }),
  reasons: ['switched_off', 'bad_phone', 'too_many_requests'],
});

/** Ends the session of the token. */
export const logout = call({ name: 'logout', member: true, session: 'ends' });

/** The member who is logged in. */
export const getusr = call({
  name: 'getusr',
  member: true,
  output: z.object({
    username: z.string(),
    id,
    vip: z.int().min(0),
    credit_score: z.int(),
    rzstatus: z.literal(Object.values(IDENTITY_STATUS)),
    have_pay: flag,
    has_unread: flag,
    invit: z.string(),
  }),
});

/**
 * Changes the login password and ends every session of the member. **+** Here and in `resetpay` with a second factor
 * where one is set.
 */
export const resetpwd = call({
  name: 'resetpwd',
  member: true,
  session: 'ends',
  input: fields({ oldpassword: typedPasswordField(), newpassword: passwordField(), ...secondFields() }),
  reasons: ['bad_login', 'bad_password', 'same_password', 'too_many_requests', ...SECOND_REASONS],
});

/** Sets or changes the payment password; takes the login password. */
export const resetpay = call({
  name: 'resetpay',
  member: true,
  input: fields({ logpassword: typedPasswordField(), newpassword: passwordField(), ...secondFields() }),
  reasons: ['bad_login', 'bad_password', 'same_password', 'too_many_requests', ...SECOND_REASONS],
});

/**
 * **+** Mails a code that proves the address given, or the member's own. The answer is the same whether one is sent or
 * not, and whoever owns the address.
 */
export const sendEmailCode = call({
  name: 'sendEmailCode',
  member: true,
  input: fields({ email: optional(emailField()) }),
  reasons: ['bad_email', 'too_many_requests'],
});

/** **+** Proves the member's own address by such a code. In live mode nothing leaves before. */
export const proveEmail = call({
  name: 'proveEmail',
  member: true,
  input: fields({ captcha: textField('bad_captcha') }),
  reasons: ['bad_captcha'],
});

/**
 * **+** Sets an e-mail address by the code mailed to it; the former one is notified. Who logs in by address uses the
 * new one from then on: `username`, and `known` as in login's answer.
 */
export const setEmail = call({
  name: 'setEmail',
  member: true,
  input: fields({
    email: emailField(),
    captcha: textField('bad_captcha'),
    password: typedPasswordField(),
    ...secondFields(),
  }),
  output: z.object({ username: z.string(), known: z.string() }),
  reasons: ['bad_email', 'bad_login', 'bad_captcha', 'already_registered', 'too_many_requests', ...SECOND_REASONS],
});

/** **+** Mails a link for a new login password to an account's address. The answer is the same for everyone. */
export const forgotpwd = call({
  name: 'forgotpwd',
  input: fields({ email: emailField() }),
  reasons: ['bad_email', 'too_many_requests'],
});

/** Which second factor it needs, and until when it holds. */
const passwordReset = z.object({
  username: z.string(),
  expires: time,
  factors: z.array(z.enum(SECOND_FACTORS)),
  /** Null without passkeys. */
  passkey: passkeyRequest.nullable(),
});
export type PasswordReset = z.output<typeof passwordReset>;
/** **+** Reads a mailed link without using it up. */
export const getNewpwd = call({
  name: 'getNewpwd',
  input: fields({ token: textField('bad_reset_link') }),
  output: passwordReset,
  reasons: ['bad_reset_link', 'too_many_requests'],
});

/**
 * **+** Sets a new login password by a mailed link, once, with a second factor where one is set; ends every session.
 */
export const newpwd = call({
  name: 'newpwd',
  input: fields({
    token: textField('bad_reset_link'),
    password: passwordField(),
    repassword: typedPasswordField('passwords_differ'),
    ...secondFields(),
  }).transform(({ repassword, ...rest }, context) => {
    if (repassword !== rest.password)
      context.addIssue({ code: 'custom', path: ['repassword'], message: 'passwords_differ' });
    return rest;
  }),
  reasons: [
    'bad_reset_link',
    'bad_password',
    'same_password',
    'passwords_differ',
    'frozen_member',
    'too_many_requests',
    ...SECOND_REASONS,
  ],
});
