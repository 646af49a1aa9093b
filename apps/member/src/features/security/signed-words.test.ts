import { lastWords, type LastWords } from '@plimsoll/contract/last-words';
import { expect, test } from 'vitest';
import { challengeOver } from './signed-words.ts';

const WORDS: LastWords = {
  call: 'withdraw',
  coin: 'USDT',
  amount: '400.00000000',
  fee: '1.00000000',
  to: { kind: 'card', bank: 'بنك المرفأ', number: '4000 1234 5678 9010', holder: 'Lea Marin' },
};

test('the signed hash is what a server computes of the same words', async () => {
  const text =
    'plimsoll last look 1\nwithdraw\namount 400.00000000 USDT\nfee 1.00000000 USDT\nto card 4000 1234 5678 9010\nbank بنك المرفأ\nholder Lea Marin\nnonce n-1';
  expect(lastWords(WORDS, 'n-1')).toBe(text);
  // As sha256sum computes it, in base64url.
  expect(await challengeOver(WORDS, 'n-1')).toBe('MMn9Aj8i1UdX-uAFXW0No7jeba_PVHfpV3WjVQabZu0');
  expect(await challengeOver(WORDS, 'n-2')).not.toBe(await challengeOver(WORDS, 'n-1'));
});

test.each<[string, Partial<LastWords>]>([
  ['way', { call: 'balanceTransfer' }],
  ['coin', { coin: 'USDC' }],
  ['amount', { amount: '400.00000001' }],
  ['fee', { fee: '0.00000000' }],
  ['place', { to: { kind: 'member', id: '7', name: 'Lea Marin' } }],
])('another %s is another challenge', async (_what, change) => {
  expect(await challengeOver({ ...WORDS, ...change }, 'n')).not.toBe(await challengeOver(WORDS, 'n'));
});
