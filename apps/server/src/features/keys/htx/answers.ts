import type { Reason, Refusal, Result } from '@plimsoll/contract';
import { reasonWords } from '../../../platform/http/reason-words.ts';

/** An error as HTX writes it. */
export interface HtxError {
  readonly code: string;
  readonly message: string;
}

/** The body of an answer, or an error. */
export type HtxResult = { readonly ok: true; readonly body: object } | { readonly ok: false; readonly error: HtxError };

/** A successful answer of version 1. */
export const data = (value: unknown): HtxResult => ({ ok: true, body: { status: 'ok', data: value } });
/** A successful answer of version 2. */
export const dataV2 = (value: unknown): HtxResult => ({
  ok: true,
  body: { code: 200, message: 'success', data: value, ok: true, success: true },
});
/** An error. */
export const failed = (code: string, message: string): HtxResult => ({ ok: false, error: { code, message } });

/** Error codes that HTX's programs know. */
export const CODE = {
  signature: 'api-signature-not-valid',
  parameter: 'bad-request',
  missing: 'validation-constraints-required',
  format: 'validation-format-error',
  symbol: 'base-symbol-error',
  noOrder: 'base-record-invalid',
  account: '1010',
  frequency: 'base-request-exceed-frequency-limit',
} as const;

/** The error for a key without the right; programs recognise its words. */
export const NO_PERMISSION = 'Signature not valid: API key has no permission';
export const unpermitted = failed(CODE.signature, NO_PERMISSION);

type Named = 'limit' | 'market';

const CODES: Partial<Record<Reason, string>> = {
  insufficient_balance: 'account-frozen-balance-insufficient-error',
  bad_amount: 'invalid-amount',
  amount_not_positive: 'invalid-amount',
  amount_off_step: 'invalid-amount',
  amount_above_maximum: 'order-limitorder-amount-max-error',
  price_off_step: 'order-orderprice-precision-error',
  too_many_open_orders: 'order-holding-limit-failed',
  house_limit: 'order-holding-limit-failed',
  daily_limit: 'order-holding-limit-failed',
  daily_loss_limit: 'order-holding-limit-failed',
  stale_market: 'gateway-internal-error',
  no_liquidity: 'order-update-error',
  order_not_open: 'order-orderstate-error',
  not_found: CODE.noOrder,
  login_required: CODE.signature,
  too_many_requests: CODE.frequency,
  idempotency_conflict: CODE.format,
  bad_idempotency_key: CODE.format,
  switched_off: 'system-maintenance',
};

/** The error of a refused order or cancellation. */
export function errorOf(
  { reason, params }: Refusal,
  order?: { readonly mode: Named; readonly side: 'buy' | 'sell' },
): HtxError {
  const message = reasonWords('en', reason, params);
  if (reason === 'amount_below_minimum') {
    // A market buy's amount is what it spends.
    const code =
      order?.mode !== 'market'
        ? 'order-limitorder-amount-min-error'
        : order.side === 'buy'
          ? 'order-value-min-error'
          : 'order-marketorder-amount-min-error';
    return { code, message };
  }
  if (reason === 'price_band')
    return { code: `order-limitorder-price-${order?.side === 'sell' ? 'sell-min' : 'buy-max'}-error`, message };
  return { code: CODES[reason] ?? CODE.parameter, message };
}

/** A use case's result as an answer. */
export const answered = <T>(
  result: Result<T>,
  body: (value: T) => HtxResult,
  order?: { readonly mode: Named; readonly side: 'buy' | 'sell' },
): HtxResult => (result.ok ? body(result.value) : { ok: false, error: errorOf(result.refusal, order) });

/** An error's body. Version 2's has both forms: programs read only some codes of its own. */
export const errorBody = ({ code, message }: HtxError, isV2: boolean): object => ({
  status: 'error',
  'err-code': code,
  'err-msg': message,
  data: null,
  ...(isV2 ? { code: 2002, message } : {}),
});
