import { existsSync } from 'node:fs';

/** Bytes as a client writes them, and how they may end. */
export interface WireRequest {
  readonly what: string;
  readonly bytes: string | Buffer;
  /** Statuses that the answer may have; 0 stands for a connection that is closed without one. */
  readonly ends: readonly number[];
}

/** How a screen is answered: 503 where the app has not been built, which is so by design. */
const SCREEN = existsSync(new URL('../../../member/dist/index.html', import.meta.url)) ? [200, 304] : [200, 304, 503];
const MAY_REFUSE = [400, 404, 405, 411, 413, 414, 415, 431, 501, 505, 0];
const HOST = 'Host: quay.example\r\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
/** A second request that must not be read out of the first one's body. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\n${HOST}${headers}Connection: close\r\n\r\n`;
const post = (headers: string, body: string, target = '/api/login'): string =>
  `POST ${target} HTTP/1.1\r\n${HOST}${FORM}${headers}\r\n${body}`;
const refused = (what: string, bytes: string | Buffer, ends: readonly number[] = MAY_REFUSE): WireRequest => ({
  what,
  bytes,
  ends,
});

/** Framing that is broken, or that two readers could read in two ways. */
function framings(): WireRequest[] {
  const lengths: readonly [what: string, headers: string][] = [
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n'],
    ['two lengths in one', 'Content-Length: 3, 4\r\n'],
    ['a length with a sign', 'Content-Length: +3\r\n'],
    ['a length below nothing', 'Content-Length: -1\r\n'],
    ['a length in hex', 'Content-Length: 0x3\r\n'],
    ['a length that is a word', 'Content-Length: three\r\n'],
    ['a length beyond all numbers', 'Content-Length: 99999999999999999999999\r\n'],
    ['a length in other digits', 'Content-Length: ٣\r\n'],
    ['length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks and length', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
    ['chunks that are last and not', 'Transfer-Encoding: chunked, identity\r\n'],
    ['chunks with a disguise', 'Transfer-Encoding: xchunked\r\n'],
    ['chunks behind a tab', 'Transfer-Encoding:\tchunked, gzip\r\n'],
    ['chunks before a colon with a space', 'Transfer-Encoding : chunked\r\n'],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'],
    ['a folded header', 'X-A: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
    ['a header without a colon', 'Content-Length 3\r\n'],
    ['a header without a name', ': 3\r\n'],
    ['a NUL in a header', 'X-A: a\u0000b\r\nContent-Length: 3\r\n'],
    ['a bare CR in a header', 'X-A: a\rb: c\r\nContent-Length: 3\r\n'],
  ];
  const chunks: readonly [what: string, body: string][] = [
    ['a chunk whose size is no number', 'zz\r\nabc\r\n0\r\n\r\n'],
    ['a chunk below nothing', '-1\r\nabc\r\n0\r\n\r\n'],
    ['a chunk beyond all numbers', 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n'],
    ['a chunk longer than its length', '1\r\nabc\r\n0\r\n\r\n'],
    ['a chunk with 0x', '0x3\r\nabc\r\n0\r\n\r\n'],
    ['a chunk without its end', '3\r\nabcX0\r\n\r\n'],
    ['bare LFs', '3\nabc\n0\n\n'],
    ['an extension without end', `3;${'x'.repeat(40_000)}\r\nabc\r\n0\r\n\r\n`],
  ];
  return [
    ...lengths.map(([what, headers]) =>
      refused(`${what}, with a second request behind it`, post(headers, `a=1${SMUGGLED}`)),
    ),
    ...chunks.map(([what, body]) => refused(what, post('Transfer-Encoding: chunked\r\n', `${body}${SMUGGLED}`))),
  ];
}

/** Lines and headers that are no HTTP/1.1. */
function shapes(): WireRequest[] {
  return [
    refused('nothing but noise', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])),
    refused('HTTP/0.9', 'GET /\r\n'),
    refused('HTTP/2 outright', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    refused('a version of its own', `GET / HTTP/9.9\r\n${HOST}\r\n`),
    refused('a method nobody knows', `HAUL / HTTP/1.1\r\n${HOST}\r\n`),
    refused('a method in small letters', `get / HTTP/1.1\r\n${HOST}\r\n`),
    refused('no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
    refused('spaces before the line', `  GET / HTTP/1.1\r\n${HOST}\r\n`),
    refused('a line of spaces', `GET  /healthz  HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [200, ...MAY_REFUSE]),
    refused('a header of 80 kB', get('/', `X-Long: ${'x'.repeat(80_000)}\r\n`)),
    refused('ten thousand headers', get('/', 'X-A: 1\r\n'.repeat(10_000))),
    refused('an address of 80 kB', get(`/${'x'.repeat(80_000)}`)),
    refused('CONNECT', `CONNECT quay.example:443 HTTP/1.1\r\n${HOST}\r\n`),
    refused('TRACE', `TRACE / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
    refused('a star', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
    refused('an upgrade to HTTP/2', get('/healthz', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'), [
      200,
      ...MAY_REFUSE,
    ]),
    refused(
      'an upgrade without a key',
      `GET /stream HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ),
    refused(
      'an upgrade of another version',
      `GET /stream HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      [426, ...MAY_REFUSE],
    ),
    refused('an expectation nobody meets', post('Expect: a-miracle\r\nContent-Length: 3\r\n', 'a=1'), [
      417,
      ...MAY_REFUSE,
    ]),
    refused('a body shorter than its length', post('Content-Length: 5\r\nConnection: close\r\n', 'a=%zz')),
  ];
}

/**
 * Addresses that lead up, elsewhere or nowhere. A screen is the answer to what could be one: it is the same for all.
 */
function addresses(): WireRequest[] {
  const targets = [
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '/assets/../../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/operator/../api/getusr',
    '/operator/..%2fapi%2fgetusr',
    '/api/../operator/api/members',
    '/api/..%2foperator%2fapi%2fmembers',
    '/uploads/public/../../config.ts',
    '/uploads/public/..%2f..%2fsecret',
    '/api/uploads/../secret',
    '/api/uploads/..%2fsecret',
    '/%00',
    '/a%00.html',
    '/%c0%af',
    '/%ff%fe',
    '/%',
    '/%zz',
    '/api/login%00',
    '/API/LOGIN',
    '/api//login',
    '//evil.example/',
    '/\\evil.example',
    'http://evil.example/api/getusr',
    'https://evil.example/',
    'file:///etc/passwd',
    'gopher://x',
    '/.env',
    '/.git/config',
    '/var/secret',
    '/package.json',
    '/apps/server/src/config.ts',
    '/api/getMarketList/../getusr',
    '/huobiapi/../api/getusr',
    '/huobiapi/%2e%2e/',
    '/;/',
    '/?a[]=1',
    '/api/getSetting?x=%ff',
    '/custom-script.js?v=../../x',
    '/é',
    '/\u0001',
  ];
  return targets.map((target) =>
    refused(`the address ${JSON.stringify(target)}`, get(target), [...SCREEN, ...MAY_REFUSE]),
  );
}

/** Every way to speak that is no proper HTTP/1.1 request. */
export const wireRequests = (): readonly WireRequest[] => [...framings(), ...shapes(), ...addresses()];
