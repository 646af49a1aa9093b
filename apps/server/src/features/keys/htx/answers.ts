import type { Reason, Refusal, Result } from '@plimsoll/contract';
import { reasonWords } from '../../../platform/http/reason-words.ts';
import type { Unfit } from '../admit.ts';

/** Every error code that is answered: HTX's own, out of those that ccxt raises as a class of their own. */
export const CODE = {
  signature: 'api-signature-not-valid',
  parameter: 'bad-request',
  missing: 'validation-constraints-required',
  format: 'validation-format-error',
  symbol: 'base-symbol-error',
  noSymbol: 'require-symbol',
  noOrder: 'base-record-invalid',
  orderOver: 'order-orderstate-error',
  account: '1010',
  frequency: 'base-request-exceed-frequency-limit',
  balance: 'account-frozen-balance-insufficient-error',
  amount: 'invalid-amount',
  price: 'order-invalid-price',
  priceStep: 'order-orderprice-precision-error',
  buyTooHigh: 'order-limitorder-price-buy-max-error',
  sellTooLow: 'order-limitorder-price-sell-min-error',
  limitTooSmall: 'order-limitorder-amount-min-error',
  limitTooLarge: 'order-limitorder-amount-max-error',
  marketTooSmall: 'order-marketorder-amount-min-error',
  valueTooSmall: 'order-value-min-error',
  holding: 'order-holding-limit-failed',
  notFresh: 'gateway-internal-error',
  notFilled: 'order-update-error',
} as const;
type HtxCode = (typeof CODE)[keyof typeof CODE];

/** An error as HTX writes it. */
export interface HtxError {
  readonly code: HtxCode;
  readonly message: string;
}

/** The body of an answer, or an error. */
export type HtxResult = { readonly ok: true; readonly body: object } | { readonly ok: false; readonly error: HtxError };

/** A successful answer of version 1. */
export const data = (value: unknown): HtxResult => ({ ok: true, body: { status: 'ok', data: value } });
/** A successful answer of version 2, with what stands beside its data. */
export const dataV2 = (value: unknown, beside: object = {}): HtxResult => ({
  ok: true,
  body: { code: 200, message: 'success', data: value, ...beside, ok: true, success: true },
});
/** An error. */
export const failed = (code: HtxCode, message: string): HtxResult => ({ ok: false, error: { code, message } });

/** The error for a key without the right; programs recognise its words. */
const NO_PERMISSION = 'Signature not valid: API key has no permission';
export const unpermitted = failed(CODE.signature, NO_PERMISSION);

/** Requests that are not let in. */
export const UNFIT: Readonly<Record<Unfit, HtxError>> = {
  signature: { code: CODE.signature, message: 'Signature not valid: Verification failure' },
  timestamp: { code: CODE.signature, message: 'Signature not valid: Invalid timestamp' },
  replayed: { code: CODE.signature, message: 'Signature not valid: it came before' },
  access_key: { code: CODE.signature, message: 'Signature not valid: Incorrect Access key' },
  network: { code: CODE.signature, message: `${NO_PERMISSION} from this address` },
  frequency: { code: CODE.frequency, message: 'Frequency of requests has exceeded the limit, please try again later' },
};

/** What was ordered. */
interface Sent {
  readonly mode: 'limit' | 'market';
  readonly side: 'buy' | 'sell';
}

const CODES: Partial<Record<Reason, HtxCode>> = {
  insufficient_balance: CODE.balance,
  bad_amount: CODE.amount,
  amount_off_step: CODE.amount,
  amount_above_maximum: CODE.limitTooLarge,
  price_off_step: CODE.priceStep,
  too_many_open_orders: CODE.holding,
  house_limit: CODE.holding,
  daily_limit: CODE.holding,
  daily_loss_limit: CODE.holding,
  stale_market: CODE.notFresh,
  no_liquidity: CODE.notFilled,
  order_not_open: CODE.orderOver,
  login_required: CODE.signature,
  idempotency_conflict: CODE.format,
};

function codeOf(reason: Reason, order: Sent | undefined): HtxCode {
  // Of an order that is placed, only its market can be missing.
  if (reason === 'not_found') return order ? CODE.symbol : CODE.noOrder;
  if (reason === 'price_band') return order?.side === 'sell' ? CODE.sellTooLow : CODE.buyTooHigh;
  if (reason !== 'amount_below_minimum') return CODES[reason] ?? CODE.parameter;
  if (order?.mode !== 'market') return CODE.limitTooSmall;
  // A market buy's amount is what it spends.
  return order.side === 'buy' ? CODE.valueTooSmall : CODE.marketTooSmall;
}

/** The error of a refused order or cancellation. */
export const errorOf = ({ reason, params }: Refusal, order?: Sent): HtxError => ({
  code: codeOf(reason, order),
  message: reasonWords('en', reason, params),
});

/** A use case's result as an answer. */
export const answered = <T>(result: Result<T>, body: (value: T) => HtxResult, order?: Sent): HtxResult =>
  result.ok ? body(result.value) : { ok: false, error: errorOf(result.refusal, order) };

/** An error's body. Version 2's has both forms: programs read only some codes of its own. */
export const errorBody = ({ code, message }: HtxError, isV2: boolean): object => ({
  status: 'error',
  'err-code': code,
  'err-msg': message,
  data: null,
  ...(isV2 ? { code: 2002, message } : {}),
});
