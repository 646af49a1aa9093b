import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAddressOf, kindOfNetwork } from './address-kind.ts';

// Examples of the defining documents: EIP-55, BIP 173, BIP 350, BIP 141's nested script; TRON's are the contract of
// USDT and its developers' example.
const GOOD = {
  ethereum: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  bitcoin: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
} as const;
const kinds = ['ethereum', 'tron', 'bitcoin'] as const;

test.each(kinds.flatMap((kind) => GOOD[kind].map((address) => [kind, address] as const)))(
  'an address of %s is %s, and of no other kind',
  (kind, address) => {
    expect(kinds.filter((each) => isAddressOf(each, address))).toEqual([kind]);
  },
);

test.each([
  ['ethereum', 'a capital turned small', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
  ['ethereum', 'no prefix', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['ethereum', 'a digit too few', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  ['tron', 'a letter turned', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
  ['tron', 'the hexadecimal form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['bitcoin', 'a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bitcoin', 'both cases', 'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'bech32 where bech32m belongs', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['bitcoin', 'the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bitcoin', 'the old test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['bitcoin', 'a witness of the future', 'BC1SW50QGDZ25J'],
] as const)('%s: %s is refused', (kind, _what, address) => {
  expect(isAddressOf(kind, address)).toBe(false);
});

/** Letters that a typing error may produce: any other of the alphabet. */
const LETTERS = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');

test('one wrong letter anywhere is found wherever there is a checksum', () => {
  // A single case carries no checksum.
  const checked = kinds.flatMap((kind) =>
    GOOD[kind]
      .filter((address) => kind !== 'ethereum' || (/[a-f]/.test(address) && /[A-F]/.test(address)))
      .map((address) => ({ kind, address })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...checked),
      fc.nat(),
      fc.constantFrom(...LETTERS),
      ({ kind, address }, place, letter) => {
        const at = place % address.length;
        fc.pre(address[at] !== letter);
        expect(isAddressOf(kind, address.slice(0, at) + letter + address.slice(at + 1))).toBe(false);
      },
    ),
    { seed: 7, numRuns: 400 },
  );
});

test('a text that is no address is refused and never thrown over', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 255 }), fc.constantFrom(...kinds), (text, kind) => {
      expect(isAddressOf(kind, text)).toBe(false);
    }),
    { seed: 7 },
  );
});

test('a network’s name says how its addresses are written, and one that nobody knows is not checked', () => {
  expect(
    ['TRC20', 'trc20', 'TRON', 'ERC20', 'BEP20', 'BTC', 'Solana', 'bank', 'constructor'].map(kindOfNetwork),
  ).toEqual(['tron', 'tron', 'tron', 'ethereum', 'ethereum', 'bitcoin', 'other', 'other', 'other']);
  expect(isAddressOf('other', 'anything at all')).toBe(true);
  expect(isAddressOf('bank', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(false);
});
