import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import { openPayoutWorld, type PayoutWorld } from '../../testing/payout-world.ts';

let payouts: PayoutWorld;
beforeAll(async () => {
  payouts = await openPayoutWorld();
});
afterEach(() => {
  delete payouts.switches.can_edit_bank;
  delete payouts.switches.bank_swan_type;
});
afterAll(() => payouts.close());

const CARD = { bank_name: 'Quayside Bank', card_number: '6222 0212 3456 7890', card_name: 'Ada Keel' };
const save = (token: string, fields: Readonly<Record<string, unknown>> = {}) =>
  payouts.http.call('setBank', { ...CARD, ...fields }, { token });
const cards = async (token: string) =>
  (await payouts.http.call('getUserBankList', {}, { token })).data as Answer<'getUserBankList'>;
const outcome = async (token: string, fields: Readonly<Record<string, unknown>>) => {
  const { code, reason } = await save(token, fields);
  return [code, reason];
};

test('cards are bound and listed oldest first, the number whole whatever the app masks', async () => {
  const { token } = await payouts.http.newMember();
  payouts.switches.bank_swan_type = 1;
  expect(await cards(token)).toEqual([]);
  expect(await save(token)).toMatchObject({ code: 1, data: null, msg: 'Bank card saved' });
  const addtime = new Date(payouts.world.clock.nowMs()).toISOString();
  await save(token, { card_number: 'DE89370400440532013000', bank_name: '工商银行' });
  expect(await cards(token)).toEqual([
    { id: expect.any(Number), ...CARD, addtime },
    { id: expect.any(Number), ...CARD, card_number: 'DE89370400440532013000', bank_name: '工商银行', addtime },
  ]);
});

test('a card is changed in its place; what it was before stays on record', async () => {
  const { token } = await payouts.http.newMember();
  await save(token);
  const [before] = await cards(token);
  payouts.world.clock.advance(1000);
  expect(await save(token, { id: before?.id, card_name: 'Ada K. Keel' })).toMatchObject({ code: 1 });
  const addtime = new Date(payouts.world.clock.nowMs()).toISOString();
  expect(await cards(token)).toEqual([{ ...before, card_name: 'Ada K. Keel', addtime }]);
  payouts.world.clock.advance(1000);
  await save(token, { id: before?.id, card_name: 'Ada K. Keel' });
  expect((await cards(token))[0]?.addtime).toBe(addtime);
  const names = sql<{ card_name: string }>(
    'test.cardNames',
    'select card_name from bank_card_version where card_id = $1 order by version',
  );
  expect((await payouts.world.db.run(names, [before?.id])).map(({ card_name }) => card_name)).toEqual([
    'Ada Keel',
    'Ada K. Keel',
  ]);
});

test('a form that is sent twice binds one card', async () => {
  const { token } = await payouts.http.newMember();
  await Promise.all([save(token), save(token), save(token, { card_number: '6222021234567890' })]);
  expect(await cards(token)).toHaveLength(1);
});

test('another member’s card is as one that does not exist', async () => {
  const [one, other] = [await payouts.http.newMember(), await payouts.http.newMember()];
  await save(one.token);
  const [card] = await cards(one.token);
  expect(await outcome(other.token, { id: card?.id, card_name: 'Not Ada' })).toEqual([204, 'not_found']);
  expect(await outcome(other.token, { id: '9'.repeat(18) })).toEqual([204, 'not_found']);
  expect(await cards(one.token)).toEqual([card]);
  expect(await cards(other.token)).toEqual([]);
});

test('while cards are fixed there is no second one, and one’s own is changed as ever', async () => {
  const { token } = await payouts.http.newMember();
  payouts.switches.can_edit_bank = 0;
  expect(await outcome(token, {})).toEqual([1, undefined]);
  expect(await outcome(token, { card_number: '12345678' })).toEqual([0, 'card_fixed']);
  const [card] = await cards(token);
  expect(await outcome(token, { id: card?.id, card_number: '12345678' })).toEqual([1, undefined]);
  expect(await cards(token)).toMatchObject([{ id: card?.id, card_number: '12345678' }]);
});

test('of many first cards at one moment exactly one is bound while cards are fixed', async () => {
  const { token } = await payouts.http.newMember();
  payouts.switches.can_edit_bank = 0;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_each, at) => save(token, { card_number: `1234567${at}` })),
  );
  expect(answers.map(({ reason }) => reason ?? 'bound').sort()).toEqual([
    'bound',
    ...Array.from({ length: 7 }, () => 'card_fixed'),
  ]);
  expect(await cards(token)).toHaveLength(1);
});

test('twenty cards are enough', async () => {
  const { token } = await payouts.http.newMember();
  for (let at = 10; at < 30; at += 1)
    expect(await outcome(token, { card_number: `123456${at}` })).toEqual([1, undefined]);
  expect(await save(token)).toMatchObject({
    code: 0,
    reason: 'too_many_cards',
    msg: 'You have reached the limit of 20 cards',
  });
  expect(await cards(token)).toHaveLength(20);
});

test.each([
  ['12345678', true],
  ['GB82 WEST 1234 5698 7654 32', true],
  ['A'.repeat(34), true],
  ['6222  0212  3456', true],
  ['1234567', false],
  ['1 2 3 4 5 6 7', false],
  ['1'.repeat(35), false],
  ['1234-5678-9012', false],
  ['１２３４５６７８', false],
  ['1234567é', false],
  ['', false],
])('a card number has 8 to 34 letters and digits: %s', async (card_number, isGood) => {
  const { token } = await payouts.http.newMember();
  expect(await outcome(token, { card_number })).toEqual(isGood ? [1, undefined] : [0, 'bad_card_number']);
  expect((await cards(token)).map((card) => card.card_number)).toEqual(isGood ? [card_number] : []);
});

test('bank and holder are texts, and every field is needed', async () => {
  const { token } = await payouts.http.newMember();
  expect(await outcome(token, { bank_name: '' })).toEqual([0, 'bad_text']);
  expect(await outcome(token, { card_name: 'a'.repeat(256) })).toEqual([0, 'bad_text']);
  expect(await outcome(token, { id: 'x' })).toEqual([0, 'bad_id']);
  expect(await outcome(token, { id: '' })).toEqual([1, undefined]);
  expect(await payouts.http.call('setBank', CARD)).toMatchObject({ code: 401 });
  expect(await payouts.http.call('getUserBankList')).toMatchObject({ code: 401 });
});

test('a card’s details can be neither changed nor deleted by the server', async () => {
  const failure = (text: string) =>
    payouts.world.db.run(sql<never>(`test.${text.slice(0, 40)}`, text)).then(
      () => 'done',
      (error: unknown) => errorCode(error),
    );
  expect(await failure(`update bank_card_version set card_number = '12345678'`)).toBe('42501');
  expect(await failure('delete from bank_card_version')).toBe('42501');
  expect(await failure('update bank_card set member_id = 1')).toBe('42501');
});
