import { ORDER_KIND, PRICE_MODE, SIDE } from '@plimsoll/contract/codes/spot';
import { isMultiple, parseAmount, parsePrice, ZERO } from '@plimsoll/money';
import { isBeyondMeans, type OrderError, type OrderErrors, type OrderField, type OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';

/** What `upbbbuy` takes. */
export interface OrderFields {
  readonly m_id: string;
  readonly type: string;
  readonly operate_type: string;
  readonly num: string;
  readonly price: string;
  readonly amount: string;
  readonly kind: string;
}

function priceError(form: OrderForm, terms: Terms): OrderError | undefined {
  if (form.mode === 'market') return undefined;
  if (form.price === '') return 'enterPrice';
  const price = parsePrice(form.price);
  if (price === null || price === 0n) return 'notPositive';
  return isMultiple(price, terms.priceStep) ? undefined : 'priceOffStep';
}

function quantityError(form: OrderForm, terms: Terms): OrderError | undefined {
  if (form.num === '') return 'enterQuantity';
  const num = parseAmount(form.num) ?? ZERO;
  if (num === 0n && form.lead === 'num') return 'notPositive';
  if (num < terms.min) return 'belowMinimum';
  return isMultiple(num, terms.step) ? undefined : 'offStep';
}

/** What prevents sending, field by field (PRODUCT 9). The server checks again. */
export function errorsIn(form: OrderForm, terms: Terms): OrderErrors {
  const errors: OrderErrors = {};
  const put = (field: OrderField, error: OrderError | undefined) => {
    if (error) errors[field] = error;
  };
  put('price', priceError(form, terms));
  if (form.mode === 'market' && form.amount === '') put('amount', 'enterAmount');
  const quantity = quantityError(form, terms);
  // A market buy names what it spends: errors of its quantity are shown at the amount.
  const isSpending = form.mode === 'market' && form.side === 'buy';
  if (isSpending && quantity !== 'offStep' && quantity !== 'enterQuantity') put('amount', quantity);
  if (!isSpending || quantity === 'enterQuantity') put('num', quantity);
  if (Object.keys(errors).length === 0 && isBeyondMeans(form, terms)) put(form.lead, 'insufficient');
  return errors;
}

/** The call's fields; unused ones stay empty. Only for a form without {@link errorsIn}. */
export function fieldsOf(form: OrderForm, terms: Terms): OrderFields {
  const isMarketBuy = form.mode === 'market' && form.side === 'buy';
  return {
    m_id: terms.marketId,
    type: SIDE[form.side],
    operate_type: PRICE_MODE[form.mode],
    num: isMarketBuy ? '' : form.num,
    price: form.mode === 'limit' ? form.price : '',
    amount: isMarketBuy ? form.amount : '',
    kind: form.mode === 'limit' ? ORDER_KIND[form.orderKind] : '',
  };
}
