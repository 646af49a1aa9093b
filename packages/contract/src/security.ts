import { z } from 'zod';
import { call, flag, id, listOf, time } from './call.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
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

/** Everything here is **+**: how a member keeps an account to themselves (docs/MEMBER-SECURITY.md). */

/** What can be given besides the password: a code of an authenticator, a passkey, or one of the recovery codes. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** What a passkey is asked: the browser's `PublicKeyCredentialRequestOptions`, as JSON. */
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
 * `data` of the refusal `second_factor_required` of login: what is to be given, and the ticket to give it with
 * (`loginSecond`).
 */
export const secondNeeded = z.object({
  ticket: z.string(),
  /** The ticket is worth nothing after it. */
  expires: time,
  factors: z.array(z.enum(SECOND_FACTORS)),
  /** Null without passkeys. */
  passkey: passkeyRequest.nullable(),
});
export type SecondNeeded = z.output<typeof secondNeeded>;

/**
 * One of them is given where a second factor is asked for: `second`, or `code` by its other name, is a code of six
 * digits or a recovery code, as it is typed.
 */
export const secondFields = () => ({
  second: lenientTextField(),
  code: lenientTextField(),
  passkey: optional(passkeyField()),
});
/** What an asked second factor may be refused with. */
export const SECOND_REASONS = [
  'bad_passkey',
  'second_factor_required',
  'bad_second_factor',
  'second_factor_stopped',
] as const;
/**
 * What changes a way out that the spec's calls make take besides: the login password and a second factor (RULES 8). The
 * password may be missing in demo mode, of who has set no factor: `getSecurity` says so.
 */
export const changeFields = () => ({ password: lenientTextField(), ...secondFields() });
/** What the login password may be refused with. */
export const LOGIN_REASONS = ['password_needed', 'bad_login', 'too_many_requests'] as const;
export const CHANGE_REASONS = [...LOGIN_REASONS, ...SECOND_REASONS] as const;
/** What a change is proven with: the login password, and a second factor once one is set. */
const proof = () => ({ password: typedPasswordField(), ...secondFields() });
const PROOF = ['bad_login', ...SECOND_REASONS, 'too_many_requests'] as const;

/**
 * The second step of a login, after `second_factor_required`. `remember_device` 1 has the answer bring a token which
 * this browser gives as `device` at its next logins, for which then no second factor is asked, 90 days at most.
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

/** What any passkey of this site may sign to log in by itself, within five minutes. Nothing is kept of it. */
export const passkeyLoginChallenge = call({ name: 'passkeyLoginChallenge', output: passkeyRequest });
/**
 * Logs in by a passkey alone, which says itself whose it is; the device has looked who holds it. `username` is the
 * account's name. No second factor is asked for besides: the passkey is one that nobody can pass on, on a device that
 * knows its holder.
 */
export const loginPasskey = call({
  name: 'loginPasskey',
  session: 'opens',
  input: fields({ passkey: passkeyField() }),
  output: z.object({ userinfo: z.object({ token: z.string() }), known: z.string(), username: z.string() }),
  reasons: ['bad_passkey', 'frozen_member', 'too_many_requests'],
});

/**
 * Where a login is, or a try to log in came from: words, and an address that was shortened. Empty where nothing is
 * known.
 */
const place = { browser: z.string(), system: z.string(), address: z.string() };

const passkey = z.object({ id, name: z.string(), addtime: time, last_used: time.nullable() });
export type Passkey = z.output<typeof passkey>;

/** Which second factors are set. Nothing of it is secret. */
export const getSecurity = call({
  name: 'getSecurity',
  member: true,
  output: z.object({
    /** An authenticator app is set. */
    totp: flag,
    totp_since: time.nullable(),
    passkeys: z.array(passkey),
    /** Recovery codes that were not used yet, and when they were made. */
    recovery_left: z.int().min(0),
    recovery_since: time.nullable(),
    /** The words that stand in every mail to the member; null before they chose any. */
    phrase: z.string().nullable(),
    /** Where our mails go; null for who registered by phone and gave none. */
    email: z.string().nullable(),
    /** 1 once the member has shown that it is theirs. */
    email_proven: flag,
    /** 1 when nothing leaves before that. */
    email_needed: flag,
    /** 1 when a new address or card takes the login password too. */
    password_needed: flag,
    /**
     * 1 when what leaves takes the login password again: in this session it was last given more than twelve hours ago.
     */
    password_asked: flag,
    /** Where passkeys can be added and used: the address that the app must be open at. */
    passkey_origin: z.string(),
  }),
});

const ownSession = z.object({
  id,
  /** 1 for the session that asks. */
  current: flag,
  /**
   * 1 for one whose token is worth nothing outside the browser it began in; 0 for a program's, or another client of the
   * wire.
   */
  bound: flag,
  addtime: time,
  /** To the hour. */
  last_seen: time,
  ...place,
});
export type OwnSession = z.output<typeof ownSession>;
/** Where the member is logged in: the one that asks first, then the newest. */
export const getSessions = call({
  name: 'getSessions',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(ownSession),
});
/** Ends one of them at once, the one that asks too, and forgets the browser it is in. */
export const endSession = call({
  name: 'endSession',
  member: true,
  input: fields({ id: idField() }),
  reasons: ['not_found'],
});
/** Ends all but the one that asks, and forgets every other browser. */
export const endOtherSessions = call({
  name: 'endOtherSessions',
  member: true,
  output: z.object({ ended: z.int().min(0) }),
});

const knownDevice = z.object({ id, current: flag, addtime: time, last_used: time, expires: time, ...place });
export type KnownDevice = z.output<typeof knownDevice>;
/** Browsers for which no second factor is asked at login, newest first. */
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

/** How a login ended. `frozen` and `wrong-code` had the right password. */
export const SIGN_IN_OUTCOMES = ['in', 'wrong-password', 'wrong-code', 'frozen'] as const;
const signIn = z.object({
  id,
  at: time,
  outcome: z.enum(SIGN_IN_OUTCOMES),
  /** What stood beside the password: a known browser or a factor; null for nothing. */
  second: z.enum(['device', ...SECOND_FACTORS]).nullable(),
  ...place,
});
export type SignIn = z.output<typeof signIn>;
/** Who came in and who did not, the last 90 days and at most a hundred of either, newest first. */
export const getSignIns = call({
  name: 'getSignIns',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(signIn),
});

/**
 * What a passkey is to sign before a change, or before something leaves (`withdraw`). Then `call` says by which way,
 * and the fields of that call what and where to: `challenge` is SHA-256 of those very words (`lastWords`) with `nonce`,
 * and is good for no other request.
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
    bank_id: optional(idField()),
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

/** Ten codes, each good once; they are shown this one time. */
const recoveryCodes = z.array(z.string());

/**
 * Makes the secret of an authenticator app, which holds once a code made of it was seen, within ten minutes. Another
 * one stays in force until then.
 */
export const startTotp = call({
  name: 'startTotp',
  member: true,
  input: fields(proof()),
  output: z.object({ secret: z.string(), uri: z.string() }),
  reasons: PROOF,
});
/** With a code of the new secret it is set. The first factor of all brings recovery codes. */
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

/** What a new passkey is made with: the browser's `PublicKeyCredentialCreationOptions`, as JSON. */
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
/** What the browser made, within five minutes, and the name it is told by. */
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

/** Ten new recovery codes; those before are worth nothing. */
export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  member: true,
  input: fields(proof()),
  output: z.object({ recovery_codes: recoveryCodes }),
  reasons: [...PROOF, 'no_second_factor'],
});

/** Chooses the words that stand in every mail to the member from then on: a mail without them is not from here. */
export const setPhrase = call({
  name: 'setPhrase',
  member: true,
  input: fields({ phrase: labelField(), ...proof() }),
  reasons: ['bad_text', ...PROOF],
});

/**
 * Freezes the account of who is logged in, or, with the `token` of a mail's link "this was not me", of whose mail it
 * is: once, within a week. Every session ends; two operators thaw it.
 */
export const freezeMe = call({
  name: 'freezeMe',
  input: fields({ token: optional(textField('bad_link')) }),
  reasons: ['bad_link', 'login_required'],
});
