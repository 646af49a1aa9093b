import { expect, test } from 'vitest';
import { reasonWords } from './reason-words.ts';

test('the figures of fixed rules need not be handed over, and are written as the language writes them', () => {
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

test('amounts and shares are exact, and grouped as the language groups them', () => {
  const band = { price: '5000000.00000001', percent: '12.5' };
  expect(reasonWords('en', 'price_band', band)).toContain('5,000,000.00000001 is outside the price band of 12.5%');
  expect(reasonWords('de', 'price_band', band)).toMatch(/5\.000\.000,00000001 .* 12,5\u{A0}%/u);
  expect(reasonWords('tr', 'price_band', band)).toContain('%12,5');
});

test('a limit of hours has them from its rule', () => {
  expect(reasonWords('en', 'daily_limit', { maximum: '100000', left: '0' })).toBe(
    'This exceeds your 24-hour limit of 100,000 USDT. Remaining: 0 USDT',
  );
});
