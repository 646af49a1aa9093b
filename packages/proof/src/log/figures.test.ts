import { expect, test } from 'vitest';
import { choiceOf } from './commitment.ts';
import type { Entry, Opened } from './entry.ts';
import { isEndOf, isFilled, type OpenedEntry } from './figures.ts';

const HASH = 'ab'.repeat(32);
const head = { v: 1, at: '2026-11-22T12:00:00.000Z' } as const;
const began: OpenedEntry<'option-taken'> = {
  entry: {
    ...head,
    t: 'option-taken',
    id: 4,
    market: 'btcusdt',
    seconds: 30,
    accepted: head.at,
    rate: '0.50000000',
    terms: 1,
    rules: 2,
    settings: 1,
    choice: choiceOf('up', HASH),
    commit: HASH,
  },
  opened: { direction: 'up', stake: '10.00000003', member: 7 },
};
const ended = (
  entry: Partial<Entry<'option-settled'>> = {},
  opened: Partial<Opened<'option-settled'>> = {},
): OpenedEntry<'option-settled'> => ({
  entry: {
    ...head,
    t: 'option-settled',
    id: 4,
    exit: { seq: 9, hash: HASH },
    outcome: 'win',
    direction: 'up',
    salt: HASH,
    commit: HASH,
    ...entry,
  },
  // Half of a unit goes to the even one.
  opened: { stake: '10.00000003', profit: '5.00000002', ...opened },
});

test.each<[string, OpenedEntry<'option-settled'>]>([
  ['a win', ended()],
  ['a loss', ended({ outcome: 'lose' }, { profit: '-10.00000003' })],
  ['a tie', ended({ outcome: 'tie' }, { profit: '0.00000000' })],
  ['a void', ended({ outcome: 'void', exit: null }, { profit: '0.00000000' })],
])('%s follows from its beginning', (_what, end) => {
  expect(isEndOf(end, began)).toBe(true);
});

test.each<[string, OpenedEntry<'option-settled'>]>([
  ['for another stake', ended({}, { stake: '1.00000000', profit: '0.50000000' })],
  ['of 10⁻⁸ less', ended({}, { profit: '5.00000001' })],
  ['by the other direction', ended({ direction: 'down' })],
  ['by another salt', ended({ salt: '00'.repeat(32) })],
  ['of another option', ended({ id: 5 })],
])('an end %s does not', (_what, end) => {
  expect(isEndOf(end, began)).toBe(false);
});

test('a fill costs what its price and rate say, to the places of what is received', () => {
  const fill = (opened: Partial<Opened<'fill'>>, places = 6): OpenedEntry<'fill'> => ({
    entry: {
      ...head,
      t: 'fill',
      order: 5,
      n: 1,
      market: 'btcusdt',
      side: 'sell',
      price: '64000.12345678',
      book: HASH,
      fee_rate: '0.00100000',
      places,
      commit: HASH,
    },
    opened: { quantity: '1.00000000', paid: '64000.12345678', fee: '64.00012300', member: 7, ...opened },
  });
  expect(isFilled(fill({}))).toBe(true);
  for (const wrong of [fill({ fee: '64.00012345' }), fill({ paid: '64000.12345677' }), fill({}, 8), fill({}, 9)])
    expect(isFilled(wrong)).toBe(false);
});
