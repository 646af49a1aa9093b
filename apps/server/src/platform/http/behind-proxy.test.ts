import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@plimsoll/contract';
import { emssend } from '@plimsoll/contract/membership';
import { openSession } from '@plimsoll/contract/operator/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../clock.ts';
import type { HttpDeps } from './http-deps.ts';
import { publicOperatorRoute } from './operator-route.ts';
import { publicRoute } from './route.ts';
import { securityText } from './security-txt.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 1));
let database: TestDatabase;
let folder: string;
let trusting: TestHttp;
let alone: TestHttp;
const addresses: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  await writeFile(join(folder, 'index.html'), '<html><script>1</script></html>');
  const session = { token: 'x', role: 'owner', id: 1, username: 'owner', totp: 0, known: 'x' } as const;
  const faces: Omit<HttpDeps, 'sessions' | 'settings' | 'log' | 'readiness' | 'bodySecret'> = {
    db: database.db,
    clock,
    appFolder: folder,
    routes: [
      publicRoute(emssend, async (_input, { address }) => {
        addresses.push(address);
        return ok(null);
      }),
    ],
    console: {
      routes: [
        publicOperatorRoute(openSession, async (_input, { address }) => {
          addresses.push(address);
          return { ok: true, value: session };
        }),
      ],
      identify: async () => undefined,
      folder,
    },
    rawRoutes: [
      {
        path: '/raw',
        answer: ({ address }) => {
          addresses.push(address);
          return { status: 200, json: '{}' };
        },
      },
    ],
    bytesRoutes: [
      {
        path: '/bytes/*',
        open: async ({ address }) => {
          addresses.push(address);
          return ok({ type: 'image/png', bytes: new Uint8Array() });
        },
      },
    ],
  };
  trusting = testHttp({ ...faces, trustProxy: ['10.0.0.0/8'] });
  alone = testHttp(faces);
});
afterAll(async () => {
  await trusting.app.close();
  await alone.app.close();
  await database.drop();
});

interface Request {
  readonly method?: 'POST';
  readonly url: string;
  readonly payload?: string;
  readonly type?: string;
}
const CALLS: readonly Request[] = [
  { method: 'POST', url: '/api/emssend', payload: 'email=a@quay.example', type: 'application/x-www-form-urlencoded' },
  {
    method: 'POST',
    url: '/operator/api/session',
    payload: '{"username":"owner","password":"x"}',
    type: 'application/json',
  },
  { url: '/raw' },
  { url: '/bytes/x' },
];
const PLACES: readonly Request[] = [
  ...CALLS,
  { url: '/' },
  { url: '/operator' },
  { url: '/operator/api/members' },
  { url: '/healthz' },
  { url: '/api/none' },
  { url: '/..%2f' },
];
const ask = (
  { app }: TestHttp,
  { method, url, payload, type }: Request,
  remoteAddress: string,
  headers: Record<string, string>,
) =>
  app.inject({
    method: method ?? 'GET',
    url,
    remoteAddress,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });

test('every interface knows the client behind a trusted proxy, and no other proxy is believed', async () => {
  const headers = { 'x-forwarded-for': '1.1.1.1, 198.51.100.7' };
  for (const call of CALLS) {
    addresses.length = 0;
    for (const [http, from] of [
      [trusting, '10.0.0.1'],
      [trusting, '203.0.113.1'],
      [alone, '10.0.0.1'],
    ] as const)
      expect((await ask(http, call, from, headers)).statusCode).toBeLessThan(300);
    expect([call.url, addresses]).toEqual([call.url, ['198.51.100.7', '203.0.113.1', '10.0.0.1']]);
  }
});

test('every answer over TLS has HSTS for a year, no other has', async () => {
  for (const place of PLACES) {
    const hstsOf = async (http: TestHttp, from: string, proto: string) =>
      (await ask(http, place, from, { 'x-forwarded-proto': proto })).headers['strict-transport-security'];
    expect([place.url, await hstsOf(trusting, '10.0.0.1', 'https')]).toEqual([place.url, 'max-age=31536000']);
    expect([
      await hstsOf(trusting, '10.0.0.1', 'http'),
      await hstsOf(trusting, '203.0.113.1', 'https'),
      await hstsOf(alone, '10.0.0.1', 'https'),
    ]).toEqual([undefined, undefined, undefined]);
  }
});

test.each([
  ['/', 'default dompurify page-script'],
  ['/operator', 'dompurify'],
])(
  'the page at %s can be framed by nobody, runs nothing of its text, and says little where it leads',
  async (url, policies) => {
    const { headers } = await ask(alone, { url }, '203.0.113.1', {});
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\).*payment=\(\)/) as string,
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'self'; script-src 'self' 'sha256-[^']+'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; /,
    );
    expect(policy).toMatch(new RegExp(`; require-trusted-types-for 'script'; trusted-types ${policies}$`));
  },
);

test('security.txt names the configured contact for three months; without a contact there is none', async () => {
  const served = testHttp({
    db: database.db,
    clock,
    routes: [],
    bytesRoutes: [
      securityText({ contact: 'mailto:security@quay.example', publicUrl: 'https://app.quay.example', clock }),
    ],
  });
  const { statusCode, headers, body } = await ask(served, { url: '/.well-known/security.txt' }, '203.0.113.1', {});
  expect([statusCode, headers['content-type'], body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'Contact: mailto:security@quay.example\nExpires: 2026-04-01T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://app.quay.example/.well-known/security.txt\n',
  ]);
  await served.app.close();
  expect((await ask(alone, { url: '/.well-known/security.txt' }, '203.0.113.1', {})).statusCode).toBe(404);
});
