import type { SpotOrder } from '@plimsoll/contract';
import { parseAmount, ZERO } from '@plimsoll/money';

/** Whole percent of an order that is filled. */
export function filledPercent({ predict_num, coinnum }: Pick<SpotOrder, 'predict_num' | 'coinnum'>): number {
  const whole = parseAmount(predict_num) ?? ZERO;
  return whole === ZERO ? 0 : Number(((parseAmount(coinnum) ?? ZERO) * 100n) / whole);
}
