import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ok, refuse } from '@plimsoll/contract';
import { getUserBalanceList } from '@plimsoll/contract/assets';
import { demoFunds } from '@plimsoll/contract/funding';
import { getMarketList, type MarketItem } from '@plimsoll/contract/market';
import { emssend, getusr, login } from '@plimsoll/contract/membership';
import { getLangList, getSetting } from '@plimsoll/contract/site';
import { tradecancelOrder, upbbbuy } from '@plimsoll/contract/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { ManualClock } from '../clock.ts';
import { sql } from '../db.ts';
import { hotContent } from './hot.ts';
import { memberRoute, publicRoute, type Route } from './route.ts';

let database: TestDatabase;
let http: TestHttp;
let token: string;
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const seen: unknown[] = [];
let emailsOn = true;

const market = (id: number): MarketItem =>
  ({
    id,
    title: 'BTC/USDT',
    symbol: 'btcusdt',
    coinname: 'BTC',
    trade_coin: 'USDT',
    close: '1',
    mark: null,
    change: '+0.00',
    hamount: '1',
    logo: '',
    min: '1',
    step: '1',
    price_step: '1',
  }) as MarketItem;
let markets = hotContent({ list: Array.from({ length: 30 }, (_each, place) => market(place + 1)) });

const routes: Route[] = [
  publicRoute(login, async (input, context) => {
    seen.push({ input, context });
    return input.username === 'boom'
      ? Promise.reject(new Error('secret insides'))
      : ok({ userinfo: { token: 'x' }, known: 'x' });
  }),
  publicRoute(emssend, async () => refuse('too_many_requests', { seconds: '17' }), { enabled: () => emailsOn }),
  publicRoute(getLangList, async (_input, { memberId }) =>
    ok([{ language_name: memberId ?? 'nobody', file_name: 'x'.repeat(2000), is_default: 0 }]),
  ),
  publicRoute(getMarketList, async () => ok({ list: [] }), { hot: () => markets }),
  memberRoute(getusr, async (_input, { memberId }) =>
    ok({
      username: memberId,
      id: 1,
      vip: 0,
      credit_score: 100,
      rzstatus: 0,
      have_pay: 0,
      has_unread: 0,
      invit: 'A',
    }),
  ),
  memberRoute(getUserBalanceList, async () =>
    ok({
      all_price: '1',
      coinList: [
        {
          type: 1,
          totalAvailableAsset: '1',
          balanceInfo: Array.from({ length: 40 }, () => ({
            coinId: 1,
            coinName: 'BTC',
            balance: '1',
            dbalance: '0',
            all_zhprice: '1',
          })),
        },
      ],
    }),
  ),
  memberRoute(demoFunds, async () => {
    throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  }),
  memberRoute(tradecancelOrder, async () => ok(null), { enabled: () => false }),
  memberRoute(upbbbuy, async () => refuse('amount_below_minimum', { minimum: '0.001', coin: 'BTC' })),
];

const setLang = sql<never>('test.setLang', `update member set lang = 'zh-cn' where id = $1`);

beforeAll(async () => {
  database = await testDatabase();
  http = testHttp({ db: database.db, clock, routes });
  token = (await http.newMember()).token;
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

const post = (url: string, payload: string | Buffer, headers: Record<string, string>) =>
  http.app.inject({ method: 'POST', url, payload, headers });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

test('a form and a JSON body are read the same', async () => {
  seen.length = 0;
  await http.call('login', { username: 'Zoë +&=', password: '100%' });
  await http.call('login', { username: 'Zoë +&=', password: '100%' }, { json: true });
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({
    input: { username: 'Zoë +&=', password: '100%' },
    context: { lang: 'en', address: '127.0.0.1' },
  });
  expect(seen[1]).toEqual(seen[0]);
});

test.each([
  ['a name given twice', FORM, 'username=a&username=b', 'repeated_parameter'],
  ['a name with brackets', FORM, 'username[]=a', 'repeated_parameter'],
  ['a name with an encoded bracket', FORM, 'user%5Bname=a', 'repeated_parameter'],
  ['a JSON name given twice', JSON_TYPE, '{"username":"a","username":"b"}', 'repeated_parameter'],
  [
    'a JSON name given twice in two spellings',
    JSON_TYPE,
    '{"username":"a","\\u0075sername":"b"}',
    'repeated_parameter',
  ],
  ['a JSON name with brackets', JSON_TYPE, '{"username[0]":"a"}', 'repeated_parameter'],
  ['a bad escape', FORM, 'username=%zz', 'malformed_body'],
  ['an escape cut short', FORM, 'username=%4', 'malformed_body'],
  ['escaped bytes that are not UTF-8', FORM, 'username=%ff%fe', 'malformed_body'],
  ['bytes that are not UTF-8', FORM, Buffer.from([0x75, 0x3d, 0xff]), 'malformed_body'],
  ['broken JSON', JSON_TYPE, '{"username":', 'malformed_body'],
  ['a JSON list', JSON_TYPE, '[]', 'malformed_body'],
  ['a JSON text', JSON_TYPE, '"x"', 'malformed_body'],
  ['JSON null', JSON_TYPE, 'null', 'malformed_body'],
  ['JSON nested without end', JSON_TYPE, '['.repeat(60_000), 'malformed_body'],
])('%s is a 400', async (_what, headers, body, reason) => {
  const response = await post('/api/login', body, headers);
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { code: 400, msg: expect.any(String) as string, data: null, reason },
  ]);
});

test('names like __proto__ are fields like any other', async () => {
  const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)},"__proto__":{"username":"x"},"constructor":1,"username":"a","password":"b"}`;
  expect((await post('/api/login', deep, JSON_TYPE)).json()).toMatchObject({ code: 1 });
  expect((await post('/api/login', '__proto__=1&hasOwnProperty=2&username=a&password=b', FORM)).json()).toMatchObject({
    code: 1,
  });
  expect((await post('/api/login', '{"__proto__":{"username":"x","password":"b"}}', JSON_TYPE)).json()).toMatchObject({
    reason: 'bad_login',
  });
});

test('no body is no fields', async () => {
  for (const headers of [FORM, JSON_TYPE, {}])
    expect((await post('/api/login', '', headers)).json()).toMatchObject({ code: 0, reason: 'bad_login' });
});

test.each([
  [413, 'body_too_large', '/api/login', 'POST', FORM, `username=${'a'.repeat(70_000)}`],
  [415, 'unsupported_media_type', '/api/login', 'POST', { 'content-type': 'text/plain' }, 'username=a'],
  [415, 'unsupported_media_type', '/api/login', 'POST', { 'content-type': 'a b c' }, 'username=a'],
  [415, 'unsupported_media_type', '/api/login', 'POST', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  [415, 'unsupported_media_type', '/api/login', 'POST', { ...FORM, 'content-encoding': 'gzip' }, 'username=a'],
  [415, 'unsupported_media_type', '/api/login', 'POST', { 'content-type': 'application/json; charset=utf-16' }, '{}'],
  [405, 'method_not_allowed', '/api/login', 'GET', {}, undefined],
  [405, 'method_not_allowed', '/api/login', 'PUT', FORM, 'username=a'],
  [405, 'method_not_allowed', '/api/login', 'PROPFIND', {}, undefined],
  [405, 'method_not_allowed', '/api/getLangList', 'POST', FORM, ''],
  [404, 'unknown_path', '/api/nothing', 'POST', { 'content-type': 'text/plain' }, 'x'],
  [404, 'unknown_path', '/api/nothing', 'GET', {}, undefined],
  [404, 'unknown_path', '/api/login/', 'POST', FORM, ''],
  [404, 'unknown_path', '/api', 'GET', {}, undefined],
  [404, 'unknown_path', '/none.js', 'GET', {}, undefined],
  [400, 'malformed_body', '/api/%zz', 'GET', {}, undefined],
] as [number, string, string, 'GET', Record<string, string>, string | undefined][])(
  '%i %s for %s %s',
  async (status, reason, url, method, headers, payload) => {
    const response = await http.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    expect([response.statusCode, response.json()]).toEqual([
      status,
      { code: status, msg: expect.stringMatching(/./) as string, data: null, reason },
    ]);
  },
);

test.each(['/operator/api/nothing', '/operator/api/', '/operator/api'])(
  'what is no console call below its address is a problem, and no page of the console: %s',
  async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, headers, json } = await http.app.inject({ method, url });
      expect([statusCode, headers['content-type'], json()]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
        {
          type: '/problems/unknown_path',
          title: expect.stringMatching(/./) as string,
          status: 404,
          reason: 'unknown_path',
        },
      ]);
    }
  },
);

test('a 405 says which methods there are', async () => {
  expect((await http.app.inject({ method: 'GET', url: '/api/login' })).headers.allow).toBe('POST');
  expect((await http.app.inject({ method: 'PUT', url: '/api/getLangList' })).headers.allow).toBe('GET, HEAD');
});

test('a wrong method is refused before anything else is checked', async () => {
  const response = await http.app.inject({
    method: 'PUT',
    url: '/api/login',
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
  });
  expect(response.statusCode).toBe(405);
});

test('without a login a member call is 401 on HTTP 200', async () => {
  for (const bad of [undefined, '', 'x', `${token}x`, `${token}, ${token}`, token.toLowerCase()]) {
    const answer = await http.call('getusr', {}, bad === undefined ? {} : { token: bad });
    expect(answer).toMatchObject({ status: 200, code: 401, data: null, reason: 'login_required' });
  }
  expect(
    await http.call(
      'getusr',
      { token, Token: token },
      { headers: { authorization: `Bearer ${token}`, cookie: `token=${token}` } },
    ),
  ).toMatchObject({ code: 401 });
  expect(await http.call('getusr', {}, { token })).toMatchObject({ status: 200, code: 1 });
});

test('on a public call a bad token is ignored, and a good one is known', async () => {
  const nobody = await http.call('getLangList', {}, { method: 'GET', token: 'junk' });
  expect(nobody).toMatchObject({ code: 1, data: [{ language_name: 'nobody' }] });
  const { id, token: own } = await http.newMember();
  expect(await http.call('getLangList', {}, { method: 'GET', token: own })).toMatchObject({
    data: [{ language_name: id }],
  });
});

test('checks come in their order: transport, login, key, switch, fields', async () => {
  const wrong = { headers: { 'content-type': 'text/plain', 'idempotency-key': 'ä' } };
  expect(await http.call('tradecancelOrder', { bb_id: 'x' }, wrong)).toMatchObject({ code: 415 });
  expect(await http.call('tradecancelOrder', { bb_id: 'x' }, { key: 'a b' })).toMatchObject({ code: 401 });
  expect(await http.call('tradecancelOrder', { bb_id: 'x' }, { token, key: 'a b' })).toMatchObject({
    code: 0,
    reason: 'bad_idempotency_key',
  });
  expect(await http.call('tradecancelOrder', { bb_id: 'x' }, { token })).toMatchObject({
    code: 201,
    reason: 'switched_off',
  });
  expect(await http.call('upbbbuy', { m_id: 'x' }, { token })).toMatchObject({ code: 0, reason: 'bad_id' });
  emailsOn = false;
  expect(await http.call('emssend', { email: 'x' })).toMatchObject({ code: 201, reason: 'switched_off' });
  emailsOn = true;
  expect(await http.call('emssend', { email: 'x' })).toMatchObject({ code: 0, reason: 'bad_email' });
});

test('a refusal speaks the language asked for, else the stored one, else English', async () => {
  const order = { m_id: '1', type: '1', operate_type: '1', num: '1', price: '1' };
  expect(await http.call('upbbbuy', order, { token, lang: 'zh-cn' })).toMatchObject({
    reason: 'amount_below_minimum',
    msg: '最小数量为 0.001 BTC',
  });
  expect(await http.call('upbbbuy', order, { token, lang: 'xx' })).toMatchObject({ msg: 'The minimum is 0.001 BTC' });
  const { token: reader, id } = await http.newMember();
  expect(await http.call('upbbbuy', order, { token: reader })).toMatchObject({ msg: 'The minimum is 0.001 BTC' });
  http.sessions.languageChanged(id, 'ar');
  expect(await http.call('upbbbuy', order, { token: reader })).toMatchObject({ msg: 'الحد الأدنى هو 0.001 BTC' });
  expect(await http.call('upbbbuy', order, { token: reader, lang: 'en' })).toMatchObject({
    msg: 'The minimum is 0.001 BTC',
  });
});

test('an internal error is answered without details; the log has them', async () => {
  const answer = await http.call('login', { username: 'boom', password: 'b' });
  expect(answer).toMatchObject({ status: 500, code: 500, data: null, reason: 'internal_error' });
  expect(JSON.stringify(answer)).not.toContain('insides');
  expect(http.logged.at(-1)).toMatchObject({ details: { call: 'login' }, message: 'member call failed' });
});

test('while the database is away a call is 503, to be tried again', async () => {
  expect(await http.call('demoFunds', {}, { token })).toMatchObject({
    status: 503,
    code: 503,
    reason: 'not_ready',
    headers: { 'retry-after': '1' },
  });
});

test('a refusal whose words lack a parameter is a 500 where answers are checked', async () => {
  const wrong = testHttp({
    db: database.db,
    clock,
    routes: [publicRoute(emssend, async () => refuse('amount_below_minimum', { minimum: '1' }))],
  });
  expect(await wrong.call('emssend', { email: 'a@b.co' })).toMatchObject({ code: 500 });
  await wrong.app.close();
});

test('a 429 says how long to wait', async () => {
  const answer = await http.call('emssend', { email: 'a@b.co' });
  expect(answer).toMatchObject({
    status: 429,
    code: 429,
    reason: 'too_many_requests',
    headers: { 'retry-after': '17' },
  });
  expect(answer.msg).toContain('17');
});

test('an answer that is not the contract’s is a 500 where answers are checked', async () => {
  const wrong = testHttp({ db: database.db, clock, routes: [publicRoute(getSetting, async () => ok({} as never))] });
  expect(await wrong.call('getSetting', {}, { method: 'GET' })).toMatchObject({ code: 500 });
  await wrong.app.close();
});

test('a public GET has an ETag of its own for each encoding and answers 304 to it', async () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const first = await http.app.inject({
      method: 'GET',
      url: '/api/getLangList',
      headers: { 'accept-encoding': encoding },
    });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers['content-encoding'] ?? 'identity').toBe(encoding);
    const again = await http.app.inject({
      method: 'GET',
      url: '/api/getLangList',
      headers: { 'accept-encoding': encoding, 'if-none-match': etag },
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const other = await http.app.inject({
      method: 'GET',
      url: '/api/getLangList',
      headers: { 'if-none-match': '"other"' },
    });
    expect(other.statusCode).toBe(200);
  }
});

test('HEAD answers as GET does, without the body', async () => {
  const get = await http.app.inject({ method: 'GET', url: '/api/getLangList' });
  const head = await http.app.inject({ method: 'HEAD', url: '/api/getLangList' });
  expect([head.statusCode, head.body, head.headers['content-length'], head.headers.etag]).toEqual([
    200,
    '',
    get.headers['content-length'],
    get.headers.etag,
  ]);
});

test('bodies over a kibibyte are compressed on request; members’ own are not cached', async () => {
  const plain = await http.app.inject({ method: 'POST', url: '/api/getUserBalanceList', headers: { token } });
  for (const [encoding, undo] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const response = await http.app.inject({
      method: 'POST',
      url: '/api/getUserBalanceList',
      headers: { token, 'accept-encoding': `${encoding};q=0.5, x` },
    });
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
    });
    expect(undo(response.rawPayload).toString()).toBe(plain.body);
  }
  const none = await http.app.inject({
    method: 'POST',
    url: '/api/getUserBalanceList',
    headers: { token, 'accept-encoding': 'br;q=0, gzip;q=0' },
  });
  expect(none.headers['content-encoding']).toBeUndefined();
});

test('with an unknown Lang a hot answer is in the language of the member', async () => {
  const { id, token: theirs } = await http.newMember();
  await database.db.run(setLang, [id]);
  expect((await http.call('getMarketList', {}, { token: theirs, lang: 'xx' })).msg).toBe('操作成功');
  for (const how of [{ token: theirs, lang: 'en' }, { lang: 'xx' }])
    expect((await http.call('getMarketList', {}, how)).msg).toBe('Done');
});

test('a hot answer is served until it is replaced, in every language', async () => {
  const first = await http.call('getMarketList', {}, { lang: 'zh-cn' });
  expect(first).toMatchObject({ code: 1, msg: '操作成功', data: { list: { length: 30 } } });
  expect((await http.call('getMarketList')).msg).toBe('Done');
  markets = hotContent({ list: [] });
  expect(await http.call('getMarketList')).toMatchObject({ data: { list: [] } });
  expect((await post('/api/getMarketList', 'a=1&a=2', FORM)).statusCode).toBe(400);
});

test('healthz answers; readyz answers with the reason', async () => {
  expect((await http.app.inject('/healthz')).json()).toMatchObject({ code: 1, data: null });
  expect((await http.app.inject('/readyz')).statusCode).toBe(200);
  const ill = testHttp({ db: database.db, clock, routes: [], readiness: () => 'feed' });
  const response = await ill.app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { code: 503, msg: expect.any(String) as string, data: { why: 'feed' }, reason: 'not_ready' },
  ]);
  await ill.app.close();
});

test('a silent feed leaves the server ready: that has a path of its own', async () => {
  const silent = testHttp({ db: database.db, clock, routes: [], isFeedFresh: () => false });
  expect((await silent.app.inject('/readyz')).statusCode).toBe(200);
  const response = await silent.app.inject('/readyz/feed');
  expect([response.statusCode, response.json()]).toMatchObject([503, { data: { why: 'feed_not_fresh' } }]);
  await silent.app.close();
  expect((await http.app.inject('/readyz/feed')).statusCode).toBe(200);
});

test('an error thrown by a handler is a logged 500, and the next request is answered', async () => {
  const wrong = testHttp({
    db: database.db,
    clock,
    routes: [
      publicRoute(getLangList, async () => ok([]), {
        hot: () => {
          throw new Error('secret insides');
        },
      }),
    ],
  });
  const answer = await wrong.app.inject('/api/getLangList');
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { reason: 'internal_error' }]);
  expect(answer.body).not.toContain('secret insides');
  expect(wrong.logged.map(({ message }) => message)).toEqual(['request failed']);
  expect((await wrong.app.inject('/healthz')).statusCode).toBe(200);
  await wrong.app.close();
});

test('an app that is not built answers 503; other paths are served', async () => {
  const { statusCode, headers } = await http.app.inject('/market');
  expect([statusCode, headers['content-type'], headers['content-security-policy']]).toEqual([
    503,
    'text/html; charset=utf-8',
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
});

test('the built app is served: screens, hashed files for ever, and inline scripts by their hashes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  await mkdir(join(folder, 'assets'));
  const script = 'console.log("a".repeat(3))';
  await writeFile(
    join(folder, 'index.html'),
    `<html><style>a{}</style><script>${script}</script><script src="/assets/x.js"></script></html>`,
  );
  await writeFile(join(folder, 'assets', 'index-Abc_1234.js'), 'x'.repeat(3000));
  await writeFile(join(folder, 'assets', 'index-Abc_1234.js.br'), 'built');
  const built = testHttp({ db: database.db, clock, routes: [], appFolder: folder });
  for (const url of ['/', '/market', '/exchange?currentSymbol=btcusdt', '/index.html']) {
    const screen = await built.app.inject(url);
    expect([screen.statusCode, screen.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(screen.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const policy = String(screen.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types default dompurify page-script$/);
    const known = await built.app.inject({ url, headers: { 'if-none-match': String(screen.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  }
  const file = await built.app.inject({ url: '/assets/index-Abc_1234.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect([file.body, file.headers['cache-control'], file.headers['content-encoding']]).toEqual([
    'built',
    'public, max-age=31536000, immutable',
    'br',
  ]);
  // A service worker has the policy of its own file, and loads its parts by address.
  expect(file.headers['content-security-policy']).not.toContain('trusted-types');
  const zipped = await built.app.inject({ url: '/assets/index-Abc_1234.js', headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('x'.repeat(3000));
  expect((await built.app.inject('/assets/none.js')).statusCode).toBe(404);
  expect((await built.app.inject('/api/none')).json()).toMatchObject({ reason: 'unknown_path' });
  expect((await built.app.inject('/..%2f..%2fetc/passwd')).body).toContain('<html>');
  await built.app.close();
});
