import { z } from 'zod';
import { call, flag, id, listOf, time } from './call.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
  idOrNoneField,
  labelField,
  lenientTextField,
  limitField,
  optional,
  pageField,
  passkeyField,
  textField,
  typedPasswordField,
  withdrawTypeField,
} from './fields.ts';

/** Everything here is **+**: how members protect their accounts (docs/MEMBER-SECURITY.md). */

/** Second factors: an authenticator's code, a passkey, a recovery code. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The browser's `PublicKeyCredentialRequestOptions`, as JSON. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int().positive(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/**
 * `data` of login's refusal `second_factor_required`: the factors that can be given, and the ticket to give one with
 * (`loginSecond`).
 */
export const secondNeeded = z.object({
  ticket: z.string(),
  /** When the ticket expires. */
  expires: time,
  factors: z.array(z.enum(SECOND_FACTORS)),
  /** Null without passkeys. */
  passkey: passkeyRequest.nullable(),
});
export type SecondNeeded = z.output<typeof secondNeeded>;

/** One is given: `second`, or its other name `code`, is a code of six digits or a recovery code, as typed. */
export const secondFields = () => ({
  second: lenientTextField(),
  code: lenientTextField(),
  passkey: optional(passkeyField()),
});
/** Refusals of a second factor. */
export const SECOND_REASONS = [
  'bad_passkey',
  'second_factor_required',
  'bad_second_factor',
  'second_factor_stopped',
] as const;
/**
 * Where a destination of withdrawals changes: the login password and a second factor (RULES 8). In demo mode a member
 * without a factor may omit the password, see `getSecurity`.
 */
export const changeFields = () => ({ password: lenientTextField(), ...secondFields() });
/** Refusals of the login password. */
export const LOGIN_REASONS = ['password_needed', 'bad_login', 'too_many_requests'] as const;
export const CHANGE_REASONS = [...LOGIN_REASONS, ...SECOND_REASONS] as const;
/** Proof of a change: the login password, and a second factor where one is set. */
const proof = () => ({ password: typedPasswordField(), ...secondFields() });
const PROOF = ['bad_login', ...SECOND_REASONS, 'too_many_requests'] as const;

/**
 * The second step of a login, after `second_factor_required`. With `remember_device` 1 the answer has a token that this
 * browser gives as `device` at its next logins, for 90 days at most: they ask for no second factor.
 */
export const loginSecond = call({
  name: 'loginSecond',
  session: 'opens',
  input: fields({
    ticket: textField('bad_ticket'),
    ...secondFields(),
    remember_device: optional(choiceField('0', '1')),
  }),
  output: z.object({ userinfo: z.object({ token: z.string() }), known: z.string(), device: z.string().nullable() }),
  reasons: [
    'bad_ticket',
    'bad_passkey',
    'bad_second_factor',
    'second_factor_stopped',
    'frozen_member',
    'too_many_requests',
  ],
});

/** What a passkey may sign to log in by itself, within five minutes. Nothing is stored. */
export const passkeyLoginChallenge = call({ name: 'passkeyLoginChallenge', output: passkeyRequest });
/**
 * Logs in by a passkey alone, which identifies the account; the device verified its holder. No second factor is asked
 * for.
 */
export const loginPasskey = call({
  name: 'loginPasskey',
  session: 'opens',
  input: fields({ passkey: passkeyField() }),
  output: z.object({ userinfo: z.object({ token: z.string() }), known: z.string(), username: z.string() }),
  reasons: ['bad_passkey', 'frozen_member', 'too_many_requests'],
});

/** Words, and a shortened address. Empty where unknown. */
const place = { browser: z.string(), system: z.string(), address: z.string() };

const passkey = z.object({ id, name: z.string(), addtime: time, last_used: time.nullable() });
export type Passkey = z.output<typeof passkey>;

/** Which second factors are set; no secrets. */
export const getSecurity = call({
  name: 'getSecurity',
  member: true,
  output: z.object({
    /** An authenticator app is set. */
    totp: flag,
    totp_since: time.nullable(),
    passkeys: z.array(passkey),
    /** Unused recovery codes, and when they were made. */
    recovery_left: z.int().min(0),
    recovery_since: time.nullable(),
    /** The phrase in every mail to the member. */
    phrase: z.string().nullable(),
    /** Where mails go; null when none was given. */
    email: z.string().nullable(),
    /** 1 once the member has proven the address. */
    email_proven: flag,
    /** 1 when nothing leaves before that. */
    email_needed: flag,
    /** 1 when a new address or card needs the login password too. */
    password_needed: flag,
    /** 1 when a withdrawal needs the login password again: it was last given more than twelve hours ago. */
    password_asked: flag,
    /** Where the app must be open to add and use passkeys. */
    passkey_origin: z.string(),
  }),
});

const ownSession = z.object({
  id,
  /** 1 for the current session. */
  current: flag,
  /** 1 when the token works only in the browser it was opened in. */
  bound: flag,
  addtime: time,
  /** To the hour. */
  last_seen: time,
  ...place,
});
export type OwnSession = z.output<typeof ownSession>;
/** The current one first, then the newest. */
export const getSessions = call({
  name: 'getSessions',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(ownSession),
});
/** Ends one of them at once, also the current one, and forgets its browser. */
export const endSession = call({
  name: 'endSession',
  member: true,
  input: fields({ id: idField() }),
  reasons: ['not_found'],
});
/** Ends all but the current one, and forgets every other browser. */
export const endOtherSessions = call({
  name: 'endOtherSessions',
  member: true,
  output: z.object({ ended: z.int().min(0) }),
});

const knownDevice = z.object({ id, current: flag, addtime: time, last_used: time, expires: time, ...place });
export type KnownDevice = z.output<typeof knownDevice>;
/** Browsers that need no second factor at login, newest first. */
export const getDevices = call({
  name: 'getDevices',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(knownDevice),
});
export const forgetDevice = call({
  name: 'forgetDevice',
  member: true,
  input: fields({ id: idField() }),
  reasons: ['not_found'],
});

/** Outcome of a login. `frozen` and `wrong-code` had the right password. */
export const SIGN_IN_OUTCOMES = ['in', 'wrong-password', 'wrong-code', 'frozen'] as const;
const signIn = z.object({
  id,
  at: time,
  outcome: z.enum(SIGN_IN_OUTCOMES),
  /** Given beside the password: a known browser or a factor. `key`: a member's program came from a new place. */
  second: z.enum(['device', ...SECOND_FACTORS, 'key']).nullable(),
  ...place,
});
export type SignIn = z.output<typeof signIn>;
/** Of the last 90 days, newest first: at most a hundred successful and a hundred failed logins. */
export const getSignIns = call({
  name: 'getSignIns',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(signIn),
});

/**
 * What a passkey is to sign before a change, or before something leaves. Then `call` names the call (`withdraw`), and
 * its fields say what and where to: `challenge` is SHA-256 of that text (`lastWords`) with `nonce`, valid for no other
 * request.
 */
export const passkeyChallenge = call({
  name: 'passkeyChallenge',
  member: true,
  input: fields({
    purpose: choiceField('change', 'withdraw'),
    call: optional(choiceField('withdraw', 'balanceTransfer')),
    c_id: optional(idField()),
    num: optional(amountField()),
    withdraw_type: optional(withdrawTypeField()),
    bank_id: idOrNoneField(),
    to_uid: optional(idField()),
    amount: optional(amountField()),
  }),
  output: passkeyRequest.extend({ nonce: z.string().nullable() }),
  reasons: [
    'no_second_factor',
    'not_found',
    'no_address',
    'no_card',
    'amount_below_minimum',
    'amount_above_maximum',
    'same_member',
  ],
});

/** Ten codes, each valid once, shown only now. */
const recoveryCodes = z.array(z.string());

/** Makes an authenticator's secret. It replaces the former one when a code is confirmed within ten minutes. */
export const startTotp = call({
  name: 'startTotp',
  member: true,
  input: fields(proof()),
  output: z.object({ secret: z.string(), uri: z.string() }),
  reasons: PROOF,
});
/** The first factor comes with recovery codes. */
export const confirmTotp = call({
  name: 'confirmTotp',
  member: true,
  input: fields({ second: lenientTextField() }),
  output: z.object({ recovery_codes: recoveryCodes.nullable() }),
  reasons: ['setup_expired', 'bad_second_factor'],
});
export const removeTotp = call({
  name: 'removeTotp',
  member: true,
  input: fields(proof()),
  reasons: [...PROOF, 'not_found'],
});

/** The browser's `PublicKeyCredentialCreationOptions`, as JSON. */
export const passkeyCreation = z
  .object({ challenge: z.string(), rp: z.object({ id: z.string(), name: z.string() }) })
  .catchall(z.unknown());
export const startPasskey = call({
  name: 'startPasskey',
  member: true,
  input: fields(proof()),
  output: passkeyCreation,
  reasons: [...PROOF, 'too_many_passkeys'],
});
/** The browser's new passkey, within five minutes, and its name. */
export const addPasskey = call({
  name: 'addPasskey',
  member: true,
  input: fields({ name: labelField(), passkey: passkeyField() }),
  output: z.object({ id, recovery_codes: recoveryCodes.nullable() }),
  reasons: ['bad_text', 'setup_expired', 'bad_passkey', 'too_many_passkeys'],
});
export const removePasskey = call({
  name: 'removePasskey',
  member: true,
  input: fields({ id: idField(), ...proof() }),
  reasons: [...PROOF, 'not_found'],
});

/** Ten new recovery codes; the former ones expire. */
export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  member: true,
  input: fields(proof()),
  output: z.object({ recovery_codes: recoveryCodes }),
  reasons: [...PROOF, 'no_second_factor'],
});

/** Chooses a phrase that appears in every mail to the member: a mail without it is forged. */
export const setPhrase = call({
  name: 'setPhrase',
  member: true,
  input: fields({ phrase: labelField(), ...proof() }),
  reasons: ['bad_text', ...PROOF],
});

/**
 * Freezes the caller's account or, with the `token` of a mail's link "this was not me", its recipient's: once, within a
 * week. Every session ends; only two operators thaw it.
 */
export const freezeMe = call({
  name: 'freezeMe',
  input: fields({ token: optional(textField('bad_link')) }),
  reasons: ['bad_link', 'login_required'],
});
