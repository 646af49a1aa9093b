import { ok } from '@plimsoll/contract';
import { getusr, login, logout } from '@plimsoll/contract/membership';
import { upload } from '@plimsoll/contract/uploads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp, type TestAnswer, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../clock.ts';
import { sql } from '../db.ts';
import { SESSION_MAX_MS } from '../sessions.ts';
import { memberRoute, publicRoute } from './route.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 1));
const PROXY = '10.0.0.1';
const kept = sql<{ row: string }>(
  'test.boundSessions',
  `select string_agg(s::text, ' ') as row from session s where member_id = $1`,
);
let database: TestDatabase;
let one: TestHttp;
let other: TestHttp;
let memberId: string;

/** A process of the server. */
function open(): TestHttp {
  const http: TestHttp = testHttp({
    db: database.db,
    clock,
    trustProxy: [PROXY],
    routes: [
      publicRoute(login, async (_input, context) =>
        ok({ userinfo: { token: await http.sessions.open(memberId, database.db, context) }, known: 'x' }),
      ),
      memberRoute(getusr, async (_input, asked) =>
        ok({
          username: asked.memberId,
          id: 1,
          vip: 0,
          credit_score: 1,
          rzstatus: 0,
          have_pay: 0,
          has_unread: 0,
          invit: 'A',
        }),
      ),
      memberRoute(upload, async () => ok({ url: '', fullurl: '', data: { url: '', fullurl: '' } })),
      memberRoute(logout, async (_input, { sessionHash }) => {
        await http.sessions.end(sessionHash);
        return ok(null);
      }),
    ],
  });
  return http;
}

beforeAll(async () => {
  database = await testDatabase();
  one = open();
  other = open();
  memberId = (await one.newMember()).id;
});
afterAll(async () => {
  for (const { app } of [one, other]) await app.close();
  await database.drop();
});

const LEA = { username: 'lea@quay.example', password: 'quay4load7line' };
const APP = { 'session-binding': 'cookie' };
const set = ({ headers }: Pick<TestAnswer, 'headers'>): string[] => [headers['set-cookie'] ?? []].flat() as string[];
/** A browser: keeps cookies, oldest first, and sends them. */
class Browser {
  readonly #jar = new Map<string, string>();
  readonly #https: boolean;

  constructor(https = false) {
    this.#https = https;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(name: string, token?: string, http = one): Promise<TestAnswer> {
    const headers = {
      ...APP,
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      ...(this.#https ? { 'x-forwarded-proto': 'https' } : {}),
    };
    const answer = await http.call(name, LEA, {
      headers,
      ...(token === undefined ? {} : { token }),
      ...(this.#https ? { remoteAddress: PROXY } : {}),
    });
    for (const each of set(answer)) {
      const [pair = '', ...more] = each.split('; ');
      const [key = '', value = ''] = pair.split('=');
      if (more.includes('Max-Age=0')) this.#jar.delete(key);
      else this.#jar.set(key, value);
    }
    return answer;
  }

  /** Logs in. */
  async enter(): Promise<string> {
    return ((await this.ask('login')).data as { userinfo: { token: string } }).userinfo.token;
  }
}
const isIn = async (asked: Promise<TestAnswer>): Promise<boolean> => {
  const { code, reason } = await asked;
  if (code !== 1) expect([code, reason]).toEqual([401, 'login_required']);
  return code === 1;
};

test('a token is refused outside its browser, in every process and for every call', async () => {
  const browser = new Browser();
  const token = await browser.enter();
  expect([await isIn(browser.ask('getusr', token)), await isIn(browser.ask('getusr', token, other))]).toEqual([
    true,
    true,
  ]);
  const thief = new Browser();
  const own = await thief.enter();
  for (const http of [one, other]) {
    expect(await isIn(http.call('getusr', {}, { token }))).toBe(false);
    expect(await isIn(thief.ask('getusr', token, http))).toBe(false);
    expect(
      await isIn(http.call('getusr', {}, { token, headers: { cookie: browser.cookie.replace(/=.*/, '=') } })),
    ).toBe(false);
    expect(
      await isIn(
        http.call(
          'getusr',
          {},
          { token, headers: { cookie: browser.cookie.replace(/=.*/, `=${thief.cookie.split('=')[1]}`) } },
        ),
      ),
    ).toBe(false);
    const file = await http.app.inject({
      method: 'POST',
      url: '/api/api/common/upload',
      headers: { token, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    });
    expect(file.json()).toMatchObject({ code: 401 });
  }
  // The browser goes on, and so does whoever has a login of their own.
  expect([await isIn(browser.ask('getusr', token)), await isIn(thief.ask('getusr', own))]).toEqual([true, true]);
});

test('the cookie alone authenticates no request', async () => {
  const browser = new Browser();
  const token = await browser.enter();
  expect(await isIn(browser.ask('getusr'))).toBe(false);
  expect(await isIn(one.call('getusr', { token }, { headers: { cookie: browser.cookie } }))).toBe(false);
});

test('no script can read the cookie, no other site sends it, and nobody keeps the answer that sets it', async () => {
  const plain = await new Browser().ask('login');
  expect(set(plain)).toEqual([
    expect.stringMatching(
      /^session-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    ) as string,
  ]);
  expect(plain.headers['cache-control']).toBe('no-store');
  // The cookie is kept as long as any session may live.
  expect(SESSION_MAX_MS).toBe(7_776_000_000);
  expect(set(await new Browser(true).ask('login'))).toEqual([
    expect.stringMatching(
      /^__Host-session-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    ) as string,
  ]);
});

test('over TLS a cookie without the prefix, which another host of the domain could have set, binds nothing', async () => {
  const browser = new Browser(true);
  const token = await browser.enter();
  expect(await isIn(browser.ask('getusr', token))).toBe(true);
  const headers = { cookie: browser.cookie.replace('__Host-', ''), 'x-forwarded-proto': 'https' };
  expect(await isIn(one.call('getusr', {}, { token, headers, remoteAddress: PROXY }))).toBe(false);
});

test('the database holds neither the cookie nor the token in its name', async () => {
  const browser = new Browser();
  const token = await browser.enter();
  const [all] = await database.db.run(kept, [memberId]);
  for (const hidden of [token, browser.cookie.split('=')[1] ?? '']) expect(all?.row).not.toContain(hidden);
});

test('clients without binding use the header alone and get no cookie', async () => {
  const answer = await one.call('login', LEA);
  expect(set(answer)).toEqual([]);
  const { token } = (answer.data as { userinfo: { token: string } }).userinfo;
  expect([await isIn(one.call('getusr', {}, { token })), await isIn(other.call('getusr', {}, { token }))]).toEqual([
    true,
    true,
  ]);
});

test('two logins in one browser are independent, and logging out ends one', async () => {
  const browser = new Browser();
  const first = await browser.enter();
  const second = await browser.enter();
  expect([await isIn(browser.ask('getusr', first)), await isIn(browser.ask('getusr', second))]).toEqual([true, true]);
  expect((await browser.ask('logout', first)).code).toBe(1);
  expect([await isIn(browser.ask('getusr', first)), await isIn(browser.ask('getusr', second))]).toEqual([false, true]);
  expect((await browser.ask('logout', second)).code).toBe(1);
  expect(browser.cookie).toBe('');
});

test('a value that was planted before the login binds nothing', async () => {
  const browser = new Browser();
  const planted = 'A'.repeat(43);
  const answer = await one.call('login', LEA, { headers: { ...APP, cookie: `session-${'0'.repeat(16)}=${planted}` } });
  expect(set(answer)).toHaveLength(1);
  expect(set(answer)[0]).not.toContain(planted);
  expect(browser.cookie).toBe('');
});

test('a browser keeps the cookies of its last eight logins', async () => {
  const browser = new Browser();
  const tokens: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) tokens.push(await browser.enter());
  expect(browser.cookie.split('; ')).toHaveLength(8);
  expect([
    await isIn(browser.ask('getusr', tokens[1])),
    await isIn(browser.ask('getusr', tokens[2])),
    await isIn(browser.ask('getusr', tokens[9])),
  ]).toEqual([false, true, true]);
});

test('tries of a token elsewhere do not count as use of its session', async () => {
  const browser = new Browser();
  const token = await browser.enter();
  clock.advance(29 * 24 * 60 * 60 * 1000);
  expect(await isIn(one.call('getusr', {}, { token }))).toBe(false);
  clock.advance(2 * 24 * 60 * 60 * 1000);
  expect(await isIn(browser.ask('getusr', token))).toBe(false);
});
