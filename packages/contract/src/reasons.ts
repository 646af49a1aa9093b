/**
 * Reasons of member calls with their business codes (docs/wire/conventions.md): 0 refused by a rule, 201 switched off
 * or not fresh, 204 does not exist, 401 no valid login; 4xx and 5xx are transport failures with that HTTP status. Texts
 * are in `packages/i18n/locales/<language>/reasons.json`.
 */
export const REASON_CODES = {
  // form of a field
  bad_amount: 0,
  amount_not_positive: 0,
  bad_id: 0,
  bad_value: 0,
  bad_text: 0,
  bad_page: 0,
  bad_lang: 0,
  bad_email: 0,
  bad_phone: 0,
  bad_password: 0,
  passwords_differ: 0,
  same_password: 0,
  bad_image: 0,
  bad_account_type: 0,
  // membership
  bad_login: 0,
  bad_captcha: 0,
  already_registered: 0,
  unknown_invitation: 0,
  frozen_member: 0,
  no_payment_password: 0,
  bad_payment_password: 0,
  payments_stopped: 0,
  password_needed: 0,
  bad_link: 0,
  second_factor_required: 0,
  bad_second_factor: 0,
  bad_passkey: 0,
  second_factor_stopped: 0,
  bad_ticket: 0,
  bad_reset_link: 0,
  no_second_factor: 0,
  setup_expired: 0,
  too_many_passkeys: 0,
  too_many_keys: 0,
  // repeated requests
  bad_idempotency_key: 0,
  idempotency_conflict: 0,
  bad_plan: 0,
  // a program's key may not do it: another right, market or network
  key_not_allowed: 0,
  // trading and money
  amount_below_minimum: 0,
  amount_above_maximum: 0,
  amount_off_step: 0,
  price_off_step: 0,
  too_many_open_orders: 0,
  insufficient_balance: 0,
  already_given: 0,
  same_account: 0,
  same_coin: 0,
  same_member: 0,
  transfer_ended: 0,
  loan_decided: 0,
  nothing_to_repay: 0,
  earns_nothing: 0,
  terms_changed: 0,
  stake_fixed: 0,
  stake_ended: 0,
  order_not_open: 0,
  // where money is paid out to
  bad_address: 0,
  address_fixed: 0,
  bad_card_number: 0,
  card_fixed: 0,
  too_many_cards: 0,
  too_many_addresses: 0,
  address_not_allowed: 0,
  no_address: 0,
  no_card: 0,
  email_unproven: 0,
  withdrawals_wait: 0,
  daily_limit: 0,
  identity_needed: 0,
  identity_under_review: 0,
  identity_certified: 0,
  owed_on_loan: 0,
  overdue_loan: 0,
  // limits a member set for themselves
  self_excluded: 0,
  daily_loss_limit: 0,
  // switched off, or not fresh enough to trade on
  switched_off: 201,
  stale_market: 201,
  no_liquidity: 201,
  price_band: 201,
  house_limit: 201,
  no_epoch_yet: 201,
  // the thing named does not exist, or is another member's
  not_found: 204,
  // no valid login
  login_required: 401,
  bad_signature: 401,
  // transport
  malformed_body: 400,
  repeated_parameter: 400,
  unknown_path: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  not_ready: 503,
} as const;

export type Reason = keyof typeof REASON_CODES;
/** Business code of an answer: 1, or a refusal's. */
export type Code = 1 | (typeof REASON_CODES)[Reason];

/** A reason with the parameters of its text (`minimum`, `coin`, …). Turned to words only at the edge. */
export interface Refusal {
  readonly reason: Reason;
  readonly params?: Readonly<Record<string, string>>;
  /** `data` of the refusal's answer: what the caller needs to go on. Else null. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What a use case returns. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** A successful result. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
/** Nothing was changed. */
export const refuse = (reason: Reason, params?: Readonly<Record<string, string>>): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: params ? { reason, params } : { reason },
});
