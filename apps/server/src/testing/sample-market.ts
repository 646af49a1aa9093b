import { amount, price, rate } from '@plimsoll/money';
import type { Coin, Market } from '../market/index.ts';

const coin = (title: string): Coin => ({ id: title, title, decimals: 8 });

/** A market for tests without a database. */
export const sampleMarket = (
  base: string,
  quote: string,
  { priceStep = '0.01', step = '0.0001' }: { priceStep?: string; step?: string } = {},
): Market => ({
  id: `${base}${quote}`.toLowerCase(),
  symbol: `${base}${quote}`.toLowerCase(),
  title: `${base}/${quote}`,
  base: coin(base),
  quote: coin(quote),
  min: amount(step),
  step: amount(step),
  priceStep: price(priceStep),
  maxJump: rate('0.2'),
  markDepth: amount('0'),
  spotFee: null,
  logo: '',
  enabled: true,
});
