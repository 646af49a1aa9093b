import type { WorkAsked } from '../membership.ts';
import { REASON_CODES, type Reason } from '../reasons.ts';
import type { PasskeyRequest } from '../security.ts';

/** Reasons of console calls only, with their HTTP status. */
export const OPERATOR_REASON_STATUS = {
  /** No valid login: none, ended, or unused for too long. */
  unauthenticated: 401,
  /** The login needs an authenticator's code, or it is wrong or used. */
  totp_needed: 401,
  /** The login needs a passkey: no authenticator is set, or codes are no longer accepted. */
  passkey_needed: 401,
  bad_totp: 401,
  /** The role may not do this. */
  forbidden: 403,
  /** In live mode, an operator without a second factor can only set one. */
  factor_missing: 403,
  /** A second factor of the last five minutes is needed. */
  factor_needed: 403,
  /** Too many wrong codes: two operators reset this login. */
  codes_stopped: 403,
  /** The link was used, has expired, or does not exist. */
  link_over: 422,
  /** It is decided already. */
  already_decided: 409,
  /** This is the first of two again. */
  same_operator: 409,
  /**
   * This operator is not established, was not when it was proposed, or was made, reset or promoted by the other (RULES
   * 8).
   */
  not_established: 409,
  /** Another thing has that name. */
  already_exists: 409,
  /** It is in use; changing this would alter history. */
  in_use: 409,
  /** It was changed since it was read. */
  changed_meanwhile: 409,
  unknown_field: 422,
  /** One's own password or code, asked for again. */
  wrong_password: 422,
  wrong_code: 422,
  remark_needed: 422,
  nothing_to_change: 422,
  /** No coin has that id or title. */
  unknown_coin: 422,
  /** The minimum is above the maximum. */
  least_above_most: 422,
  /** The minimum quantity is not a multiple of the step. */
  off_step: 422,
  /** It is derived, and cannot be set. */
  not_settable: 422,
  /** The address is of a network that nobody outside reaches, or without TLS. */
  not_public: 422,
} as const;

/** Every reason of console calls; those of member calls keep their names. */
export type OperatorReason = keyof typeof OPERATOR_REASON_STATUS | Reason;

/** A refusal of a console call. */
export interface OperatorRefusal {
  readonly reason: OperatorReason;
  /** Of the text; `field` names the invalid field. */
  readonly params?: Readonly<Record<string, string>>;
  /** Proof of work that may replace a wait. */
  readonly work?: WorkAsked;
  /** What a passkey may sign, where a factor is asked for. */
  readonly passkey?: PasskeyRequest;
}
export type OperatorResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: OperatorRefusal };

/** Nothing was changed. */
export const refuseOperator = (
  reason: OperatorReason,
  params?: Readonly<Record<string, string>>,
): { ok: false; refusal: OperatorRefusal } => ({
  ok: false,
  refusal: params ? { reason, params } : { reason },
});

/** Member reasons on the console: a bad form 422, a conflicting state 409, a missing thing 404. */
const CONFLICTS: ReadonlySet<Reason> = new Set([
  'insufficient_balance',
  'house_limit',
  'switched_off',
  'stale_market',
  'no_liquidity',
  'order_not_open',
  'overdue_loan',
]);

const isOwn = (reason: OperatorReason): reason is keyof typeof OPERATOR_REASON_STATUS =>
  Object.hasOwn(OPERATOR_REASON_STATUS, reason);

/** The HTTP status a refusal is answered with (docs/wire/operator.md, Statuses). */
export function problemStatus(reason: OperatorReason): number {
  if (isOwn(reason)) return OPERATOR_REASON_STATUS[reason];
  if (CONFLICTS.has(reason)) return 409;
  if (reason === 'bad_login') return 401;
  const code = REASON_CODES[reason];
  if (code === 204) return 404;
  return code === 0 || code === 201 ? 422 : code;
}

/** The body of a refusal: RFC 9457, with `reason`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly reason: OperatorReason;
  /** The invalid field, if any. */
  readonly field?: string;
  /** Proof of work that may replace a wait (packages/proof). */
  readonly work?: WorkAsked;
  /** What a passkey may sign, where a login asks for a factor. */
  readonly passkey?: PasskeyRequest;
}
