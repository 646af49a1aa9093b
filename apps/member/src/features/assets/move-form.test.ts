import fc from 'fast-check';
import type { AccountType } from '@plimsoll/contract';
import { amount, format, parseAmount, ZERO, type Amount } from '@plimsoll/money';
import { describe, expect, test } from 'vitest';
import { accountsOf, type Account } from './accounts.ts';
import {
  availableFrom,
  canSwap,
  changed,
  errorIn,
  fieldsOf,
  formAt,
  holdsThen,
  termsOf,
  type MoveAction,
  type MoveTerms,
} from './move-form.ts';

const holding = (held: Partial<Record<AccountType, readonly [string, string]>>): Account[] =>
  accountsOf({
    all_price: '0',
    coinList: Object.keys(held).map((key) => {
      const type = Number(key) as AccountType;
      const [first, second] = held[type] ?? ['0', '0'];
      const coin = (coinId: number, balance: string) => ({
        coinId,
        coinName: `COIN${coinId}`,
        balance,
        dbalance: '5',
        all_zhprice: '0',
      });
      return { type, totalAvailableAsset: '0', balanceInfo: [coin(1, first), coin(2, second)] };
    }),
  });
const all = holding({ 1: ['100.5', '2'], 2: ['7', '0'], 3: ['0', '0'] });
const terms = termsOf(all, true);
const after = (actions: readonly MoveAction[], under: MoveTerms = terms, from = formAt({}, under)) =>
  actions.reduce((form, action) => changed(form, action, under), from);

describe('a new form', () => {
  test('moves from funds to options, with the first coin', () => {
    expect(formAt({}, terms)).toEqual({ from: 1, to: 2, coinId: '1', amount: '', error: undefined });
  });
  test('begins with the accounts and coin of the address, where they are possible', () => {
    expect(formAt({ from: 2, coinId: '2' }, terms)).toMatchObject({ from: 2, to: 1, coinId: '2' });
    expect(formAt({ to: 1 }, terms)).toMatchObject({ from: 2, to: 1 });
    expect(formAt({ from: 3, to: 2 }, terms)).toMatchObject({ from: 3, to: 2 });
    expect(formAt({ from: 2, to: 2, coinId: '99' }, terms)).toMatchObject({ from: 2, to: 1, coinId: '1' });
  });
  test('never moves into quant while that is not offered', () => {
    expect(formAt({ to: 3 }, termsOf(all, false))).toMatchObject({ from: 1, to: 2 });
    expect(formAt({ from: 3 }, termsOf(all, false))).toMatchObject({ from: 3, to: 1 });
  });
});

describe('the two accounts', () => {
  test('swap, and differ whichever is chosen', () => {
    expect(after([{ kind: 'swap' }])).toMatchObject({ from: 2, to: 1 });
    expect(after([{ kind: 'from', type: 2 }])).toMatchObject({ from: 2, to: 1 });
    expect(after([{ kind: 'to', type: 1 }])).toMatchObject({ from: 2, to: 1 });
    expect(after([{ kind: 'to', type: 3 }])).toMatchObject({ from: 1, to: 3 });
  });
  test('quant pays out while it is not offered, and takes nothing', () => {
    const closed = termsOf(all, false);
    const out = formAt({ from: 3, to: 1 }, closed);
    expect(closed.into).toEqual([1, 2]);
    expect(canSwap(out, closed)).toBe(false);
    expect(changed(out, { kind: 'swap' }, closed)).toBe(out);
    expect(changed(out, { kind: 'from', type: 1 }, closed)).toMatchObject({ from: 1, to: 2 });
  });
});

describe('the amount', () => {
  test('all fills in what is available to the last digit', () => {
    expect(after([{ kind: 'all' }])).toMatchObject({ amount: '100.5', error: undefined });
    expect(after([{ kind: 'coin', coinId: '2' }, { kind: 'all' }])).toMatchObject({ amount: '2' });
    expect(after([{ kind: 'to', type: 1 }, { kind: 'coin', coinId: '2' }, { kind: 'all' }])).toMatchObject({
      amount: '',
      error: 'insufficient',
    });
  });
  test('above the balance is an error at once, and again when the accounts are swapped', () => {
    expect(after([{ kind: 'enter', text: '100.50000001' }]).error).toBe('insufficient');
    expect(after([{ kind: 'enter', text: '100.5' }]).error).toBeUndefined();
    expect(after([{ kind: 'enter', text: '8' }, { kind: 'swap' }]).error).toBe('insufficient');
    expect(after([{ kind: 'enter', text: '8' }, { kind: 'swap' }, { kind: 'swap' }]).error).toBeUndefined();
  });
  test('is required, and above zero', () => {
    expect(errorIn(after([]), terms)).toBe('enterAmount');
    expect(errorIn(after([{ kind: 'enter', text: '0.00' }]), terms)).toBe('notPositive');
    expect(errorIn(after([{ kind: 'enter', text: '0.00000001' }]), terms)).toBeUndefined();
    expect(errorIn(after([{ kind: 'enter', text: '101' }]), terms)).toBe('insufficient');
  });
  test('is cleared when the coin changes and once it was sent', () => {
    expect(
      after([
        { kind: 'enter', text: '101' },
        { kind: 'coin', coinId: '2' },
      ]),
    ).toMatchObject({ amount: '', error: undefined });
    expect(after([{ kind: 'enter', text: '10' }, { kind: 'sent' }])).toMatchObject({
      amount: '',
      error: undefined,
      from: 1,
      to: 2,
    });
  });
  test('an error stays until something is entered', () => {
    const wrong = after([{ kind: 'wrong', error: 'enterAmount' }]);
    expect(wrong.error).toBe('enterAmount');
    expect(changed(wrong, { kind: 'enter', text: '1' }, terms).error).toBeUndefined();
  });
});

test("the destination's balance afterwards is exact, and unknown without an amount", () => {
  expect(holdsThen(after([]), terms)).toBeUndefined();
  expect(holdsThen(after([{ kind: 'enter', text: '0.00000001' }]), terms)).toBe(amount('7.00000001'));
});

test('the fields are those of the form', () => {
  expect(
    fieldsOf(
      after([
        { kind: 'to', type: 3 },
        { kind: 'coin', coinId: '2' },
        { kind: 'enter', text: '1.5' },
      ]),
    ),
  ).toEqual({ c_id: '2', num: '1.5', from_type: 1, to_type: 3 });
});

test('after any actions the accounts differ, quant receives only while offered, and a valid form can be paid', () => {
  const type = fc.constantFrom<AccountType>(1, 2, 3);
  const units = fc.bigInt({ min: 0n, max: 20_000_000_000n }).map((value) => format(value as Amount));
  const action: fc.Arbitrary<MoveAction> = fc.oneof(
    fc.record({ kind: fc.constant('from' as const), type }),
    fc.record({ kind: fc.constant('to' as const), type }),
    fc.constant({ kind: 'swap' as const }),
    fc.constant({ kind: 'all' as const }),
    fc.constant({ kind: 'sent' as const }),
    fc.record({ kind: fc.constant('coin' as const), coinId: fc.constantFrom('1', '2') }),
    fc.record({ kind: fc.constant('enter' as const), text: units }),
  );
  fc.assert(
    fc.property(
      fc.tuple(units, units, units),
      fc.boolean(),
      fc.array(action, { maxLength: 20 }),
      ([one, two, three], isOffered, actions) => {
        const under = termsOf(holding({ 1: [one, two], 2: [three, one], 3: [two, three] }), isOffered);
        const possible = actions.filter((each) => each.kind !== 'to' || under.into.includes(each.type));
        const form = after(possible, under);
        expect(form.from).not.toBe(form.to);
        expect(under.into).toContain(form.to);
        const num = parseAmount(form.amount) ?? ZERO;
        expect(errorIn(form, under) === undefined).toBe(num > ZERO && num <= availableFrom(form, under));
      },
    ),
  );
});
