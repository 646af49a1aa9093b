import { amount, format, price, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { dealOf } from './deal.ts';
import { lastLookOf } from './last-look.ts';
import { changed, formAt, type OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';

const level = (at: string, size: string) => ({ price: price(at), size: amount(size) });
const TERMS: Terms = {
  marketId: '1',
  base: 'BTC',
  quote: 'USDT',
  market: { base: { decimals: 8 }, quote: { decimals: 8 }, min: amount('0.0001'), step: amount('0.0001') },
  min: amount('0.0001'),
  step: amount('0.0001'),
  priceStep: price('0.01'),
  nudge: price('0.01'),
  fee: rate('0.001'),
  last: price('100'),
  book: { asks: [level('100', '1'), level('102', '1')], bids: [level('99', '1'), level('50', '5')] },
  available: undefined,
};
const formOf = (side: 'buy' | 'sell', at: string, num: string): OrderForm =>
  [
    { kind: 'side', side } as const,
    { kind: 'enter', field: 'price', text: at } as const,
    { kind: 'enter', field: 'num', text: num } as const,
  ].reduce((form, action) => changed(form, action, TERMS), formAt(TERMS));

test('an order up to five percent through the book is sent at once, on either side', () => {
  expect(lastLookOf(formOf('buy', '105', '1'), TERMS)).toBeUndefined();
  expect(lastLookOf(formOf('sell', '94.05', '1'), TERMS)).toBeUndefined();
  expect(lastLookOf(formOf('buy', '1', '1'), TERMS)).toBeUndefined();
  expect(lastLookOf(formOf('sell', '5000', '1'), TERMS)).toBeUndefined();
  expect(
    lastLookOf(changed(formOf('buy', '1000', '1'), { kind: 'mode', mode: 'market' }, TERMS), TERMS),
  ).toBeUndefined();
});

test('ten times the market price counts as a slip, with its real result', () => {
  const look = lastLookOf(formOf('buy', '1000', '2'), TERMS);
  expect(look).toMatchObject({ percent: '900.0', isTenTimes: true, isSlipped: true });
  expect(
    look && [look.held, look.fillsAt, look.returned ?? 0n, look.gets].map((each) => format(each as never)),
  ).toEqual(['2000.00000000', '101.00000000', '1798.00000000', '1.99800000']);
});

test('a sell far below the bids shows what it brings', () => {
  const look = lastLookOf(formOf('sell', '9.9', '2'), TERMS);
  expect(look).toMatchObject({ percent: '90.0', isTenTimes: false, isSlipped: true, returned: undefined });
  expect(look && [look.held, look.fillsAt, look.gets].map((each) => format(each as never))).toEqual([
    '2.00000000',
    '74.50000000',
    '148.85100000',
  ]);
});

test('of an immediate order only what the book fills arrives, and all else is returned; a post-only one takes nothing', () => {
  const as = (orderKind: OrderForm['orderKind'], side: 'buy' | 'sell', at: string, num: string) =>
    lastLookOf({ ...formOf(side, at, num), orderKind }, TERMS);
  const figures = (look: ReturnType<typeof lastLookOf>) =>
    look && [look.held, look.returned ?? 0n, look.gets].map((each) => format(each as never));
  // Two of five are on offer, for 100 and 102.
  expect(figures(as('ioc', 'buy', '1000', '5'))).toEqual(['5000.00000000', '4798.00000000', '1.99800000']);
  expect(figures(as('plain', 'buy', '1000', '5'))).toEqual(['5000.00000000', '1798.00000000', '4.99500000']);
  expect(figures(as('ioc', 'sell', '9.9', '10'))).toEqual(['10.00000000', '0.00000000', '348.65100000']);
  expect(as('maker', 'buy', '1000', '5')).toBeUndefined();
  expect(as('maker', 'sell', '9.9', '10')).toBeUndefined();
});

test('a market order that walks far through the book is as unusual as such a limit, on either side', () => {
  const atMarket = (side: 'buy' | 'sell', field: 'num' | 'amount', text: string) =>
    changed(
      changed(formOf(side, '100', '1'), { kind: 'mode', mode: 'market' }, TERMS),
      { kind: 'enter', field, text },
      TERMS,
    );
  const farOf = (form: OrderForm) => dealOf(form, TERMS, []).far;
  expect(farOf(atMarket('buy', 'amount', '200'))).toBeUndefined();
  expect(farOf(atMarket('sell', 'num', '1'))).toBeUndefined();
  // One at 99 and one at 50 are 74.50 on average.
  expect(farOf(atMarket('sell', 'num', '2'))).toBe('24.7');
  expect(farOf(formOf('buy', '1000', '2'))).toBe('900.0');
});

test('a buy leaves quote and a sell base, both worth what they come to in USDT', () => {
  expect(dealOf(formOf('buy', '100', '2'), TERMS, [])).toMatchObject({
    coin: 'USDT',
    leaves: amount('200'),
    worth: amount('200'),
  });
  expect(dealOf(formOf('sell', '100', '2'), TERMS, [])).toMatchObject({
    coin: 'BTC',
    leaves: amount('2'),
    worth: amount('200'),
  });
});
