import type { ExchangeCoin } from '@plimsoll/contract';
import { amount, formatShort, price, rate, type Amount } from '@plimsoll/money';
import { describe, expect, test } from 'vitest';
import { changed, coinOf, errorIn, fieldsOf, formAt, type ConvertAction, type ConvertForm } from './convert-form.ts';
import {
  estimate,
  isFresh,
  rateOf,
  readableRate,
  spreadPercent,
  wayBetween,
  type Books,
  type ConvertWay,
} from './estimate.ts';

const coin = (
  id: number,
  title: string,
  balance: string,
  markets: ExchangeCoin['markets'],
  decimals = 8,
): ExchangeCoin => ({ id, title, balance, price: null, decimals, spread: '0.00200000', markets });
const market = (m_id: number, c_id: number, sells: boolean, mark: string | null) => ({
  m_id,
  symbol: `m${m_id}`,
  c_id,
  sells,
  mid: mark,
  mark,
  mark_seq: mark === null ? null : 7,
  lean: '0',
});

/** A bitcoin is 100 USDT, an ether 0.1 bitcoin, a sol 10 USDT; the last coin has no market. */
const coins = [
  coin(1, 'USDT', '0', [market(1, 2, false, '100'), market(2, 4, false, '10')]),
  coin(2, 'BTC', '2.5', [market(1, 1, true, '100'), market(3, 3, false, '0.1')]),
  coin(3, 'ETH', '0', [market(3, 2, true, '0.1')]),
  coin(4, 'SOL', '7', [market(2, 1, true, '10')], 2),
];
const named = (title: string): ExchangeCoin => coins.find((each) => each.title === title) as ExchangeCoin;
const way = (from: string, to: string) => wayBetween(named(from), named(to), coins);
const after = (...actions: ConvertAction[]): ConvertForm =>
  actions.reduce((form, action) => changed(form, action, coins), formAt(coins));

type Levels = readonly (readonly [price: string, size: string])[];
const sided = (levels: Levels) => levels.map(([at, size]) => ({ price: price(at), size: amount(size) }));
const book = (bids: Levels, asks: Levels) => ({ bids: sided(bids), asks: sided(asks) });
/** Deep books at the mark of each market on the way. */
const plenty = (found: ConvertWay | undefined): Books =>
  (found?.markets ?? []).map(({ mark }) =>
    mark === null ? undefined : book([[mark, '1000000']], [[mark, '1000000']]),
  );
const THIN: Books = [
  book(
    [
      ['99.9', '1'],
      ['99', '1'],
      ['90', '2'],
    ],
    [['100.1', '1']],
  ),
];
const figuresOf = (found: ReturnType<typeof estimate>) =>
  typeof found === 'object'
    ? [formatShort(found.received), found.spread === undefined ? undefined : formatShort(found.spread), found.rate]
    : found;

describe('the way', () => {
  test('is the market of both coins, in either direction, else goes through USDT', () => {
    expect(way('BTC', 'ETH')?.through).toEqual(['BTC', 'ETH']);
    expect(way('ETH', 'BTC')?.through).toEqual(['ETH', 'BTC']);
    expect(way('SOL', 'BTC')?.through).toEqual(['SOL', 'USDT', 'BTC']);
    expect(way('SOL', 'ETH')).toBeUndefined();
  });
  test('is estimated at the prices that lean, where the mark does not bound it more', () => {
    const leaning = coins.map((each) => ({
      ...each,
      markets: each.markets.map((direct) => ({ ...direct, lean: '0.005' })),
    }));
    const [from, to] = ['BTC', 'USDT'].map((title) => leaning.find((each) => each.title === title) as ExchangeCoin);
    const found = wayBetween(from as ExchangeCoin, to as ExchangeCoin, leaning);
    expect(figuresOf(estimate(amount('1'), found as ConvertWay, plenty(found)))).toMatchObject(['99.5', '0', '99.5']);
    expect(
      figuresOf(estimate(amount('1'), way('BTC', 'USDT') as ConvertWay, plenty(way('BTC', 'USDT')))),
    ).toMatchObject(['99.8', '0.2', '99.8']);
  });
  test('comes to what the server computes, the spread taken once a market', () => {
    const shown = (from: string, to: string, given: string) => {
      const found = way(from, to);
      return found && [figuresOf(estimate(amount(given), found, plenty(found))), rateOf(found, plenty(found))];
    };
    expect(shown('BTC', 'USDT', '1.5')).toEqual([['149.7', '0.3', '99.8'], '99.8']);
    // Each leg is rounded down by itself: 9.98 USDT are 0.0996004 of a bitcoin.
    expect(shown('SOL', 'BTC', '1')).toEqual([['0.0996004', '0.0003996', '0.0996004'], '0.0996004']);
    expect(shown('USDT', 'SOL', '33.33')).toEqual([['3.32', '0.01', '0.0998'], '0.0998']);
  });
  test('brings less the more of the book it takes, and nothing beyond it', () => {
    const found = way('BTC', 'USDT') as ConvertWay;
    const brings = (given: string) => figuresOf(estimate(amount(given), found, THIN));
    expect(brings('1')).toEqual(['99.8', '0.1', '99.8']);
    // One at 99.9, one at 99, half at 90: already worse than the mark less the spread.
    expect(brings('2.5')).toEqual(['243.9', '0', '97.56']);
    expect([brings('4'), brings('4.00000001')]).toEqual([['378.9', '0', '94.725'], 'beyondBook']);
  });
  test('is never better than the mark less the spread', () => {
    const beside = wayBetween(coin(2, 'BTC', '1', [market(1, 1, true, '99.8')]), named('USDT'), coins) as ConvertWay;
    expect(figuresOf(estimate(amount('1'), beside, THIN))).toEqual(['99.6004', '0.1996', '99.6004']);
  });
  test('has no estimate while a price on it is not fresh, or a book is loading', () => {
    const stale = wayBetween(coin(2, 'BTC', '1', [market(3, 3, false, null)]), named('ETH'), coins);
    expect(stale && [isFresh(stale), estimate(amount('1'), stale, THIN), rateOf(stale, THIN)]).toEqual([
      false,
      undefined,
      undefined,
    ]);
    const found = way('BTC', 'USDT');
    expect(found && [isFresh(found), estimate(amount('1'), found, [undefined]), rateOf(found, [undefined])]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });
  test('comes to nothing where the first leg does', () => {
    const found = way('SOL', 'BTC') as ConvertWay;
    const tiny = { ...found, markets: found.markets.map((each) => ({ ...each, unit: amount('1000') })) };
    expect(estimate(1n as Amount, tiny, plenty(found))).toMatchObject({ received: 0n });
  });
});

test('the spread is shown in percent', () => {
  expect(spreadPercent({ through: [], markets: [], spread: rate('0.002') })).toBe('0.2');
});

test('a rate has eight significant digits', () => {
  expect(['0.0019163370274597', '99.8', '67412.123456789', '3', '0.00000012345678912'].map(readableRate)).toEqual([
    '0.001916337',
    '99.8',
    '67412.123',
    '3',
    '0.00000012345678',
  ]);
});

describe('the form', () => {
  test('begins with a coin that has a balance, and another', () => {
    expect(formAt(coins)).toMatchObject({ from: 2, to: 1, amount: '' });
    expect(formAt([])).toMatchObject({ from: 0, to: 0 });
    // A coin that is wanted is received, even by a member who has some.
    expect(formAt(coins, '2').to).toBe(2);
    expect(formAt(coins, '2').from).not.toBe(2);
    expect(formAt(coins, '99')).toEqual(formAt(coins));
  });
  test('keeps the two coins different, and clears the amount of another coin', () => {
    expect(after({ kind: 'enter', text: '1' }, { kind: 'from', id: 1 })).toMatchObject({ from: 1, to: 2, amount: '' });
    expect(after({ kind: 'enter', text: '1' }, { kind: 'to', id: 2 })).toMatchObject({ from: 1, to: 2, amount: '' });
    expect(after({ kind: 'enter', text: '1' }, { kind: 'to', id: 3 })).toMatchObject({ from: 2, to: 3, amount: '1' });
    expect(after({ kind: 'swap' })).toMatchObject({ from: 1, to: 2 });
  });
  test('takes all that is available, and shows amounts above the balance or with too many places as errors at once', () => {
    expect(after({ kind: 'all' })).toMatchObject({ amount: '2.5', error: undefined });
    expect(after({ kind: 'from', id: 1 }, { kind: 'all' })).toMatchObject({ amount: '', error: 'insufficient' });
    expect(after({ kind: 'enter', text: '2.50000001' })).toMatchObject({ error: 'insufficient' });
    expect(after({ kind: 'from', id: 4 }, { kind: 'enter', text: '0.001' })).toMatchObject({ error: 'tooFine' });
    expect(after({ kind: 'enter', text: '9' }, { kind: 'enter', text: '1' })).toMatchObject({ error: undefined });
  });
  test('is sent when it is complete', () => {
    const entered = (text: string, ...more: ConvertAction[]) =>
      errorIn(after({ kind: 'enter', text }, ...more), coins, { books: THIN, asksPassword: true });
    expect([entered(''), entered('0'), entered('3'), entered('1')]).toEqual([
      'enterAmount',
      'notPositive',
      'insufficient',
      'passwordMissing',
    ]);
    const ready = after({ kind: 'enter', text: '1' }, { kind: 'password', text: 'Keel8under' });
    expect(errorIn(ready, coins, { books: THIN, asksPassword: true })).toBeUndefined();
    expect(errorIn(after({ kind: 'enter', text: '1' }), coins, { books: THIN, asksPassword: false })).toBeUndefined();
    expect(fieldsOf(ready, 2)).toEqual({
      type: 2,
      from_coin_id: 2,
      to_coin_id: 1,
      amount: '1',
      paypassword: 'Keel8under',
    });
  });
  test('is not sent for an amount that converts to zero', () => {
    const tiny = { from: 1, to: 4, amount: '0.05', password: '', error: undefined };
    const rich = coins.map((each) => ({ ...each, balance: '100' }));
    const sending = { books: plenty(way('USDT', 'SOL')), asksPassword: false };
    expect(errorIn(tiny, rich, sending)).toBe('tooSmall');
    expect(errorIn({ ...tiny, amount: '0.11' }, rich, sending)).toBeUndefined();
  });
  test('is not sent for an amount beyond the book', () => {
    const rich = coins.map((each) => ({ ...each, balance: '100' }));
    const all = { from: 2, to: 1, amount: '4.1', password: '', error: undefined };
    expect(errorIn(all, rich, { books: THIN, asksPassword: false })).toBe('beyondBook');
  });
  test('clears amount and password once it was sent', () => {
    const written = [
      { kind: 'enter', text: '1' },
      { kind: 'password', text: 'Keel8under' },
    ] as const;
    expect(after(...written, { kind: 'sent' })).toMatchObject({ amount: '', password: '' });
    expect(coinOf(coins, 9)).toBeUndefined();
  });
});
