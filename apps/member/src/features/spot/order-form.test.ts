import {
  amount,
  format,
  formatShort,
  notional,
  parseAmount,
  parsePrice,
  placesUsed,
  price,
  rate,
  unitOf,
  ZERO,
  type Amount,
} from '@plimsoll/money';
import { holdOf, NO_BOUNDS, receivedOf, walk } from '@plimsoll/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorsIn, fieldsOf } from './order-check.ts';
import { changed, firstError, formAt, newsOf, type OrderAction, type OrderForm, type Percent } from './order-form.ts';
import { reachOf, summaryOf, usedPercent } from './order-summary.ts';
import { nudgeOf, termsOf, type Terms } from './terms.ts';
import { BTC_USDT } from '../../testing/market.ts';

const market = { ...BTC_USDT, close: '97412.35000000' };
const level = (at: string, size: string) => ({ price: price(at), size: amount(size) });
const book = { asks: [level('100', '1'), level('101', '2')], bids: [level('99', '1'), level('98', '2')] };
const NO_LEAN = { buy: rate('0'), sell: rate('0') };
const terms: Terms = termsOf(market, book, { quote: amount('4870.6175'), base: amount('0.05'), lean: NO_LEAN });
const cheap = { ...terms, last: price('100') };

const after = (actions: readonly OrderAction[], on: Terms = terms, from: OrderForm = formAt(on)) =>
  actions.reduce((form, action) => changed(form, action, on), from);
const enter = (field: 'price' | 'num' | 'amount', text: string): OrderAction => ({ kind: 'enter', field, text });
const sell: OrderAction = { kind: 'side', side: 'sell' };
const atMarket: OrderAction = { kind: 'mode', mode: 'market' };
const take = (percent: Percent): OrderAction => ({ kind: 'percent', percent });

test('quantity and amount follow each other through the price', () => {
  expect(after([enter('num', '0.025')])).toMatchObject({ num: '0.025', amount: '2435.30875' });
  expect(after([enter('amount', '2435.30875')])).toMatchObject({ num: '0.025', amount: '2435.30875' });
  expect(after([enter('amount', '2435.4')])).toMatchObject({ num: '0.025', amount: '2435.4' });
  expect(after([enter('num', '0.025'), enter('num', '')])).toMatchObject({ num: '', amount: '' });
});

test('a new price changes the one that was not entered', () => {
  expect(after([enter('num', '0.01'), enter('price', '50000')])).toMatchObject({ num: '0.01', amount: '500' });
  expect(after([enter('amount', '500'), enter('price', '50000')])).toMatchObject({ num: '0.01', amount: '500' });
  expect(after([enter('num', '0.01'), enter('price', '')])).toMatchObject({ num: '0.01', amount: '' });
});

test('half of a balance is computed as in the design', () => {
  const form = after([take(50)]);
  expect(form).toMatchObject({ num: '0.025', amount: '2435.30875', percent: 50 });
  expect(usedPercent(form, terms)).toBe(50);
  expect(format(reachOf(form, terms) ?? amount('0'))).toBe('0.05000000');
});

test('a share of a market buy is spent to the last unit, a share of a sale is in whole steps', () => {
  expect(after([atMarket, take(100)])).toMatchObject({ amount: '4870.6175', lead: 'amount' });
  expect(after([sell, take(25)])).toMatchObject({ num: '0.0125', percent: 25 });
  expect(after([sell, atMarket, take(75)])).toMatchObject({ num: '0.0375' });
});

test('an entry ends the chosen share', () => {
  expect(after([take(50), enter('num', '0.01')]).percent).toBeUndefined();
  expect(after([take(50), enter('price', '97000')]).percent).toBeUndefined();
});

test('an amount above the balance is named and cleared', () => {
  expect(after([enter('num', '1')])).toMatchObject({ num: '', amount: '', errors: { num: 'insufficient' } });
  expect(after([enter('amount', '4870.61750001')])).toMatchObject({
    num: '',
    amount: '',
    errors: { amount: 'insufficient' },
  });
  expect(after([sell, enter('num', '0.05000001')])).toMatchObject({ num: '', errors: { num: 'insufficient' } });
  expect(after([sell, enter('num', '0.05')])).toMatchObject({ num: '0.05', errors: {} });
  expect(after([enter('amount', '4870.6175')])).toMatchObject({ amount: '4870.6175', errors: {} });
});

test('an error is announced once, when it happens', () => {
  const news = (action: OrderAction, from = formAt(terms)) => newsOf(action, changed(from, action, terms));
  expect(news(enter('num', '1'))).toBe('insufficient');
  expect(news(enter('num', '1'), after([{ kind: 'wrong', errors: { price: 'enterPrice' } }]))).toBe('insufficient');
  expect(news({ kind: 'wrong', errors: { price: 'enterPrice', num: 'enterQuantity' } })).toBe('enterPrice');
  expect(news(enter('price', '1'), after([{ kind: 'wrong', errors: { num: 'enterQuantity' } }]))).toBeUndefined();
  expect(news(take(50))).toBeUndefined();
});

test('an unknown balance is never exceeded', () => {
  const unknown = { ...terms, available: undefined };
  expect(after([enter('num', '1')], unknown)).toMatchObject({ num: '1', errors: {} });
  expect(after([take(50)], unknown)).toMatchObject({ num: '', amount: '' });
});

test('an entry removes the error of its field', () => {
  const wrong = after([{ kind: 'wrong', errors: { price: 'enterPrice', num: 'enterQuantity' } }]);
  expect(after([enter('num', '0.01')], terms, wrong).errors).toEqual({ price: 'enterPrice' });
  expect(after([enter('price', '97000')], terms, wrong).errors).toEqual({ num: 'enterQuantity' });
});

test('a refusal for lack of balance clears quantity and amount, another keeps them', () => {
  const form = after([enter('num', '0.01')]);
  expect(changed(form, { kind: 'wrong', errors: { num: 'insufficient' } }, terms)).toMatchObject({
    num: '',
    amount: '',
  });
  expect(changed(form, { kind: 'wrong', errors: { num: 'offStep' } }, terms)).toMatchObject({ num: '0.01' });
});

test('the price moves by 0.01, on a cheap market by its own step, and never to zero', () => {
  expect(after([{ kind: 'nudge', up: true }]).price).toBe('97412.36');
  expect(after([{ kind: 'nudge', up: false }]).price).toBe('97412.34');
  expect(after([enter('price', ''), { kind: 'nudge', up: true }]).price).toBe('97412.36');
  expect(after([enter('price', '97412.1'), { kind: 'nudge', up: true }]).price).toBe('97412.11');
  expect(after([enter('price', '97412.09'), { kind: 'nudge', up: true }]).price).toBe('97412.10');
  expect(after([enter('price', '0.01'), { kind: 'nudge', up: false }]).price).toBe('0.01');
  expect(after([{ kind: 'nudge', up: true, steps: 10 }]).price).toBe('97412.45');
  expect(after([enter('price', '0.05'), { kind: 'nudge', up: false, steps: 10 }]).price).toBe('0.01');
  expect(nudgeOf(price('0.31842'), price('0.00001'))).toBe(price('0.00001'));
  expect(nudgeOf(price('97412.35'), price('0.1'))).toBe(price('0.1'));
});

test('a tapped level becomes the price of a limit order, and changes no market order', () => {
  expect(after([enter('num', '0.01'), { kind: 'level', price: price('50000') }])).toMatchObject({
    price: '50000.00',
    amount: '500',
  });
  expect(after([atMarket, { kind: 'level', price: price('50000') }]).price).toBe('97412.35');
});

test('another side or mode keeps the price and clears the rest', () => {
  expect(after([enter('num', '0.01'), sell])).toMatchObject({ side: 'sell', price: '97412.35', num: '', amount: '' });
  expect(after([enter('num', '0.01'), atMarket])).toMatchObject({ mode: 'market', num: '', amount: '' });
  expect(after([enter('num', '0.01'), { kind: 'sent' }])).toMatchObject({
    price: '97412.35',
    num: '',
    amount: '',
    percent: undefined,
  });
});

test('a kind is of limit orders alone: it is kept to the other side and after an order, and ends with the mode', () => {
  const postOnly: OrderAction = { kind: 'orderKind', orderKind: 'maker' };
  const form = after([enter('num', '0.01'), postOnly]);
  expect(form).toMatchObject({ num: '0.01', orderKind: 'maker' });
  expect(fieldsOf(form, terms)).toMatchObject({ operate_type: '1', kind: '4' });
  expect(after([sell, { kind: 'sent' }], terms, form).orderKind).toBe('maker');
  const market = after([atMarket, enter('amount', '100')], terms, form);
  expect(fieldsOf(market, terms)).toMatchObject({ operate_type: '2', kind: '' });
  expect(after([{ kind: 'mode', mode: 'limit' }], terms, market).orderKind).toBe('plain');
});

test('a limit order needs its price and a quantity, a market order its amount and a quantity', () => {
  const bare = after([enter('price', '')]);
  expect(errorsIn(bare, terms)).toEqual({ price: 'enterPrice', num: 'enterQuantity' });
  expect(firstError(errorsIn(bare, terms))).toBe('enterPrice');
  expect(errorsIn(after([]), terms)).toEqual({ num: 'enterQuantity' });
  expect(errorsIn(after([atMarket]), terms)).toEqual({ amount: 'enterAmount', num: 'enterQuantity' });
  expect(firstError(errorsIn(after([sell, atMarket]), terms))).toBe('enterAmount');
});

test("the market's minimum and steps are required", () => {
  expect(errorsIn(after([enter('num', '0.00001')]), terms)).toEqual({ num: 'belowMinimum' });
  expect(errorsIn(after([enter('num', '0.00015')]), terms)).toEqual({ num: 'offStep' });
  expect(errorsIn(after([enter('num', '0')]), terms)).toEqual({ num: 'notPositive' });
  expect(errorsIn(after([enter('price', '97000.001'), enter('num', '0.01')]), terms)).toEqual({
    price: 'priceOffStep',
  });
  expect(errorsIn(after([enter('price', '0'), enter('num', '0.01')]), terms)).toEqual({ price: 'notPositive' });
  expect(errorsIn(after([atMarket, enter('amount', '1')]), terms)).toEqual({ amount: 'belowMinimum' });
  expect(errorsIn(after([enter('num', '0.01')]), terms)).toEqual({});
});

test('a price raised beyond the balance is an error on submit', () => {
  const form = after([enter('num', '0.05'), enter('price', '99000')]);
  expect(errorsIn(form, terms)).toEqual({ num: 'insufficient' });
});

test('each kind of order is sent with exactly the fields it uses', () => {
  expect(fieldsOf(after([enter('num', '0.01')]), terms)).toEqual({
    m_id: '1',
    type: '1',
    operate_type: '1',
    num: '0.01',
    price: '97412.35',
    amount: '',
    kind: '1',
  });
  expect(fieldsOf(after([atMarket, enter('amount', '100')]), terms)).toEqual({
    m_id: '1',
    type: '1',
    operate_type: '2',
    num: '',
    price: '',
    amount: '100',
    kind: '',
  });
  expect(fieldsOf(after([sell, atMarket, enter('num', '0.01')]), terms)).toEqual({
    m_id: '1',
    type: '2',
    operate_type: '2',
    num: '0.01',
    price: '',
    amount: '',
    kind: '',
  });
});

const summaryIn = (form: OrderForm, on: Terms) => {
  const summary = summaryOf(form, on);
  return (
    summary && {
      pays: format(summary.pays),
      fee: format(summary.fee),
      gets: format(summary.gets),
      isBeyondBook: summary.isBeyondBook,
    }
  );
};

test('a limit order shows what is held, the fee and what arrives', () => {
  expect(summaryIn(after([enter('num', '0.025')]), terms)).toEqual({
    pays: '2435.30875000',
    fee: '0.00002500',
    gets: '0.02497500',
    isBeyondBook: false,
  });
  expect(summaryIn(after([sell, enter('num', '0.025')]), terms)).toEqual({
    pays: '0.02500000',
    fee: '2.43530875',
    gets: '2432.87344125',
    isBeyondBook: false,
  });
});

test('a market order is estimated by walking the visible book', () => {
  expect(summaryIn(after([atMarket, enter('amount', '201')], cheap), cheap)).toEqual({
    pays: '201.00000000',
    fee: '0.00200000',
    gets: '1.99800000',
    isBeyondBook: false,
  });
  expect(summaryIn(after([atMarket, enter('amount', '1000')], cheap), cheap)).toMatchObject({
    gets: '2.99700000',
    isBeyondBook: true,
  });
  const rich = { ...cheap, available: { quote: amount('1'), base: amount('9'), lean: NO_LEAN } };
  expect(summaryIn(after([sell, atMarket, enter('num', '2')], rich), rich)).toMatchObject({
    pays: '2.00000000',
    fee: '0.19700000',
    gets: '196.80300000',
    isBeyondBook: false,
  });
  expect(summaryIn(after([sell, atMarket, enter('num', '9')], rich), rich)).toMatchObject({ isBeyondBook: true });
});

test('an incomplete order has no summary', () => {
  expect(summaryOf(after([]), terms)).toBeUndefined();
  expect(summaryOf(after([enter('num', '0')]), terms)).toBeUndefined();
  expect(summaryOf(after([enter('num', '0.01'), enter('price', '')]), terms)).toBeUndefined();
  expect(
    summaryOf(after([atMarket, enter('amount', '5')]), { ...terms, book: { asks: [], bids: [] } }),
  ).toBeUndefined();
});

const wire = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => format(units as Amount).replace(/\.?0+$/, ''));
const action: fc.Arbitrary<OrderAction> = fc.oneof(
  fc.constantFrom<OrderAction>(
    sell,
    { kind: 'side', side: 'buy' },
    atMarket,
    { kind: 'mode', mode: 'limit' },
    { kind: 'nudge', up: true },
    { kind: 'nudge', up: false },
  ),
  fc
    .tuple(fc.constantFrom<'price' | 'num' | 'amount'>('price', 'num', 'amount'), fc.oneof(wire, fc.constant('')))
    .map(([field, text]) => enter(field, text)),
  fc.constantFrom<Percent>(25, 50, 75, 100).map(take),
);

test('after any actions texts are wire decimals, and a valid order never exceeds the balance', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
      const form = after(actions);
      expect([form.price, form.num, form.amount].filter((text) => text !== '' && parseAmount(text) === null)).toEqual(
        [],
      );
      if (Object.keys(errorsIn(form, terms)).length > 0) return;
      const fields = fieldsOf(form, terms);
      const at = parsePrice(fields.price);
      const held =
        form.side === 'sell'
          ? parseAmount(fields.num)
          : at === null
            ? parseAmount(fields.amount)
            : notional(at, parseAmount(fields.num) as Amount, 'up');
      const balance = form.side === 'sell' ? amount('0.05') : amount('4870.6175');
      expect(held !== null && held <= balance).toBe(true);
    }),
    { seed: 20261120, numRuns: 500 },
  );
});

test('a share never exceeds the balance', () => {
  fc.assert(
    fc.property(wire, fc.constantFrom<Percent>(25, 50, 75, 100), fc.boolean(), (at, percent, isSale) => {
      const form = after([...(isSale ? [sell] : []), enter('price', at), take(percent)]);
      expect(errorsIn(form, terms).num).not.toBe('insufficient');
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('where prices lean an estimate is at the leaned prices, on that side alone', () => {
  const leaning = termsOf(market, book, {
    quote: amount('1000'),
    base: amount('5'),
    lean: { buy: rate('0.005'), sell: rate('0') },
  });
  expect(leaning.book.asks.map((each) => format(each.price))).toEqual(['100.50000000', '101.50500000']);
  expect(leaning.book.bids).toEqual(book.bids);
  const bought = (on: Terms) => summaryOf(after([atMarket, enter('amount', '100.5')], on), on);
  expect(format(bought(leaning)?.gets ?? amount('0'))).toBe('0.99900000');
  expect(format(bought(terms)?.gets ?? amount('0'))).not.toBe('0.99900000');
});

/** The terms of a market whose coins have so many places. */
const ofPlaces = (base_decimals: number, quote_decimals: number, rest: Partial<typeof market> = {}): Terms =>
  termsOf({ ...market, base_decimals, quote_decimals, ...rest }, book, {
    quote: amount('1000000'),
    base: amount('1000'),
    lean: NO_LEAN,
  });

test('a coin of four places shows the fee that the server takes: none below its last place', () => {
  const shown = (decimals: number) => {
    const on = ofPlaces(decimals, 8);
    return summaryIn(after([enter('num', '0.0005')], on), on);
  };
  expect(shown(4)).toMatchObject({ fee: '0.00000000', gets: '0.00050000' });
  expect(shown(8)).toMatchObject({ fee: '0.00000050', gets: '0.00049950' });
});

test('a quote of two places shows what is held: rounded up to the cent', () => {
  const shown = (places: number) => {
    const on = ofPlaces(8, places);
    const form = after([enter('num', '0.0003')], on);
    return [form.amount, summaryIn(form, on)?.pays];
  };
  expect(shown(2)).toEqual(['29.23', '29.23000000']);
  expect(shown(8)).toEqual(['29.223705', '29.22370500']);
});

test('a share of the balance can be spent: it has no more places than the quote coin', () => {
  const on = { ...ofPlaces(8, 2), available: { quote: amount('0.13'), base: amount('0'), lean: NO_LEAN } };
  expect(after([atMarket, take(25)], on).amount).toBe('0.03');
});

test('what the form says is what the server takes, for coins of 0 to 8 places', () => {
  const places = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(
      places,
      places,
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 500 }),
      (decimals, quote_decimals, side, isMarket, steps) => {
        const step = unitOf(decimals);
        const on = ofPlaces(decimals, quote_decimals, { min: format(step), step: format(step), close: '100' });
        const quantity = (BigInt(steps) * step) as Amount;
        const budget = (BigInt(steps) * unitOf(quote_decimals)) as Amount;
        const isBudget = isMarket && side === 'buy';
        const field = isBudget ? enter('amount', formatShort(budget)) : enter('num', formatShort(quantity));
        const form = after([{ kind: 'side', side }, ...(isMarket ? [atMarket] : [enter('price', '100')]), field], on);
        const summary = summaryOf(form, on);
        const { market: traded } = on;
        const wanted = {
          side,
          limit: isMarket ? null : price('100'),
          quantity: isBudget ? null : quantity,
          budget: isBudget ? budget : null,
        };
        const levels = isMarket ? on.book[side === 'buy' ? 'asks' : 'bids'] : [{ price: price('100'), size: quantity }];
        const { fills } = walk(levels, wanted, traded, { feeRate: on.fee, lean: rate('0'), room: NO_BOUNDS });
        const { fee, net } = receivedOf(side, fills);
        // What is worth less than a unit of the quote is refused.
        const isRefused = !isMarket && fills.length === 0;
        const taken = { pays: holdOf(wanted, traded), fee, gets: net };
        expect(summary && { pays: summary.pays, fee: summary.fee, gets: summary.gets }).toEqual(
          isRefused ? undefined : taken,
        );
        const [given, gotten] = side === 'buy' ? [quote_decimals, decimals] : [decimals, quote_decimals];
        expect(placesUsed(summary?.pays ?? ZERO)).toBeLessThanOrEqual(given);
        expect(placesUsed(summary?.fee ?? ZERO)).toBeLessThanOrEqual(gotten);
        expect(placesUsed(summary?.gets ?? ZERO)).toBeLessThanOrEqual(gotten);
      },
    ),
  );
});
