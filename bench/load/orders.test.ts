import { amount, price } from '@plimsoll/money';
import { upbbbuy } from '@plimsoll/contract/spot';
import { expect, test } from 'vitest';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import { drawOrder, formBody, marketBuy } from './orders.ts';

const MARKET = {
  id: 6,
  title: 'DOGE/USDT',
  symbol: 'dogeusdt',
  coinname: 'DOGE',
  trade_coin: 'USDT',
  base_decimals: 8,
  quote_decimals: 8,
  decimals: 8,
  trade_decimals: 8,
  close: '0.33127',
  mark: null,
  change: '+0.00',
  hamount: '0',
  logo: '',
  min: '10.00000000',
  step: '0.10000000',
  price_step: '0.00001000',
  spot_fee: '0.001',
};

function draws(count: number) {
  let n = 0;
  const draw = () => uniform(seedOf('load'), 0, (n += 1));
  return Array.from({ length: count }, () => drawOrder(MARKET, draw));
}

test('every order of the load is one the server takes, on the price step and of the least quantity', () => {
  for (const fields of draws(500)) {
    const read = upbbbuy.input.parse(fields);
    expect(read).toMatchObject({ mode: 'limit', num: amount('10') });
    expect(price(fields['price'] ?? '') % price('0.00001')).toBe(0n);
  }
});

test('most orders of the load rest, and a fifth crosses the market', () => {
  const last = price(MARKET.close);
  const crossing = draws(2000).filter(({ type, price: at }) =>
    type === '1' ? price(at ?? '') > last : price(at ?? '') < last,
  );
  expect(crossing.length / 2000).toBeGreaterThan(0.15);
  expect(crossing.length / 2000).toBeLessThan(0.25);
});

test('fields become a form', () => {
  expect(formBody(marketBuy(MARKET, '250'))).toBe('m_id=6&type=1&operate_type=2&amount=250');
});
