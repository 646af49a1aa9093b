import type { Settings } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { connected } from '../../platform/connection.ts';
import { sql } from '../../platform/db.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { operatorHttp, type OperatorHttp } from '../../testing/operator-http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { Proposals } from '../proposals/index.ts';
import { createSite, SettingsStore, siteAudits, type Site } from './index.ts';

type Operator = Awaited<ReturnType<OperatorHttp['operator']>>;

const lastAction = sql<{
  action: string;
  ref: string;
  before: unknown;
  after: unknown;
  remark: string;
  username: string;
}>(
  'test.lastAction',
  `
  select action, ref, before, after, remark, username from operator_audit where resource = $1 order by id desc limit 1`,
);
const countActions = sql<{ count: number }>('test.countActions', 'select count(*)::int as count from operator_audit');
/** The server's own role may not delete settings. */
const clear = () => connected(database.url, (tables) => tables.query('delete from setting'));

let database: TestDatabase;
let clock: ManualClock;
/** Two processes on one database. */
let here: { settings: SettingsStore; proposals: Proposals; site: Site };
let there: typeof here;
let http: OperatorHttp;
let clerk: Operator;
let owner: Operator;
let other: Operator;

const log = { error: () => {} };
function opened(mode: 'demo' | 'live' = 'demo'): typeof here {
  const settings = new SettingsStore({ db: database.db, clock, log, mode, isDemoFeed: mode === 'demo' });
  const proposals = new Proposals({ db: database.db, clock, log });
  return {
    settings,
    proposals,
    site: createSite({ db: database.db, clock, log, settings, proposals, storeLanguage: async () => {} }),
  };
}
const httpOf = ({ settings, proposals, site }: typeof here) =>
  operatorHttp({
    proposals,
    db: database.db,
    clock,
    routes: site.routes,
    bytesRoutes: site.bytesRoutes,
    operatorRoutes: site.operatorRoutes,
    settings: () => settings.current(),
  });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await clear();
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  [here, there] = [opened(), opened()];
  for (const { settings, site } of [here, there]) {
    await settings.start();
    await site.workers[0]?.start();
  }
  http = httpOf(here);
  [clerk, owner, other] = [await http.operator('clerk'), await http.operator('owner'), await http.operator('owner')];
  return async () => {
    for (const { settings, site } of [here, there]) {
      settings.stop();
      await site.workers[0]?.stop();
    }
    await http.app.close();
  };
});

const action = async (resource: string) => (await database.db.run(lastAction, [resource]))[0];
const actions = async () => (await database.db.run(countActions))[0]?.count;
const shown = async <T>(call: string, from: OperatorHttp = http) => (await from.call(call)).data as T;
const settingsShown = async (from = http) => (await from.call('getSetting', {}, { method: 'GET' })).data as Settings;
const EVIL =
  '<h2 onclick="x()">Ours</h2><script>alert(1)</script><img src=x onerror=alert(1)><a href="java\nscript:alert(1)">go</a>' +
  '<svg><script>1</script></svg><style>*{}</style><iframe src="//e.example"></iframe><p style="x">kept <b>bold</b></p>';

test('a clerk’s article is shown here at once and in other processes within two seconds, with its HTML sanitised', async () => {
  const made = await http.ask('POST', '/contents', {
    token: clerk.token,
    fields: { title: 'About', content: EVIL, sort: 2 },
  });
  expect(made).toMatchObject({ status: 201, body: { title: 'About', img: '', sort: 2, enabled: 1 } });
  const {
    list: [article],
  } = await shown<{ list: { content: string }[] }>('getContentList');
  expect(article?.content).toContain('<h2>Ours</h2>');
  expect(article?.content).toContain('<p>kept <b>bold</b></p>');
  expect(article?.content).not.toMatch(/script|onerror|onclick|iframe|style|svg/i);
  expect(await action('contents')).toMatchObject({
    action: 'create',
    ref: String(made.body['id']),
    username: clerk.username,
    after: { title: 'About', content: article?.content },
  });
  const elsewhere = httpOf(there);
  clock.advance(2000);
  await expect.poll(async () => (await shown<{ list: object[] }>('getContentList', elsewhere)).list).toEqual([article]);
  const retired = await http.ask('PATCH', `/contents/${String(made.body['id'])}`, {
    token: clerk.token,
    fields: { enabled: 0, content: '<p>Changed</p>' },
  });
  expect(retired).toMatchObject({ status: 200, body: { enabled: 0, content: '<p>Changed</p>', title: 'About' } });
  expect(await shown('getContentList')).toEqual({ list: [] });
  expect(await action('contents')).toMatchObject({
    action: 'change',
    before: { enabled: 1 },
    after: { enabled: 0, content: '<p>Changed</p>' },
  });
  await elsewhere.app.close();
});

test('an article for a language is listed for its readers alone, in its order', async () => {
  const post = (fields: Record<string, unknown>) =>
    http.ask('POST', '/contents', { token: clerk.token, fields: { content: 'x', ...fields } });
  await post({ title: 'All', sort: 2 });
  const german = await post({ title: 'Über uns', sort: 1, lang: 'de' });
  expect(german).toMatchObject({ status: 201, body: { lang: 'de' } });
  await post({ title: 'À propos', sort: 3, lang: 'FR' });
  const titles = async (lang?: string) =>
    (
      (await http.call('getContentList', {}, lang === undefined ? {} : { lang })).data as { list: { title: string }[] }
    ).list.map(({ title }) => title);
  expect([await titles('de'), await titles('fr'), await titles('ar'), await titles()]).toEqual([
    ['Über uns', 'All'],
    ['All', 'À propos'],
    ['All'],
    ['All'],
  ]);
  expect(
    Object.keys(
      ((await http.call('getContentList', {}, { lang: 'de' })).data as { list: object[] }).list[0] ?? {},
    ).sort(),
  ).toEqual(['content', 'img', 'title']);
  expect(
    await http.ask('PATCH', `/contents/${String(german.body['id'])}`, { token: clerk.token, fields: { lang: 'xx' } }),
  ).toMatchObject({ status: 422, body: { reason: 'bad_lang', field: 'lang' } });
  expect(
    await http.ask('PATCH', `/contents/${String(german.body['id'])}`, { token: clerk.token, fields: { lang: '' } }),
  ).toMatchObject({ status: 200, body: { lang: '' } });
  expect(await titles('ar')).toEqual(['Über uns', 'All']);
  const { body } = await http.ask('GET', '/contents', { token: clerk.token });
  for (const { id } of body['list'] as { id: number }[])
    await http.ask('PATCH', `/contents/${id}`, { token: clerk.token, fields: { enabled: 0 } });
});

test('banners and friends are listed in order, and executable or private addresses are refused as picture and link', async () => {
  const post = (path: string, fields: object) => http.ask('POST', path, { token: clerk.token, fields: { ...fields } });
  const name = 'a'.repeat(32);
  expect(
    await post('/friends', {
      title: 'Second',
      url: 'https://second.example/?a=1',
      img: `https://quay.example/uploads/public/${name}`,
      sort: 2,
    }),
  ).toMatchObject({ status: 201 });
  expect(await post('/friends', { title: 'First', url: 'https://first.example', sort: 1 })).toMatchObject({
    status: 201,
  });
  expect(await shown('getFriendList')).toEqual({
    list: [
      { title: 'First', url: 'https://first.example', img: '' },
      { title: 'Second', url: 'https://second.example/?a=1', img: `/uploads/public/${name}` },
    ],
  });
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '//evil.example',
    'data:text/html,x',
    'https://a"b.example',
    'https://me@evil.example',
    '/\\evil.example',
    '',
  ]) {
    expect(await post('/friends', { title: 'Bad', url })).toMatchObject({
      status: 422,
      body: { reason: 'bad_value', field: 'url' },
    });
  }
  for (const img of [
    'javascript:alert(1)',
    `/api/uploads/${name}?expires=1&signature=x`,
    `https://quay.example/api/uploads/${name}`,
    'data:image/png;base64,AA==',
    'http://a.example/b.png',
    '',
  ]) {
    expect(await post('/banners', { img })).toMatchObject({ status: 422, body: { reason: 'bad_image', field: 'img' } });
  }
  expect(await post('/banners', { img: '/banners/check-the-line.svg', url: '/market', sort: 0 })).toMatchObject({
    status: 201,
  });
  expect((await shown<{ url: string }[]>('getBanner'))[0]).toEqual({
    img: '/banners/check-the-line.svg',
    url: '/market',
  });
  expect(await http.ask('GET', '/banners', { token: clerk.token, fields: { limit: 2, sort: 'sort' } })).toMatchObject({
    status: 200,
    body: { total: 4, list: [{ url: '/market' }, {}] },
  });
});

test('an owner chooses the offered languages and the default, which stays offered', async () => {
  const { body } = await http.ask('GET', '/languages', { token: clerk.token, fields: { limit: 50 } });
  const list = body['list'] as { id: number; file_name: string }[];
  expect([body['total'], list.length]).toEqual([26, 26]);
  const id = (code: string) => list.find(({ file_name }) => file_name === code)?.id;
  const patch = (code: string, fields: Record<string, unknown>, token = owner.token) =>
    http.ask('PATCH', `/languages/${id(code)}`, { token, fields });
  expect(await patch('fr', { enabled: 0 }, clerk.token)).toMatchObject({ status: 403 });
  expect(await patch('fr', { enabled: 0 })).toMatchObject({ status: 200, body: { enabled: 0 } });
  expect(await patch('en', { enabled: 0 })).toMatchObject({ status: 409, body: { reason: 'in_use' } });
  expect(await patch('zh-cn', { is_default: 1 })).toMatchObject({ status: 200, body: { is_default: 1, enabled: 1 } });
  expect(await patch('en', {})).toMatchObject({ status: 422, body: { reason: 'nothing_to_change' } });
  const offered = (await http.call('getLangList', {}, { method: 'GET' })).data as {
    file_name: string;
    is_default: number;
  }[];
  expect(offered.map(({ file_name }) => file_name)).not.toContain('fr');
  expect(offered.filter(({ is_default }) => is_default === 1).map(({ file_name }) => file_name)).toEqual(['zh-cn']);
  expect(await http.call('setLang', { lang: 'fr' }, { method: 'GET' })).toMatchObject({ code: 0, reason: 'bad_lang' });
  await patch('fr', { enabled: 1 });
  await patch('en', { is_default: 1 });
});

test('changed settings are in force here at once and in another process within two seconds, and the log contains the values before', async () => {
  const fields = {
    loan_switch: 0,
    spot_fee: '0.00075',
    max_open_orders: 7,
    four_eyes_threshold: '2500.5',
    hy_numcolstmp: [1, 2],
    name: 'Quay',
    fresh_seconds: '9',
  };
  const answer = await http.agreed('PATCH', '/settings', { token: owner.token, fields });
  expect(answer).toMatchObject({
    status: 200,
    body: { loan_switch: 0, spot_fee: '0.00075000', max_open_orders: 7, hy_numcolstmp: [1, 2], fresh_seconds: 9 },
  });
  expect(here.settings.current()).toMatchObject({ loan_switch: 0, max_open_orders: 7, name: 'Quay' });
  expect(await settingsShown()).toMatchObject({ loan_switch: 0, name: 'Quay' });
  expect(there.settings.current().loan_switch).toBe(1);
  clock.advance(2000);
  await expect.poll(() => there.settings.current().name).toBe('Quay');
  expect([format(there.settings.current().spot_fee), format(there.settings.current().four_eyes_threshold)]).toEqual([
    '0.00075000',
    '2500.50000000',
  ]);
  expect(await action('settings')).toMatchObject({
    action: 'change',
    ref: '',
    before: { loan_switch: 1, spot_fee: '0.00100000', max_open_orders: null },
    after: { loan_switch: 0, spot_fee: '0.00075000', max_open_orders: 7 },
  });
  expect(await http.ask('PATCH', '/settings', { token: owner.token, fields: { max_open_orders: null } })).toMatchObject(
    { body: { max_open_orders: null } },
  );
  expect(await http.ask('GET', '/settings', { token: clerk.token })).toMatchObject({
    status: 200,
    body: { name: 'Quay', demo: 1, terms_version: 1, max_open_orders: null },
  });
});

test('in live mode no owner can switch off the verification of addresses', async () => {
  const live = opened('live');
  await live.settings.start();
  const itsHttp = httpOf(live);
  const { token } = await itsHttp.operator('owner');
  for (const fields of [{ verify_email_code: 0 }, { loan_switch: 0, phone_register_switch: 1 }]) {
    expect(await itsHttp.ask('PATCH', '/settings', { token, fields })).toMatchObject({
      status: 422,
      body: { reason: 'not_settable' },
    });
  }
  expect(
    await itsHttp.ask('PATCH', '/settings', { token, fields: { verify_email_code: 1, loan_switch: 0 } }),
  ).toMatchObject({ status: 200, body: { verify_email_code: 1, phone_register_switch: 0, loan_switch: 0 } });
  live.settings.stop();
  await itsHttp.app.close();
});

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown name', { loan_switch: 0, no_such: 1 }, 'unknown_field'],
  ['the flag of the feed', { loan_switch: 0, demo: 0 }, 'not_settable'],
  ['the version of the terms', { terms_version: 9 }, 'not_settable'],
  ['a script without a second owner', { custom_script: 'alert(1)' }, 'not_settable'],
  ['an invalid flag', { loan_switch: 2 }, 'bad_value'],
  ['a fee of 100 %', { loan_switch: 0, spot_fee: '1' }, 'bad_value'],
  ['a fee as a float', { spot_fee: 0.1 }, 'bad_value'],
  ['a band too narrow', { mark_band: '0.0009' }, 'bad_value'],
  ['a band too wide', { mark_band: '0.06' }, 'bad_value'],
  ['a line without a delay', { line_delay: 0 }, 'bad_value'],
  ['a threshold below zero', { loan_switch: 0, four_eyes_threshold: '-1' }, 'bad_amount'],
  ['a freshness of zero', { fresh_seconds: 0 }, 'bad_value'],
  ['presets out of order', { hy_numcolstmp: [2, 1] }, 'bad_value'],
  ['presets as text', { hy_numcolstmp: '1,2' }, 'bad_value'],
  ['a link with a script', { loan_switch: 0, custom_service: 'javascript:alert(1)' }, 'bad_value'],
  ['a blank name', { name: ' ' }, 'nothing_to_change'],
  ['nothing', {}, 'nothing_to_change'],
])('settings with %s are refused as a whole', async (_what, fields, reason) => {
  const before = await actions();
  expect(await http.ask('PATCH', '/settings', { token: owner.token, fields })).toMatchObject({
    status: 422,
    body: { reason },
  });
  expect(await here.settings.readWithin(database.db)).toEqual(here.settings.current());
  expect([here.settings.current().loan_switch, await actions()]).toEqual([1, before]);
});

test('a setting that is fixed is refused with a reason', async () => {
  const { body } = await http.ask('PATCH', '/settings', { token: owner.token, fields: { demo: 0 }, lang: 'zh-cn' });
  expect(body['title']).toMatch(/\p{Script=Han}/u);
});

test('only owners change settings and scripts, viewers read them', async () => {
  const viewer = await http.operator('viewer');
  for (const path of ['/settings', '/scripts', '/banners', '/contents', '/friends', '/languages'])
    expect(await http.ask('GET', path, viewer)).toMatchObject({ status: 200 });
  expect(await http.ask('PATCH', '/settings', { token: clerk.token, fields: { nonsense: 1 } })).toMatchObject({
    status: 403,
  });
  expect(
    await http.ask('POST', '/scripts', { token: (await http.operator('treasurer')).token, fields: { content: 'x' } }),
  ).toMatchObject({ status: 403 });
  expect(await http.ask('POST', '/banners', { token: viewer.token, fields: {} })).toMatchObject({ status: 403 });
});

test('a script runs once a second owner approved it, from this origin, and until any owner revokes it', async () => {
  const propose = async (content: string) => {
    const { status, body } = await http.ask('POST', '/scripts', { token: owner.token, fields: { content } });
    expect(status).toBe(202);
    return `/scripts/${String(body['id'])}`;
  };
  const first = await propose('document.title = "1"');
  expect((await settingsShown()).custom_script).toBe('');
  expect(await http.ask('POST', `${first}/approve`, owner)).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect(
    await http.ask('POST', `${first}/approve`, { token: other.token, fields: { remark: 'read every line' } }),
  ).toMatchObject({ status: 200, body: { status: 2, proposed_by: Number(owner.id), approved_by: Number(other.id) } });
  expect(await action('scripts')).toMatchObject({ action: 'approve', remark: 'read every line' });
  expect(await http.ask('POST', `${first}/approve`, other)).toMatchObject({
    status: 409,
    body: { reason: 'already_decided' },
  });
  const running = await settingsShown();
  expect(running.custom_script).toBe('document.title = "1"');
  const file = await http.app.inject({ method: 'GET', url: running.custom_script_src });
  expect([file.statusCode, file.body]).toEqual([200, 'document.title = "1"']);
  expect(file.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await http.app.inject({ method: 'GET', url: '/custom-script.js?v=0' })).statusCode).toBe(404);

  const second = await propose('document.title = "2"');
  await http.ask('POST', `${second}/approve`, other);
  expect(await http.ask('GET', first, owner)).toMatchObject({ body: { status: 3, revoked_by: null } });
  const replaced = await settingsShown();
  expect([replaced.custom_script, replaced.custom_script_src === running.custom_script_src]).toEqual([
    'document.title = "2"',
    false,
  ]);
  clock.advance(2000);
  await expect.poll(() => there.settings.current().custom_script).toBe('document.title = "2"');

  expect(await http.ask('POST', `${second}/revoke`, owner)).toMatchObject({
    status: 200,
    body: { status: 3, revoked_by: Number(owner.id) },
  });
  expect(await http.ask('POST', `${second}/revoke`, owner)).toMatchObject({
    status: 409,
    body: { reason: 'already_decided' },
  });
  expect(await settingsShown()).toMatchObject({ custom_script: '', custom_script_src: '' });
  expect((await http.app.inject({ method: 'GET', url: replaced.custom_script_src })).statusCode).toBe(404);
  expect(await action('scripts')).toMatchObject({ action: 'revoke', before: { status: 2 }, after: { status: 3 } });
});

test('two owners who approve two scripts at once leave one running', async () => {
  const propose = async () =>
    (await http.ask('POST', '/scripts', { token: owner.token, fields: { content: 'void 0' } })).body['id'];
  const ids = [await propose(), await propose()];
  const answers = await Promise.all(ids.map((id) => http.ask('POST', `/scripts/${String(id)}/approve`, other)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await http.ask('GET', '/scripts', { token: clerk.token, fields: { status: 2 } })).toMatchObject({
    body: { total: 1 },
  });
});

test('the audit finds a setting changed past the console, and accepts those owners set', async () => {
  const found = () =>
    requireCleanAudit(database.db, siteAudits).then(
      () => '',
      (error: Error) => error.message,
    );
  // Other tests deleted settings that the log names.
  const before = (await found()).split('\n');
  expect(
    await http.agreed('PATCH', '/settings', {
      token: owner.token,
      fields: { four_eyes_threshold: '500', max_open_orders: 7, name: 'Plimsoll' },
    }),
  ).toMatchObject({ status: 200 });
  const write = (key: string, value: string) =>
    database.db.run(
      sql<never>(
        'test.past',
        'insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
      ),
      [key, value],
    );
  const after = (await found()).split('\n');
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
  await write('four_eyes_threshold', '"999999999"');
  expect(await found()).toContain('setting four_eyes_threshold is "999999999", the log last says "500');
  await write('identity_for_withdrawal', '0');
  expect(await found()).toContain('setting identity_for_withdrawal is 0, the log last says nothing');
  await expect(
    database.db.run(sql('test.forget', `delete from setting where key = 'max_open_orders'`)),
  ).rejects.toThrow('permission denied');
  await connected(database.url, (tables) => tables.query(`delete from setting where key = 'max_open_orders'`));
  expect(await found()).toContain('setting max_open_orders is not there, the log last says 7');
});
