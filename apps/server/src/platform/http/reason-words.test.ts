import { expect, test } from 'vitest';
import { reasonWords } from './reason-words.ts';

test('the figures of fixed rules are said without being handed over, as the language writes them', () => {
  expect(reasonWords('en', 'bad_password')).toMatch(/^Use 8–128 characters, or 6–20 letters and digits\./);
  expect(reasonWords('ja', 'bad_password')).toContain('8～128');
  expect(reasonWords('en', 'bad_card_number')).toContain('8–34 letters and digits');
  expect(reasonWords('fr', 'bad_image')).toContain('25 mégapixels');
});

test('a count agrees with its noun', () => {
  expect(reasonWords('en', 'too_many_cards', { maximum: '1' })).toBe('You have reached the limit of 1 card');
  expect(reasonWords('rm', 'too_many_passkeys', { maximum: '20' })).toContain('20 de chei de acces');
  expect(reasonWords('rm', 'too_many_passkeys', { maximum: '3' })).toContain('3 chei de acces');
});

test('a limit of hours has them from its rule', () => {
  expect(reasonWords('en', 'daily_limit', { maximum: '100000', left: '0' })).toBe(
    'This exceeds your 24-hour limit of 100,000 USDT. Remaining: 0 USDT',
  );
});
