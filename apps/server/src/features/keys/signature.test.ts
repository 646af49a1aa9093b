import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ed25519Key,
  hmacKey,
  isSigned,
  isSignedBy,
  isTimely,
  publicKeyBytes,
  readSignedQuery,
  timestampMs,
  type SignedQuery,
} from './signature.ts';

const SECRET = 'a secret of this test';
const KEY = hmacKey(Buffer.from(SECRET));
const HOSTS = ['api.huobi.pro', 'quay.example'];
const PATHS = ['/v1/order/orders', '/huobiapi/v1/order/orders'];
const REQUEST = { method: 'GET', hosts: HOSTS, paths: PATHS };
const HEAD = 'AccessKeyId=k-1&SignatureMethod=HmacSHA256&SignatureVersion=2&Timestamp=2026-01-05T12%3A00%3A00';

const hmac = (text: string, secret = SECRET): string => createHmac('sha256', secret).update(text).digest('base64');
const signed = (query: string, payload = `GET\n${HOSTS[0]}\n${PATHS[0]}\n${query}`): string =>
  `${query}&Signature=${encodeURIComponent(hmac(payload))}`;
function read(search: string): SignedQuery {
  const query = readSignedQuery(search);
  if (typeof query === 'string') throw new Error(query);
  return query;
}
const passes = (search: string, request = REQUEST): boolean => {
  const query = readSignedQuery(search);
  return typeof query !== 'string' && isSigned(KEY, request, query);
};

test('a query is signed as it came, and in the order of its bytes', () => {
  const inOrder = `${HEAD}&symbol=btcusdt`;
  const asSent = `SignatureMethod=HmacSHA256&SignatureVersion=2&AccessKeyId=k-1&Timestamp=2026-01-05T12%3A00%3A00&symbol=btcusdt`;
  expect(passes(signed(asSent))).toBe(true);
  // Signed in order, sent in another one.
  expect(passes(signed(asSent, `GET\n${HOSTS[0]}\n${PATHS[0]}\n${inOrder}`))).toBe(true);
  expect(passes(signed(inOrder, `GET\n${HOSTS[0]}\n${PATHS[0]}\n${asSent}`))).toBe(false);
});

test.each(HOSTS.flatMap((host) => PATHS.map((path) => [host, path])))(
  'it may be signed for %s and %s',
  (host, path) => {
    expect(passes(signed(HEAD, `GET\n${host}\n${path}\n${HEAD}`))).toBe(true);
  },
);

test('whichever way a program spelled a request before, it may spell the next in another', () => {
  const sent = 'symbol=btcusdt&' + HEAD;
  const ways = HOSTS.flatMap((host) => PATHS.map((path) => signed(HEAD, `GET\n${host}\n${path}\n${HEAD}`)));
  ways.push(signed(sent, `GET\n${HOSTS[0]}\n${PATHS[0]}\n${sent}`));
  ways.push(signed(sent, `GET\n${HOSTS[0]}\n${PATHS[0]}\n${HEAD}&symbol=btcusdt`));
  for (const before of ways) {
    for (const next of ways) {
      expect([passes(before), passes(next)]).toEqual([true, true]);
      expect(passes(next, { ...REQUEST, hosts: ['other.example'] })).toBe(false);
    }
  }
});

test('another method, host, path, query, secret or signing method is not signed', () => {
  const right = signed(HEAD);
  expect(passes(right)).toBe(true);
  expect(passes(right, { ...REQUEST, method: 'POST' })).toBe(false);
  expect(passes(right, { ...REQUEST, hosts: ['other.example'] })).toBe(false);
  expect(passes(right, { ...REQUEST, paths: ['/v1/order/history'] })).toBe(false);
  expect(passes(`${right}&size=1`)).toBe(false);
  expect(passes(right.replace('12%3A00%3A00', '12%3A00%3A01'))).toBe(false);
  expect(
    passes(`${HEAD}&Signature=${encodeURIComponent(hmac(`GET\n${HOSTS[0]}\n${PATHS[0]}\n${HEAD}`, 'other'))}`),
  ).toBe(false);
  const ed = HEAD.replace('HmacSHA256', 'Ed25519');
  expect(passes(signed(ed))).toBe(false);
});

describe('the form of a query', () => {
  test.each([
    ['nothing', '', 'unsigned'],
    ['no signature', HEAD, 'unsigned'],
    ['a name twice', `${signed(HEAD)}&AccessKeyId=k-2`, 'malformed'],
    ['a name twice, once escaped', `${signed(HEAD)}&%41ccessKeyId=k-2`, 'malformed'],
    ['a broken escape', `${signed(HEAD)}&x=%E0%A4`, 'malformed'],
    ['another version', signed(HEAD.replace('Version=2', 'Version=1')), 'bad_version'],
    ['a day that is none', signed(HEAD.replace('01-05', '02-30')), 'bad_timestamp'],
    ['a local time', signed(HEAD.replace('12%3A00%3A00', '12%3A00%3A00%2B02%3A00')), 'bad_timestamp'],
    ['an access key of other characters', signed(HEAD.replace('k-1', "k'1")), 'unsigned'],
  ])('%s is refused', (_what, search, fault) => {
    expect(readSignedQuery(search)).toBe(fault);
  });

  test('only one spelling of a signature counts', () => {
    const right = read(signed(HEAD));
    expect(isSigned(KEY, REQUEST, right)).toBe(true);
    for (const signature of [right.signature.replace(/=$/, ''), `${right.signature}=`, right.signature.toLowerCase()])
      expect(isSigned(KEY, REQUEST, { ...right, signature })).toBe(false);
  });
});

test('a signature of as many letters, but of more bytes, is no signature', () => {
  expect(isSignedBy(KEY, 'a request', `é${'a'.repeat(43)}`)).toBe(false);
});

test('Ed25519 signs with a key whose public half is known, raw or as an SPKI', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const raw = spki.subarray(-32);
  expect(publicKeyBytes(spki.toString('base64'))).toEqual(raw);
  expect(publicKeyBytes(raw.toString('base64'))).toEqual(raw);
  expect(publicKeyBytes('AAAA')).toBeUndefined();
  expect(
    publicKeyBytes(generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')),
  ).toBeUndefined();
  const query = HEAD.replace('HmacSHA256', 'Ed25519');
  const signature = sign(null, Buffer.from(`GET\n${HOSTS[0]}\n${PATHS[0]}\n${query}`), privateKey).toString('base64');
  const search = `${query}&Signature=${encodeURIComponent(signature)}`;
  expect(isSigned(ed25519Key(raw), REQUEST, read(search))).toBe(true);
  expect(isSigned(ed25519Key(raw), REQUEST, read(search.replace('k-1', 'k-2')))).toBe(false);
  expect(isSigned(KEY, REQUEST, read(search))).toBe(false);
});

test('a timestamp is whole seconds in UTC, and near now', () => {
  const atMs = Date.UTC(2026, 0, 5, 12);
  expect(timestampMs('2026-01-05T12:00:00')).toBe(atMs);
  for (const text of ['2026-01-05 12:00:00', '2026-01-05T12:00:00Z', '2026-13-05T12:00:00', ''])
    expect(timestampMs(text)).toBeUndefined();
  expect([-300_001, -300_000, 0, 300_000, 300_001].map((ms) => isTimely(atMs + ms, atMs))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
