import { expect, test } from 'vitest';
import { peersBehind } from './peers.ts';

type Headers = Readonly<Record<string, string>>;
const asked = (remoteAddress: string, headers: Headers = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<ReturnType<typeof peersBehind>['addressOf']>[0];
const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8:cafe::/48'];
const behind = peersBehind(PROXIES);
const addressOf = (from: string, forwarded?: string) =>
  behind.addressOf(asked(from, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }));

test.each([
  ['nobody trusted has a say', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy names its client', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an IPv4 address in IPv6 clothes is the same', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['what the client put before it is passed over', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  [
    'a trusted address that the client put there does not help it',
    '127.0.0.1',
    '1.1.1.1, 10.9.9.9, 198.51.100.1',
    '198.51.100.1',
  ],
  ['several proxies are walked through', '127.0.0.1', '198.51.100.1, 10.0.0.7, 10.0.0.8', '198.51.100.1'],
  ['IPv6 too', '2001:db8:cafe::1', '2001:DB8:1::5', '2001:db8:1::5'],
  ['ports are dropped', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['ports of IPv6 too', '127.0.0.1', '[2001:db8:1::5]:4711', '2001:db8:1::5'],
  ['without the header the proxy stands for itself', '127.0.0.1', undefined, '127.0.0.1'],
  ['an empty one too', '127.0.0.1', '', '127.0.0.1'],
  ['what is no address is believed of nobody', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
  ['nor before a proxy that is known', '127.0.0.1', '<script>, 10.0.0.7', '10.0.0.7'],
  ['a chain of proxies alone is its first', '127.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
])('the client’s address: %s', (_rule, from, forwarded, address) => {
  expect(addressOf(from, forwarded)).toBe(address);
});

test('without proxies to trust the headers mean nothing, whoever sends them', () => {
  const alone = peersBehind();
  const request = asked('127.0.0.1', {
    host: 'quay.example',
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-proto': 'https',
  });
  expect([alone.addressOf(request), alone.isSecure(request), alone.originOf(request)]).toEqual([
    '127.0.0.1',
    false,
    'http://quay.example',
  ]);
});

test.each([
  ['127.0.0.1', 'https', true],
  ['127.0.0.1', 'HTTPS', true],
  ['127.0.0.1', 'http', false],
  ['127.0.0.1', 'https, http', false],
  ['127.0.0.1', 'http, https', true],
  ['203.0.113.9', 'https', false],
])('of %s the word %j about TLS is worth %j', (from, word, isSecure) => {
  const request = asked(from, { host: 'quay.example', 'x-forwarded-proto': word });
  expect([behind.isSecure(request), behind.originOf(request)]).toEqual([
    isSecure,
    `${isSecure ? 'https' : 'http'}://quay.example`,
  ]);
});

test('a list as long as headers may be is read at once', () => {
  const forwarded = '10.0.0.1,'.repeat(1_800);
  expect(addressOf('127.0.0.1', `${forwarded}10.0.0.2`)).toBe('10.0.0.1');
  expect(addressOf('127.0.0.1', forwarded)).toBe('127.0.0.1');
});
