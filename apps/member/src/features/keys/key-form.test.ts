import { KEY_MAX_NETWORKS } from '@plimsoll/contract/figures';
import { describe, expect, test } from 'vitest';
import { keyErrors, keyFields, NEW_KEY, refusedField } from './key-form.ts';
import { isNetwork, networksIn } from './networks.ts';

const RAW = 'A'.repeat(43);
const SPKI = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
const NOW = Date.UTC(2026, 3, 3);

describe('a network', () => {
  test.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:192.0.2.1/128'])(
    '%s is one',
    (text) => expect(isNetwork(text)).toBe(true),
  );
  test.each(['203.0.113', '203.0.113.256', '01.2.3.4', '203.0.113.0/33', '203.0.113.0/', '1.2.3.4/8/8', ':', 'quay'])(
    '%s is none',
    (text) => expect(isNetwork(text)).toBe(false),
  );
  test('is parted from others by commas and spaces, in any digits', () => {
    expect(networksIn(' 203.0.113.7,203.0.113.7  ٢٠٣.٠.١١٣.٨، ::1 ')).toEqual(['203.0.113.7', '203.0.113.8', '::1']);
  });
});

describe('what is wrong', () => {
  test('a new key lacks its name alone', () => {
    expect(keyErrors(NEW_KEY)).toEqual({ name: 'missing' });
  });
  const named = { ...NEW_KEY, name: 'bot' };
  test('the first entry that is no network is named', () => {
    expect(keyErrors({ ...named, networks: '203.0.113.7, quay, haven' })).toEqual({ networks: { bad: 'quay' } });
  });
  test('there may not be more networks than the server takes', () => {
    const networks = (count: number) => Array.from({ length: count }, (_, at) => `203.0.113.${at}`).join(',');
    expect(keyErrors({ ...named, networks: networks(KEY_MAX_NETWORKS) })).toEqual({});
    expect(keyErrors({ ...named, networks: networks(KEY_MAX_NETWORKS + 1) })).toEqual({ networks: 'tooMany' });
  });
  test.each([RAW, SPKI, `-----BEGIN PUBLIC KEY-----\n${SPKI}\n-----END PUBLIC KEY-----`])(
    '%s is a public key',
    (text) => expect(keyErrors({ ...named, kind: 'ed25519', publicKey: text })).toEqual({}),
  );
  test.each(['', 'AAAA', SPKI.replace('MCow', 'MCow'.toLowerCase()), `${RAW}!`])('“%s” is none', (text) =>
    expect(keyErrors({ ...named, kind: 'ed25519', publicKey: text })).toEqual({ publicKey: 'bad' }),
  );
  test('a cap is above zero, and is not asked of a key that may not trade', () => {
    expect(keyErrors({ ...named, mayTrade: true, dayCap: '0', lossCap: '0.00' })).toEqual({
      dayCap: 'bad',
      lossCap: 'bad',
    });
    expect(keyErrors({ ...named, dayCap: '0' })).toEqual({});
    expect(keyErrors({ ...named, mayTrade: true, dayCap: '0.00000001' })).toEqual({});
  });
});

describe('what is sent', () => {
  test('of a key that may read: its name, and when it ends', () => {
    expect(keyFields({ ...NEW_KEY, name: ' bot ', publicKey: RAW, dayCap: '5' }, NOW)).toEqual({
      name: 'bot',
      kind: 'hmac',
      trade: '0',
      transfer: '0',
      expires: String(Date.UTC(2026, 6, 2)),
    });
  });
  test('of any other: all that was chosen', () => {
    expect(
      keyFields(
        {
          name: 'bot',
          mayTrade: true,
          mayTransfer: true,
          kind: 'ed25519',
          publicKey: `${RAW.slice(0, 20)} ${RAW.slice(20)}`,
          markets: ['btcusdt', 'ethusdt'],
          networks: '203.0.113.0/24, ::1',
          expires: 'never',
          dayCap: '500',
          lossCap: '20.5',
        },
        NOW,
      ),
    ).toEqual({
      name: 'bot',
      kind: 'ed25519',
      public_key: RAW,
      trade: '1',
      transfer: '1',
      markets: 'btcusdt,ethusdt',
      networks: '203.0.113.0/24,::1',
      day_cap: '500',
      loss_cap: '20.5',
    });
  });
});

test.each([
  ['bad_text', '', 'name'],
  ['not_found', '', 'markets'],
  ['bad_value', '::1', 'networks'],
  ['bad_value', '', 'publicKey'],
  ['too_many_keys', '', undefined],
] as const)('a refusal %s with the networks “%s” is about %s', (reason, networks, field) => {
  expect(refusedField(reason, { ...NEW_KEY, networks })).toBe(field);
});
