import { expect, test } from 'vitest';
import { cardCall, cardErrors, cardFields, refusedCardField } from './card-form.ts';

const good = { bankName: 'Haven Bank', cardName: 'Ada Keel', cardNumber: '6222 0212 3456 7890' };
const card = {
  id: 7,
  bank_name: 'Haven Bank',
  card_number: '6222 0212 3456 7890',
  card_name: 'Ada Keel',
  addtime: '2026-01-01T00:00:00.000Z',
};

test('every field of a card is required', () => {
  expect(cardErrors(cardFields(undefined))).toEqual({
    bankName: 'bankMissing',
    cardName: 'holderMissing',
    cardNumber: 'numberMissing',
  });
  expect(cardErrors({ ...good, bankName: '  ' })).toEqual({ bankName: 'bankMissing' });
  expect(cardErrors(good)).toEqual({});
});

test.each(['1234567', '1'.repeat(35), '1234-5678-9012', '１２３４５６７８', 'DE89 ü704 0044'])(
  '%s is no card number',
  (cardNumber) => {
    expect(cardErrors({ ...good, cardNumber })).toEqual({ cardNumber: 'badNumber' });
  },
);

test.each(['12345678', 'GB82 WEST 1234 5698 7654 32', ` ${'A'.repeat(34)} `])('%s is a card number', (cardNumber) => {
  expect(cardErrors({ ...good, cardNumber })).toEqual({});
});

test('a card is sent with its id, a new one without, and a refused number is shown beside its field', () => {
  expect(cardFields(card)).toEqual(good);
  expect(cardCall(good, card)).toEqual({
    id: 7,
    bank_name: 'Haven Bank',
    card_number: '6222 0212 3456 7890',
    card_name: 'Ada Keel',
  });
  expect(cardCall(good, undefined).id).toBeUndefined();
  expect([refusedCardField('bad_card_number'), refusedCardField('card_fixed'), refusedCardField(undefined)]).toEqual([
    'cardNumber',
    undefined,
    undefined,
  ]);
});
