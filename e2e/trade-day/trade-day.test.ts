import { describe, expect, test } from 'vitest';
import { amount, price } from '@plimsoll/money';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import { checkBalances, checkLimits, checkMinutes, checkOrders } from './checks.ts';
import type { KeptFill, KeptOrder } from './kept.ts';
import { drawFields } from './member-day.ts';
import { cutMinutes } from './minutes.ts';
import { readOptions } from './options.ts';
import { MemberRecord } from './record.ts';
import type { Seen } from './seen.ts';

const CSV = `open_time,open,high,low,close,volume
2023-03-10 00:00:00+00:00,20000,20100,19900,20050,1
2023-03-10 00:01:00+00:00,20050,20060,19500,19600,2
2023-03-10 00:02:00+00:00,19600,19700,19600,19650,1
`;
const MINUTE_ONE = Date.parse('2023-03-10T00:01:00Z');

const FIELDS = { m_id: '1', type: '1', operate_type: '1', price: '19000', num: '0.5' };

const listed = (changes: Partial<Seen['orders'][number]> = {}): Seen['orders'][number] => ({
  id: 7,
  type: 1,
  type_text: '',
  ordertype_text: '',
  kind: 1,
  coinname: 'BTC',
  trade_coin: 'USDT',
  status: 1,
  addtime: '',
  tradetime: null,
  xjprice: '19000.00000000',
  price: '0.00000000',
  predict_num: '0.50000000',
  coinnum: '0.00000000',
  total: '0.00000000',
  fee: '0.00000000',
  fee_coin: 'BTC',
  ...changes,
});
const seeing = (...orders: Seen['orders'][number][]): Seen => ({ orders, balances: new Map() });

function memberWith(...ids: number[]): MemberRecord {
  const record = new MemberRecord('token');
  for (const id of ids) record.acknowledged({ id, fields: FIELDS, status: 1 });
  return record;
}

describe('orders', () => {
  test('an order that is as it was acknowledged is right', () => {
    expect(checkOrders(memberWith(7), seeing(listed()))).toEqual([]);
  });

  test.each([
    ['an acknowledged order that is lost', seeing(), /is lost/],
    ['an order listed twice', seeing(listed(), listed()), /2 times/],
    ['an unacknowledged order', seeing(listed(), listed({ id: 8 })), /never acknowledged/],
    ['another limit', seeing(listed({ xjprice: '19000.01000000' })), /another limit/],
    ['another quantity', seeing(listed({ predict_num: '0.40000000' })), /another quantity/],
    ['a cancel by nobody', seeing(listed({ status: 3 })), /cancelled by nobody/],
  ])('%s is found', (_what, seen, wrong) => {
    expect(checkOrders(memberWith(7), seen)).toEqual([expect.stringMatching(wrong)]);
  });

  test('an order acknowledged under two keys is found', () => {
    expect(checkOrders(memberWith(7, 7), seeing(listed()))).toEqual([expect.stringMatching(/two keys/)]);
  });

  test('a cancel that was acknowledged and is lost is found', () => {
    const record = memberWith(7);
    for (const order of record.orders.values()) order.cancelled = true;
    expect(checkOrders(record, seeing(listed()))).toEqual([expect.stringMatching(/cancel was acknowledged/)]);
  });
});

describe('balances', () => {
  const bought: KeptOrder = {
    id: '7',
    member_id: '1',
    side: 1,
    base: '2',
    quote: '1',
    held: '100',
    filled: '0.5',
    paid: '9500.00000001',
    fee: '0.0005',
  };
  const having = (usdt: string, btc: string): Seen => ({
    orders: [],
    balances: new Map([
      ['1', { available: usdt, frozen: '100.00000000' }],
      ['2', { available: btc, frozen: '0.00000000' }],
    ]),
  });

  test('a purchase takes what was paid and what is held, and brings the quantity less its fee', () => {
    expect(checkBalances([bought], having('399.99999999', '0.49950000'), '1')).toEqual([]);
  });

  test('a difference in the last decimal is found', () => {
    expect(checkBalances([bought], having('400.00000000', '0.49950000'), '1')).toHaveLength(1);
  });
});

describe('fills', () => {
  const fill = (changes: Partial<KeptFill>): KeptFill => ({
    order_id: '7',
    symbol: 'btcusdt',
    side: 1,
    limit_price: '20000',
    price: '19600',
    paid: '1',
    source_time: new Date(MINUTE_ONE),
    at: new Date(0),
    ...changes,
  });

  test('a purchase above its limit and a sale below it are found', () => {
    expect(
      checkLimits([
        fill({}),
        fill({ price: '20000.01' }),
        fill({ side: 2, price: '19999.99' }),
        fill({ limit_price: null }),
      ]),
    ).toHaveLength(2);
  });

  test('a fill outside the low and high of its minute is found, and one from no minute of the file', () => {
    const minutes = cutMinutes(CSV, MINUTE_ONE);
    const { wrong } = checkMinutes(
      [
        fill({}),
        fill({ price: '20060' }),
        fill({ price: '20060.01' }),
        fill({ price: '19499.99' }),
        fill({ source_time: null }),
      ],
      minutes,
    );
    expect(wrong).toHaveLength(3);
  });
});

test('the file is cut at the minute it is to begin with', () => {
  const minutes = cutMinutes(CSV, MINUTE_ONE);
  expect(minutes.csv.split('\n')).toHaveLength(4);
  expect([minutes.firstMs, minutes.lastMs]).toEqual([MINUTE_ONE, MINUTE_ONE + 60_000]);
  expect(minutes.at(MINUTE_ONE + 59_999)).toEqual({ low: price('19500'), high: price('20060') });
  expect(minutes.at(MINUTE_ONE - 1)).toBeUndefined();
  expect(() => cutMinutes(CSV, MINUTE_ONE + 600_000)).toThrow(/no minute/);
});

test('an incomplete or wrong command line is refused', () => {
  expect(readOptions(['a.csv', '--members', '5'])).toMatchObject({ file: 'a.csv', members: 5, speed: 600 });
  expect(() => readOptions([])).toThrow(/usage/);
  expect(() => readOptions(['a.csv', '--members', '2.5'])).toThrow(/whole number/);
  expect(() => readOptions(['a.csv', '--speed=0'])).toThrow(/above 0/);
  expect(() => readOptions(['a.csv', '--from', 'yesterday'])).toThrow(/--from/);
});

test('the same seed draws the same orders, all on their market’s steps', () => {
  const market = (id: number, symbol: string, close: string, step: string, quote = 'USDT') => ({
    id,
    symbol,
    title: symbol,
    coinname: 'X',
    trade_coin: quote,
    base_decimals: 8,
    quote_decimals: 8,
    decimals: 8,
    trade_decimals: 8,
    close,
    mark: null,
    change: '+0.00',
    hamount: '0',
    logo: '',
    min: step,
    step,
    price_step: '0.01',
    spot_fee: '0.001',
  });
  const board = [
    market(1, 'btcusdt', '20000', '0.00001'),
    market(2, 'ethusdt', '1500', '0.0001'),
    market(3, 'solusdt', '20', '0.001'),
    market(4, 'xrpusdt', '0.38', '0.01'),
    market(5, 'dogeusdt', '0.07', '0.1'),
    market(6, 'ethbtc', '0.07', '0.0001', 'BTC'),
  ];
  const drawn = () => {
    let n = 0;
    return Array.from({ length: 300 }, () => drawFields(board, () => uniform(seedOf('test'), 0, (n += 1))));
  };
  expect(drawn()).toEqual(drawn());
  const offStep = drawn().filter(({ m_id, num }) => {
    const step = board.find(({ id }) => String(id) === m_id)?.step ?? '1';
    return num !== undefined && amount(num) % amount(step) !== 0n;
  });
  expect(offStep).toEqual([]);
});
