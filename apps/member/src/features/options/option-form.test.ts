import { amount, formatShort, parseAmount, ZERO, type Amount } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPTION_CONFIG } from '../../testing/options.ts';
import {
  changed,
  commandOf,
  EMPTY_FORM,
  isChosen,
  isShort,
  isUnsure,
  stakedIn,
  type OptionAction,
  type OptionForm,
} from './option-form.ts';
import { cycleOf, presetsOf, termsOf, type Terms } from './terms.ts';

const terms = termsOf(OPTION_CONFIG);
const after = (actions: readonly OptionAction[], on: Terms = terms): OptionForm =>
  actions.reduce((form, action) => changed(form, action, on, ZERO), EMPTY_FORM);
const stake = (text: string): OptionAction => ({ kind: 'stake', text });
const cycle = (seconds: number): OptionAction => ({ kind: 'cycle', seconds });
const refused = (form: OptionForm, on: Terms = terms) => {
  const result = commandOf(form, on, { marketId: '1', open: ZERO }, 'up');
  return 'errors' in result ? result.errors : undefined;
};

test('nothing is chosen at first, and both stake and cycle are required', () => {
  expect(isChosen(EMPTY_FORM, terms)).toBe(false);
  expect(isChosen(after([stake('30')]), terms)).toBe(false);
  expect(isChosen(after([cycle(60)]), terms)).toBe(false);
  expect(isChosen(after([stake('30'), cycle(60)]), terms)).toBe(true);
  expect(refused(EMPTY_FORM)).toEqual({ stake: 'enterStake', seconds: 'chooseCycle' });
});

test("presets are multiples of the chosen cycle's minimum, the first cycle's by default", () => {
  expect(presetsOf(terms, undefined).map(formatShort)).toEqual(['10', '30', '50', '100']);
  expect(presetsOf(terms, 60).map(formatShort)).toEqual(['20', '60', '100', '200']);
});

test('with the other price type presets are the minimums, each once', () => {
  const plain = termsOf({
    ...OPTION_CONFIG,
    hy_price_type: 1,
    hytime: [30, 60, 90],
    hymin: ['10', '20', '10.00'],
    hymax: ['1', '1', '1'],
    hyrate: ['1', '1', '1'],
  });
  expect(presetsOf(plain, 60).map(formatShort)).toEqual(['10', '20']);
});

test('without multipliers the defaults are used', () => {
  expect(presetsOf(termsOf({ ...OPTION_CONFIG, hy_numcolstmp: [] }), 30).map(formatShort)).toEqual([
    '10',
    '30',
    '50',
    '100',
  ]);
  expect(presetsOf(termsOf({ ...OPTION_CONFIG, hytime: [], hymin: [], hymax: [], hyrate: [] }), undefined)).toEqual([]);
});

test('all is the whole balance, to the last place', () => {
  expect(after([cycle(30), { kind: 'all' }]).stake).toBe('1915.12345678');
});

test('all of an empty account is an error', () => {
  expect(after([{ kind: 'all' }], { ...terms, balance: amount('0') })).toMatchObject({
    stake: '',
    errors: { stake: 'insufficient' },
  });
});

test("open stakes and the new one stay within the member's limit", () => {
  const limited = { ...terms, memberLimit: amount('500') };
  const open = stakedIn([{ num: '300.00000000' }, { num: '99.99000000' }]);
  const errorsOf = (text: string) => changed({ ...EMPTY_FORM, seconds: 30 }, stake(text), limited, open).errors;
  expect(errorsOf('100.01')).toEqual({});
  expect(errorsOf('100.02')).toEqual({ stake: 'openLimit' });
  expect(commandOf({ ...EMPTY_FORM, seconds: 30, stake: '100.02' }, limited, { marketId: '1', open }, 'up')).toEqual({
    errors: { stake: 'openLimit' },
  });
});

test('money must be moved where the account cannot pay the stake, or any minimum', () => {
  expect(isShort(EMPTY_FORM, terms)).toBe(false);
  expect(isShort(EMPTY_FORM, { ...terms, balance: amount('10') })).toBe(false);
  expect(isShort(EMPTY_FORM, { ...terms, balance: amount('9.99999999') })).toBe(true);
  expect(isShort(after([cycle(30), stake('1915.12345679')]), terms)).toBe(true);
  expect(isShort(after([cycle(30), stake('1915.12345678')]), terms)).toBe(false);
  expect(isShort(EMPTY_FORM, { ...terms, balance: amount('0'), cycles: [] })).toBe(false);
});

test('what other accounts have is not nothing while it is not known, and the stake is judged once it is', () => {
  const unknown = { ...terms, balance: amount('0'), fundable: undefined };
  const form = after([cycle(30), stake('30')], unknown);
  expect(form.errors).toEqual({});
  expect([isUnsure(form, unknown), isShort(form, unknown)]).toEqual([true, false]);
  expect(changed(form, { kind: 'all' }, unknown, ZERO)).toBe(form);
  const known = (fundable: string) => ({ ...unknown, fundable: amount(fundable) });
  expect(isUnsure(form, known('29'))).toBe(false);
  expect(changed(form, { kind: 'again' }, known('29'), ZERO).errors).toEqual({ stake: 'insufficient' });
  expect(changed(form, { kind: 'again' }, known('30'), ZERO).errors).toEqual({});
  expect(isUnsure(form, { ...unknown, balance: amount('30') })).toBe(false);
  const wrong = changed(form, { kind: 'wrong', errors: { seconds: 'chooseCycle' } }, unknown, ZERO);
  expect(changed(wrong, { kind: 'again' }, known('29'), ZERO)).toBe(wrong);
});

test('filled-in stakes have two places, and more only where needed', () => {
  expect(after([{ kind: 'preset', stake: amount('30') }]).stake).toBe('30.00');
  expect(after([{ kind: 'all' }], { ...terms, balance: amount('10000') }).stake).toBe('10000.00');
});

test('a stake must lie within the bounds of its cycle and the balance', () => {
  expect(refused(after([cycle(60), stake('0')]))).toEqual({ stake: 'notPositive' });
  expect(refused(after([cycle(60), stake('19.99999999')]))).toEqual({ stake: 'belowMinimum' });
  expect(refused(after([cycle(60), stake('20')]))).toBeUndefined();
  expect(refused(after([cycle(30), stake('2000.00000001')]))).toEqual({ stake: 'aboveMaximum' });
  expect(refused(after([cycle(60), stake('1915.12345679')]))).toEqual({ stake: 'insufficient' });
  expect(refused(after([cycle(60), stake('1915.12345678')]))).toBeUndefined();
});

test('while typing only errors that more digits cannot mend are shown, and they disappear', () => {
  expect(after([cycle(60), stake('1')]).errors).toEqual({});
  expect(after([cycle(60), stake('6000')]).errors).toEqual({ stake: 'aboveMaximum' });
  expect(after([cycle(60), stake('3000')]).errors).toEqual({ stake: 'insufficient' });
  expect(after([cycle(60), stake('3000'), stake('30')]).errors).toEqual({});
  expect(after([{ kind: 'wrong', errors: { stake: 'lossLimit' } }, stake('30')]).errors).toEqual({});
});

test('a cycle that is no longer offered is not chosen', () => {
  const form = after([cycle(60), stake('30')]);
  const fewer = termsOf({ ...OPTION_CONFIG, hytime: [30], hymin: ['10'], hymax: ['2000'], hyrate: ['0.75'] });
  expect(isChosen(form, fewer)).toBe(false);
  expect(refused(form, fewer)).toEqual({ seconds: 'chooseCycle' });
});

test('the fields are market, seconds, stake as entered, and direction', () => {
  const form = after([cycle(60), stake('30.50')]);
  expect(commandOf(form, terms, { marketId: '7', open: ZERO }, 'up')).toMatchObject({
    fields: { m_id: '7', ctime: '60', ctzed: '30.50', buytype: '1' },
    stake: amount('30.5'),
  });
  expect(commandOf(form, terms, { marketId: '7', open: ZERO }, 'down')).toMatchObject({ fields: { buytype: '2' } });
});

const text = fc.bigInt({ min: 0n, max: 10n ** 13n }).map((units) => formatShort(units as Amount));
const anything: fc.Arbitrary<OptionAction> = fc.oneof(
  text.map(stake),
  fc.constantFrom<OptionAction>(
    { kind: 'all' },
    { kind: 'preset', stake: amount('30') },
    cycle(30),
    cycle(60),
    cycle(90),
    stake(''),
  ),
);

test('after any actions a command stays within the bounds of its cycle and the balance', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 8 }), (actions) => {
      const form = after(actions);
      const result = commandOf(form, terms, { marketId: '1', open: ZERO }, 'down');
      if ('errors' in result) return;
      const staked = parseAmount(result.fields.ctzed);
      const chosen = cycleOf(terms, Number(result.fields.ctime));
      expect(
        staked !== null &&
          chosen !== undefined &&
          staked >= chosen.min &&
          staked <= chosen.max &&
          staked <= terms.balance,
      ).toBe(true);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});
