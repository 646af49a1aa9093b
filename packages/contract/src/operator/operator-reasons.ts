import type { WorkAsked } from '../membership.ts';
import { REASON_CODES, type Reason } from '../reasons.ts';
import type { PasskeyRequest } from '../security.ts';

/** Why a console call is refused that no member call is, with its HTTP status. */
export const OPERATOR_REASON_STATUS = {
  /** No valid login: none, ended, or too long unused. */
  unauthenticated: 401,
  /** The login needs the code of the operator's authenticator, or this one is wrong or was used. */
  totp_needed: 401,
  /** The login needs one of the operator's passkeys: nothing else is set, or no code is taken any more. */
  passkey_needed: 401,
  bad_totp: 401,
  /** The role may not do this. */
  forbidden: 403,
  /** In live mode, who has no second factor can only set one. */
  factor_missing: 403,
  /** A code of the last five minutes is needed. */
  factor_needed: 403,
  /** Too many wrong codes: two operators have to reset this login. */
  codes_stopped: 403,
  /** The link was used, is too old, or never was. */
  link_over: 422,
  /** Somebody decided it before. */
  already_decided: 409,
  /** A second operator is needed, and this is the first one again. */
  same_operator: 409,
  /**
   * Two established operators are needed, and this is none, or was none when it was proposed; or was made, reset or
   * promoted by the other (RULES 8).
   */
  not_established: 409,
  /** Another thing has that name. */
  already_exists: 409,
  /** It is in use, and changing this would rewrite what was. */
  in_use: 409,
  /** Somebody changed it since it was read. */
  changed_meanwhile: 409,
  unknown_field: 422,
  /** The operator's own password or code, asked for again. */
  wrong_password: 422,
  wrong_code: 422,
  remark_needed: 422,
  nothing_to_change: 422,
  /** No coin has that id or title. */
  unknown_coin: 422,
  /** The least there may be is above the most. */
  least_above_most: 422,
  /** The least quantity is no whole number of steps. */
  off_step: 422,
  /** It follows from something else, and is not set. */
  not_settable: 422,
} as const;

/** Every reason on the console's side; those of the member calls keep their names. */
export type OperatorReason = keyof typeof OPERATOR_REASON_STATUS | Reason;

/** A refusal of a console call. */
export interface OperatorRefusal {
  readonly reason: OperatorReason;
  /** What the words need; `field` names the field that is wrong. */
  readonly params?: Readonly<Record<string, string>>;
  /** What is taken in the place of a wait. */
  readonly work?: WorkAsked;
  /** What a passkey may sign, where a factor is asked for. */
  readonly passkey?: PasskeyRequest;
}
export type OperatorResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: OperatorRefusal };

/** The console call refused, and nothing was done. */
export const refuseOperator = (
  reason: OperatorReason,
  params?: Readonly<Record<string, string>>,
): { ok: false; refusal: OperatorRefusal } => ({
  ok: false,
  refusal: params ? { reason, params } : { reason },
});

/**
 * What a member reason's HTTP status is here: a bad form 422, a state that does not allow it 409, a thing that is not
 * there 404.
 */
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

/** The body of a refusal: RFC 9457, with our `reason`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly reason: OperatorReason;
  /** The field that is wrong, where one is. */
  readonly field?: string;
  /** What is taken in the place of a wait: a text that is to be found (packages/proof). */
  readonly work?: WorkAsked;
  /** What a passkey may sign, where a login asks for a factor. */
  readonly passkey?: PasskeyRequest;
}
