import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql } from '../../platform/db.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { Sessions } from '../../platform/sessions.ts';
import { testHttp, type TestAnswer, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { testSecurity } from '../../testing/security.ts';
import { defaultSettings, type AllSettings } from '../site/index.ts';
import { createMembership, type Membership } from './index.ts';

const HOUR_MS = 3_600_000;
const LOGIN = 'Ahoy2026x';
const PAY = 'Anchor7down';
const passwords = createPasswords(2);

let database: TestDatabase;
let clock: ManualClock;
let settings: AllSettings;
let membership: Membership;
let http: TestHttp;
let count = 0;

/** One server process. */
const process = (db = database.db, sessions = new Sessions(db, clock), hashing = passwords): Membership =>
  createMembership({
    db,
    clock,
    sessions,
    passwords: hashing,
    settings: () => settings,
    mode: 'demo',
    security: testSecurity(db, clock),
    mailer: { send: () => {}, settled: async () => {} },
  });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
  settings = defaultSettings({ mode: 'demo', isDemoFeed: true });
  const sessions = new Sessions(database.db, clock);
  membership = process(database.db, sessions);
  http = testHttp({ db: database.db, clock, sessions, routes: membership.routes, settings: () => settings });
});
afterEach(() => http.app.close());

const tokenOf = (answer: TestAnswer) => (answer.data as { userinfo: { token: string } } | null)?.userinfo.token ?? '';
const register = async (fields: object = {}) => {
  count += 1;
  const email = `payer${count}@example.com`;
  const token = tokenOf(
    await http.call('register', { type: '2', email, password: LOGIN, repassword: LOGIN, ...fields }),
  );
  const { id } = (await http.call('getusr', {}, { token })).data as { id: number };
  return { email, token, id: String(id) };
};
type Registered = Awaited<ReturnType<typeof register>>;
const resetpay = (token: string, newpassword = PAY, logpassword = LOGIN) =>
  http.call('resetpay', { logpassword, newpassword }, { token });
const payer = async (): Promise<Registered> => {
  const made = await register();
  await resetpay(made.token);
  return made;
};
const pay = async (id: string, given: string | null, by = membership): Promise<string> => {
  const checked = await by.payments.check(id, given);
  return checked.ok ? 'paid' : checked.refusal.reason;
};
const guess = async (id: string, times: number, by = membership): Promise<string[]> => {
  const answers: string[] = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await pay(id, 'Wrong2026', by));
  return answers;
};

const noticesOfMember = sql<{ kind: string; params: object; mails: number }>(
  'test.noticesOfMember',
  `
  select kind, params, (select count(*)::int from notice_mail where notice_id = n.id) as mails from notice n where member_id = $1 order by id`,
);
/** The member's notices, except that the payment password was set. */
const noticesOf = async (id: string) =>
  (await database.db.run(noticesOfMember, [id])).filter(({ kind }) => kind !== 'password-changed');

// Setting it

test('the first payment password is set with the login password, and pays from then on', async () => {
  const { token, id } = await register();
  expect(await pay(id, PAY)).toBe('no_payment_password');
  expect(await resetpay(token)).toMatchObject({ code: 1, data: null, msg: 'Payment password saved' });
  expect(await http.call('getusr', {}, { token })).toMatchObject({ data: { have_pay: 1 } });
  expect(await pay(id, PAY)).toBe('paid');
  expect(await pay(id, LOGIN)).toBe('bad_payment_password');
});

test('a new payment password replaces the old one and ends no session', async () => {
  const { token, id } = await payer();
  expect(await resetpay(token, 'Keel8under')).toMatchObject({ code: 1 });
  expect([await pay(id, PAY), await pay(id, 'Keel8under')]).toEqual(['bad_payment_password', 'paid']);
  expect(await http.call('getusr', {}, { token })).toMatchObject({ code: 1 });
});

test.each([
  ['bad_login', { logpassword: 'Wrong2026' }],
  ['bad_login', { logpassword: '' }],
  ['bad_password', { newpassword: 'short' }],
  ['bad_password', { newpassword: 'qwerty123' }],
  ['bad_password', { newpassword: 'a b-c 1' }],
  ['same_password', { newpassword: LOGIN }],
])('setting a payment password is refused with %s: %j', async (reason, wrong) => {
  const { token, id } = await register();
  expect(await http.call('resetpay', { logpassword: LOGIN, newpassword: PAY, ...wrong }, { token })).toMatchObject({
    status: 200,
    code: 0,
    reason,
  });
  expect(await pay(id, PAY)).toBe('no_payment_password');
});

test('wrong login passwords throttle their session and no login; wrong logins of strangers throttle no session', async () => {
  const { token, email } = await register();
  for (let turn = 0; turn < 5; turn += 1)
    expect(await resetpay(token, PAY, 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
  expect(await resetpay(token)).toMatchObject({ status: 429, reason: 'too_many_requests' });
  const other = (await http.call('login', { username: email, password: LOGIN })).data as {
    userinfo: { token: string };
  };
  for (let turn = 0; turn < 6; turn += 1) await http.call('login', { username: email, password: 'Wrong2026' });
  expect(await http.call('login', { username: email, password: LOGIN })).toMatchObject({ status: 429 });
  expect(await resetpay(other.userinfo.token)).toMatchObject({ code: 1 });
  clock.advance(60_000);
  expect(await resetpay(token)).toMatchObject({ code: 1 });
});

test('a member’s checks of the login password run one at a time, however many sessions are open', async () => {
  const { email, token } = await register();
  const login = async () => tokenOf(await http.call('login', { username: email, password: LOGIN }));
  const tokens = [token, await login(), await login(), await login()];
  let [underWay, most] = [0, 0];
  const counted = async <T>(checking: Promise<T>): Promise<T> => {
    underWay += 1;
    most = Math.max(most, underWay);
    return checking.finally(() => {
      underWay -= 1;
    });
  };
  const { routes } = process(database.db, new Sessions(database.db, clock), {
    verify: (...asked) => counted(passwords.verify(...asked)),
    hash: (...asked) => counted(passwords.hash(...asked)),
  });
  const busy = testHttp({ db: database.db, clock, routes, settings: () => settings });
  const answers = await Promise.all(
    tokens.flatMap((each) => [
      busy.call('resetpay', { logpassword: LOGIN, newpassword: LOGIN }, { token: each }),
      busy.call('resetpay', { logpassword: LOGIN, newpassword: PAY }, { token: each }),
    ]),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(tokens.length);
  expect(most).toBe(1);
  await busy.app.close();
});

test('a session that asks without a pause holds up itself, and no other of its member', async () => {
  const { token, email } = await register();
  const own = tokenOf(await http.call('login', { username: email, password: LOGIN }));
  const ended: string[] = [];
  const by = (who: string, doing: Promise<unknown>) => doing.then(() => ended.push(who));
  const thief = Array.from({ length: 40 }, () => by('thief', resetpay(token, LOGIN)));
  const owner = by('owner', resetpay(own));
  await Promise.all([...thief, owner]);
  expect(ended.indexOf('owner')).toBeLessThan(10);
});

test('login password and payment password must differ, whichever is changed', async () => {
  const { token } = await register();
  expect(await resetpay(token)).toMatchObject({ code: 1 });
  expect(await http.call('resetpwd', { oldpassword: LOGIN, newpassword: PAY }, { token })).toMatchObject({
    code: 0,
    reason: 'same_password',
  });
});

test('parallel wrong passwords cannot outrun the count', async () => {
  const { token } = await register();
  const answers = await Promise.all(Array.from({ length: 12 }, () => resetpay(token, PAY, 'Wrong2026')));
  expect(answers.filter(({ reason }) => reason === 'bad_login')).toHaveLength(5);
});

// Paying with it

test('five wrong payment passwords stop payments for an hour, for the right one too, notify the member and end no session', async () => {
  const { id, token } = await payer();
  expect(await guess(id, 5)).toEqual(Array.from({ length: 5 }, () => 'bad_payment_password'));
  expect(await membership.payments.check(id, PAY)).toEqual({
    ok: false,
    refusal: { reason: 'payments_stopped', params: { until: '2026-01-05 13:00 UTC' } },
  });
  expect(await http.call('getusr', {}, { token })).toMatchObject({ code: 1 });
  clock.advance(HOUR_MS - 1);
  expect(await pay(id, PAY)).toBe('payments_stopped');
  clock.advance(1);
  expect(await pay(id, PAY)).toBe('paid');
  expect(await noticesOf(id)).toEqual([
    { kind: 'payments-stopped', params: { until: '2026-01-05T13:00:00.000Z' }, mails: 1 },
  ]);
});

test('after the hour the count restarts: four more wrong passwords do not stop payments, the fifth does', async () => {
  const { id } = await payer();
  await guess(id, 5);
  clock.advance(HOUR_MS);
  expect(await guess(id, 4)).not.toContain('payments_stopped');
  expect(await pay(id, PAY)).toBe('paid');
  await guess(id, 5);
  expect(await pay(id, PAY)).toBe('payments_stopped');
});

test('a right payment password resets the count', async () => {
  const { id } = await payer();
  await guess(id, 4);
  expect(await pay(id, PAY)).toBe('paid');
  await guess(id, 4);
  expect(await pay(id, PAY)).toBe('paid');
});

test('a value that cannot be a password counts as a wrong one', async () => {
  const { id } = await payer();
  for (let turn = 0; turn < 5; turn += 1) expect(await pay(id, null)).toBe('bad_payment_password');
  expect(await pay(id, PAY)).toBe('payments_stopped');
});

test('the count outlives a restart and is one for all processes', async () => {
  const { id } = await payer();
  await guess(id, 2);
  await guess(id, 2, process());
  expect(await pay(id, 'Wrong2026', process())).toBe('bad_payment_password');
  expect(await pay(id, PAY, process())).toBe('payments_stopped');
  expect(await pay(id, PAY)).toBe('payments_stopped');
});

test('of parallel guesses in two processes five are answered as wrong, and the member is notified once', async () => {
  const { id } = await payer();
  const second = openDb(database.url, { connections: 4 });
  const other = process(second);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_each, place) => pay(id, 'Wrong2026', place % 2 === 0 ? membership : other)),
  );
  expect(answers.filter((each) => each === 'bad_payment_password')).toHaveLength(5);
  expect(answers.filter((each) => each === 'payments_stopped')).toHaveLength(15);
  expect(await noticesOf(id)).toHaveLength(1);
  await second.close();
});

test('parallel payments with the right password all pass', async () => {
  const { id } = await payer();
  await guess(id, 4);
  expect(await Promise.all(Array.from({ length: 8 }, () => pay(id, PAY)))).toEqual(
    Array.from({ length: 8 }, () => 'paid'),
  );
});

test('a new payment password resets the count, but does not end a stop', async () => {
  const { id, token } = await payer();
  await guess(id, 4);
  await resetpay(token);
  expect(await guess(id, 4)).not.toContain('payments_stopped');
  await guess(id, 1);
  await resetpay(token, 'Keel8under');
  expect(await pay(id, 'Keel8under')).toBe('payments_stopped');
});

test('while the switch is off no payment password is asked for or counted', async () => {
  const { id } = await payer();
  const bare = await register();
  settings = { ...settings, traders_password_switch: 0 };
  expect([...(await guess(id, 6)), await pay(bare.id, null)]).toEqual(Array.from({ length: 7 }, () => 'paid'));
  settings = { ...settings, traders_password_switch: 1 };
  expect(await pay(id, PAY)).toBe('paid');
});

test('wrong passwords count for their member alone, and a member without an address is not mailed', async () => {
  const [first, second] = [await payer(), await payer()];
  await guess(first.id, 5);
  expect(await pay(second.id, PAY)).toBe('paid');
  const made = await membership.registerMember({
    username: `sailor${(count += 1)}`,
    password: LOGIN,
    payPassword: PAY,
  });
  if (made.ok) await guess(made.value, 5);
  expect(made.ok && (await pay(made.value, PAY))).toBe('payments_stopped');
  expect(made.ok && (await noticesOf(made.value))).toMatchObject([{ kind: 'payments-stopped', mails: 0 }]);
});

// The login password

const resetpwd = (token: string, newpassword: string, oldpassword = LOGIN) =>
  http.call('resetpwd', { oldpassword, newpassword }, { token });

test('changing the login password ends every session of the member, and no one else’s', async () => {
  const { email, token } = await register();
  const bystander = await register();
  const second = tokenOf(await http.call('login', { username: email, password: LOGIN }));
  expect(await resetpwd(token, 'Keel8under')).toMatchObject({ code: 1, data: null, msg: 'Login password changed' });
  for (const each of [token, second])
    expect(await http.call('getusr', {}, { token: each })).toMatchObject({ code: 401, reason: 'login_required' });
  expect(await http.call('getusr', {}, { token: bystander.token })).toMatchObject({ code: 1 });
  expect(await http.call('login', { username: email, password: LOGIN })).toMatchObject({ reason: 'bad_login' });
  expect(await http.call('login', { username: email, password: 'Keel8under' })).toMatchObject({ code: 1 });
});

test.each([
  ['bad_login', { oldpassword: 'Wrong2026' }],
  ['bad_password', { newpassword: '12345' }],
  ['bad_password', { newpassword: 'Password1' }],
])('changing the login password is refused with %s, and no session ends: %j', async (reason, wrong) => {
  const { token } = await register();
  expect(
    await http.call('resetpwd', { oldpassword: LOGIN, newpassword: 'Keel8under', ...wrong }, { token }),
  ).toMatchObject({ code: 0, reason });
  expect(await http.call('getusr', {}, { token })).toMatchObject({ code: 1 });
});

test('a change of the login password waits for no second connection while it holds one', async () => {
  const { token } = await payer();
  const one = openDb(database.url, { connections: 1 });
  const sessions = new Sessions(one, clock);
  const alone = testHttp({
    db: one,
    clock,
    sessions,
    routes: process(one, sessions).routes,
    settings: () => settings,
  });
  const change = (newpassword: string) => alone.call('resetpwd', { oldpassword: LOGIN, newpassword }, { token });
  expect(await change(PAY)).toMatchObject({ code: 0, reason: 'same_password' });
  expect(await change('Keel8under')).toMatchObject({ code: 1 });
  await alone.app.close();
  await one.close();
});

const lockAtOnce = sql<never>('test.lockAtOnce', 'select from member where id = $1 for no key update nowait');
/** A process in which `meanwhile` happens while a new password is hashed. */
const hashingWhile = (meanwhile: () => Promise<unknown>): TestHttp => {
  const sessions = new Sessions(database.db, clock);
  const { routes } = process(database.db, sessions, {
    verify: (...asked) => passwords.verify(...asked),
    async hash(password) {
      await meanwhile();
      return passwords.hash(password);
    },
  });
  return testHttp({ db: database.db, clock, sessions, routes, settings: () => settings });
};
const CHANGES = [
  ['resetpwd', { oldpassword: LOGIN, newpassword: 'Keel8under' }],
  ['resetpay', { logpassword: LOGIN, newpassword: 'Keel8under' }],
] as const;

test.each(CHANGES)(
  '%s hashes without the lock that orders and ways out of the member wait for',
  async (name, fields) => {
    const { token, id } = await payer();
    let isHashed = false;
    const slow = hashingWhile(async () => {
      await database.db.run(lockAtOnce, [id]);
      isHashed = true;
    });
    expect(await slow.call(name, fields, { token })).toMatchObject({ code: 1 });
    expect(isHashed).toBe(true);
    await slow.app.close();
  },
);

test.each(CHANGES)('%s is refused when the other password becomes the same meanwhile', async (name, fields) => {
  const { token, id, email } = await payer();
  const slow = hashingWhile(() =>
    name === 'resetpwd' ? resetpay(token, 'Keel8under') : resetpwd(token, 'Keel8under'),
  );
  expect(await slow.call(name, fields, { token })).toMatchObject({ code: 0, reason: 'bad_login' });
  const [login, paid] = name === 'resetpwd' ? [LOGIN, 'Keel8under'] : ['Keel8under', PAY];
  expect(await http.call('login', { username: email, password: login })).toMatchObject({ code: 1 });
  expect(await pay(id, paid)).toBe('paid');
  await slow.app.close();
});

test('of changes and logins at the same moment, no session of the old password remains', async () => {
  const { email, token } = await register();
  const tasks = Array.from({ length: 4 }, (_each, place) => [
    resetpwd(token, `Keel8under${place}`),
    http.call('login', { username: email, password: LOGIN }),
  ]).flat();
  const answers = await Promise.all(tasks);
  expect(answers.filter(({ msg }) => msg === 'Login password changed')).toHaveLength(1);
  for (const each of answers.map(tokenOf).filter(Boolean))
    expect(await http.call('getusr', {}, { token: each })).toMatchObject({ code: 401 });
});

test('a login at another process, checked before the change and finished after it, gets no session', async () => {
  const { email, token, id } = await register();
  let goOn = (): void => {};
  let checked = (): void => {};
  const isChecked = new Promise<void>((resolve) => {
    checked = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = createMembership({
    db: database.db,
    clock,
    sessions: new Sessions(database.db, clock),
    settings: () => settings,
    mode: 'demo',
    security: testSecurity(database.db, clock),
    mailer: { send: () => {}, settled: async () => {} },
    passwords: {
      hash: (password, lane) => passwords.hash(password, lane),
      async verify(stored, password) {
        const isRight = await passwords.verify(stored, password);
        checked();
        await mayGoOn;
        return isRight;
      },
    },
  });
  const other = testHttp({ db: database.db, clock, routes: slow.routes, settings: () => settings });
  const entering = other.call('login', { username: email, password: LOGIN });
  await isChecked;
  await resetpwd(token, 'Keel8under');
  goOn();
  expect(await entering).toMatchObject({ reason: 'bad_login' });
  expect(
    await database.db.run({ name: 'test.sessions', text: 'select 1 from session where member_id = $1' }, [id]),
  ).toEqual([]);
  await other.app.close();
});
