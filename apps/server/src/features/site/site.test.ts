import { settingsShape } from '@plimsoll/contract/site';
import { LANGUAGES } from '@plimsoll/i18n/languages';
import { format } from '@plimsoll/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { connected } from '../../platform/connection.ts';
import { sql, type Db } from '../../platform/db.ts';
import { Proposals } from '../proposals/index.ts';
import { PolledCache } from '../../platform/polled-cache.ts';
import { createSite, SettingsStore, type Site } from './index.ts';

const set = sql<never>(
  'test.set',
  'insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
);
/** The server's own role may not delete settings. */
const clear = () => connected(database.url, (owner) => owner.query('delete from setting'));

let database: TestDatabase;
let clock: ManualClock;
let settings: SettingsStore;
let site: Site;
let http: TestHttp;
let errors: string[];
let languages: [string, string][];
let isBroken = false;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  errors = [];
  languages = [];
  isBroken = false;
  await clear();
  const db: Db = {
    ...database.db,
    run: (statement, values) => (isBroken ? Promise.reject(new Error('away')) : database.db.run(statement, values)),
  };
  const log = {
    error: (_details: object, message: string) => {
      errors.push(message);
    },
  };
  settings = new SettingsStore({ db, clock, log, mode: 'demo', isDemoFeed: true });
  site = createSite({
    db,
    clock,
    log,
    settings,
    proposals: new Proposals({ db, clock, log }),
    storeLanguage: async (id, lang) => {
      languages.push([id, lang]);
    },
  });
  await settings.start();
  await site.workers[0]?.start();
  http = testHttp({ db: database.db, clock, routes: site.routes, settings: () => settings.current() });
  return async () => {
    settings.stop();
    await site.workers[0]?.stop();
    await http.app.close();
  };
});

const change = (key: string, value: unknown) => database.db.run(set, [key, JSON.stringify(value)]);
const getSetting = () => http.call('getSetting', {}, { method: 'GET' });

test('getSetting shows every flag of the contract and none of the internal ones', async () => {
  const { data } = await getSetting();
  expect(Object.keys(data as object).sort()).toEqual(Object.keys(settingsShape.shape).sort());
  expect(data).toMatchObject({
    name: 'Plimsoll',
    options_switch: 1,
    staking_list_switch: 0,
    verify_email_code: 0,
    demo: 1,
    custom_script: '',
  });
});

test('another process’s change is seen within two seconds, by rules and by the cached answer', async () => {
  const before = settings.current();
  expect(settings.current()).toBe(before);
  await change('loan_switch', 0);
  await change('spot_fee', '0.00075');
  await change('max_open_orders', 5);
  clock.advance(2000);
  await expect.poll(() => settings.current().loan_switch).toBe(0);
  expect([format(settings.current().spot_fee), settings.current().max_open_orders]).toEqual(['0.00075000', 5]);
  expect(await getSetting()).toMatchObject({ data: { loan_switch: 0 } });
  await clear();
  clock.advance(2000);
  await expect.poll(() => settings.current().loan_switch).toBe(1);
});

test('a change by this process is in force at once', async () => {
  await change('name', 'Quay');
  await settings.refresh();
  expect(settings.current().name).toBe('Quay');
});

test('an invalid stored value is ignored, and demo cannot be set', async () => {
  for (const [key, value] of [
    ['loan_switch', 2],
    ['spot_fee', 1.5],
    ['spot_fee', '1.5'],
    ['demo', 0],
    ['four_eyes_threshold', '-1'],
    ['no_such_key', 1],
  ] as const) {
    await change(key, value);
  }
  await settings.refresh();
  expect(settings.current()).toMatchObject({ loan_switch: 1, demo: 1 });
  expect(format(settings.current().spot_fee)).toBe('0.00100000');
  expect(settings.current()).not.toHaveProperty('no_such_key');
});

test('while the database is unavailable the last settings hold, and the next read updates them', async () => {
  await change('name', 'Quay');
  isBroken = true;
  clock.advance(1000);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(settings.current().name).toBe('Plimsoll');
  isBroken = false;
  await expect
    .poll(() => {
      clock.advance(1000);
      return settings.current().name;
    })
    .toBe('Quay');
});

test('live mode starts with options off', () => {
  const live = new SettingsStore({ db: database.db, clock, log: { error: () => {} }, mode: 'live', isDemoFeed: false });
  expect(live.current()).toMatchObject({ options_switch: 0, demo: 0 });
});

test('in live mode e-mail addresses are verified and phones do not register, whatever is stored', async () => {
  const live = new SettingsStore({ db: database.db, clock, log: { error: () => {} }, mode: 'live', isDemoFeed: false });
  expect(live.current()).toMatchObject({ verify_email_code: 1, phone_register_switch: 0 });
  await database.db.run(
    sql<never>(
      'test.unproven',
      `insert into setting (key, value) values ('verify_email_code', '0'), ('phone_register_switch', '1') on conflict (key) do update set value = excluded.value`,
    ),
  );
  await live.refresh();
  expect(live.current()).toMatchObject({ verify_email_code: 1, phone_register_switch: 0 });
});

test('in live mode with a provider of text messages phones may register, with a code, and an owner may switch it off', async () => {
  const live = new SettingsStore({
    db: database.db,
    clock,
    log: { error: () => {} },
    mode: 'live',
    isDemoFeed: false,
    canText: true,
  });
  await live.refresh();
  expect(live.current()).toMatchObject({ verify_phone_code: 1, phone_register_switch: 1 });
  await change('phone_register_switch', 0);
  await change('verify_phone_code', 0);
  await live.refresh();
  expect(live.current()).toMatchObject({ verify_phone_code: 1, phone_register_switch: 0 });
});

test('all 26 languages are listed by their own names, English the default', async () => {
  const { data } = await http.call('getLangList', {}, { method: 'GET' });
  expect(data).toHaveLength(26);
  expect(data).toEqual(
    LANGUAGES.map(({ code, name }) => ({ language_name: name, file_name: code, is_default: code === 'en' ? 1 : 0 })),
  );
});

test('setLang keeps a member’s language, only checks a visitor’s, and refuses an unknown one', async () => {
  const { id, token } = await http.newMember();
  const setLang = (lang: string | undefined, more: object) =>
    http.call('setLang', lang === undefined ? {} : { lang }, { method: 'GET', ...more });
  expect(await setLang('zh-TW', { token })).toMatchObject({ code: 1, data: null });
  expect(await setLang('fr', {})).toMatchObject({ code: 1 });
  for (const lang of ['xx', '', undefined, '__proto__', 'en,fr'])
    expect(await setLang(lang, { token })).toMatchObject({ code: 0, reason: 'bad_lang' });
  expect(languages).toEqual([[id, 'zh-TW']]);
});

test('enabled banners are shown in order', async () => {
  const shown = async () => ((await http.call('getBanner')).data as { img: string }[]).map(({ img }) => img);
  expect(await shown()).toEqual([
    '/banners/check-the-line.svg',
    '/banners/exact-ledger.svg',
    '/banners/no-hidden-matching.svg',
  ]);
  await database.db.run({ name: 'test.retire', text: 'update banner set enabled = (sort <> 2)' });
  clock.advance(1000);
  await expect.poll(shown).toEqual(['/banners/check-the-line.svg', '/banners/no-hidden-matching.svg']);
  await database.db.run({ name: 'test.bringBack', text: 'update banner set enabled = true' });
});

test('getSetting is answered 304 until something changes', async () => {
  const first = await http.app.inject({ method: 'GET', url: '/api/getSetting' });
  const ask = () =>
    http.app.inject({
      method: 'GET',
      url: '/api/getSetting',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
  expect((await ask()).statusCode).toBe(304);
  await change('name', 'Quay');
  await settings.refresh();
  expect((await ask()).statusCode).toBe(200);
});

test('a read that began before a change does not restore the old value', async () => {
  const answers: ((name: string) => void)[] = [];
  const held = new PolledCache(
    { name: '' },
    {
      read: () =>
        new Promise((resolve) => {
          answers.push((name) => resolve({ name }));
        }),
      clock,
      log: { error: () => {} },
    },
  );
  const [before, after] = [held.refresh(), held.refresh()];
  answers[1]?.('new');
  await after;
  answers[0]?.('old');
  await before;
  expect(held.current()).toEqual({ name: 'new' });
});
