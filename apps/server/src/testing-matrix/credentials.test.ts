import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '@plimsoll/contract';
import { createMembership } from '../features/membership/index.ts';
import { createOperators, makeFirstOperator } from '../features/operators/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { createPasswords, type Passwords } from '../platform/passwords.ts';
import { Sessions } from '../platform/sessions.ts';
import { testHttp, type TestHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { testSecurity } from '../testing/security.ts';

/** Pairs of a name and a password. */
const PAIRS = 10_000;
const RIGHT = 'Ahoy2026x';
const ABREAST = 32;
/** Looks at once from one network (platform/concurrency-limiter). */
const UNDER_WAY = 16;
/** Checks waiting in a process at most, and logins at once. */
const WAITING = 200;
const LOGINS = 500;

let database: TestDatabase;
let clock: ManualClock;
let http: TestHttp;
/** Passwords that were really looked at. */
let looked = 0;
const counting: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (stored, password) => {
    looked += 1;
    return stored === `hash of ${password}`;
  },
};

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

async function build(passwords: Passwords, own: Partial<Settings> = {}): Promise<void> {
  await (http as TestHttp | undefined)?.app.close();
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  looked = 0;
  const { db } = database;
  const sessions = new Sessions(db, clock);
  const settings = { ...defaultSettings({ mode: 'live', isDemoFeed: false }), ...own };
  const mailer = { send: () => {}, settled: async () => {} };
  const membership = createMembership({
    db,
    clock,
    sessions,
    passwords,
    mailer,
    settings: () => settings,
    mode: 'live',
    security: testSecurity(db, clock),
  });
  const operators = createOperators({
    db,
    clock,
    passwords,
    mode: 'live',
    secret: 'of this test alone',
    log: { error: () => {} },
    proposals: new Proposals({ db, clock, log: { error: () => {} } }),
    mailer: { send: () => {} },
    home: () => 'http://quay.example',
  });
  http = testHttp({
    db,
    clock,
    sessions,
    routes: membership.routes,
    settings: () => settings,
    trustProxy: ['10.0.0.1'],
    console: { routes: operators.operatorRoutes, identify: operators.identify, folder: '/nonexistent' },
  });
}
beforeEach(() => build(counting));

/** A client behind the proxy, with a forged hop before the real one. */
const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}, ${address}` });
const addressOf = (at: number) => `203.0.${Math.floor(at / 250)}.${at % 250}`;

const login = (username: string, password: string, address: string): Promise<string> =>
  enter('login', { username, password }, address);
async function enter(call: string, fields: Readonly<Record<string, string>>, address: string): Promise<string> {
  const payload = new URLSearchParams(fields).toString();
  const response = await http.app.inject({
    method: 'POST',
    url: `/api/${call}`,
    remoteAddress: '10.0.0.1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from(address) },
    payload,
  });
  return response.statusCode === 200
    ? (response.json<{ reason?: string }>().reason ?? 'in')
    : String(response.statusCode);
}
const operatorSession = (fields: Readonly<Record<string, string>>, address: string) =>
  http.app.inject({
    method: 'POST',
    url: '/operator/api/session',
    remoteAddress: '10.0.0.1',
    headers: { 'content-type': 'application/json', ...from(address) },
    payload: JSON.stringify(fields),
  });
async function operatorLogin(username: string, password: string, address: string, known?: string): Promise<string> {
  const response = await operatorSession({ username, password, ...(known === undefined ? {} : { known }) }, address);
  return response.statusCode === 201 ? 'in' : String(response.statusCode);
}
/** The token by which the owner's browser is known from now on. */
async function knownOwner(): Promise<string> {
  const { db } = database;
  await makeFirstOperator({ username: 'owner', password: RIGHT }, { db, clock, passwords: counting });
  const opened = await operatorSession({ username: 'owner', password: RIGHT }, '192.0.2.3');
  return opened.json<{ known: string }>().known;
}

type Try = (username: string, password: string, address: string) => Promise<string>;
/** Tries every pair concurrently; counts the results. */
async function tryAll(
  pairs: number,
  attempt: Try,
  pair: (at: number) => readonly [username: string, password: string, address: string],
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  let at = 0;
  await Promise.all(
    Array.from({ length: ABREAST }, async () => {
      while (at < pairs) {
        const end = await attempt(...pair((at += 1) - 1));
        ends[end] = (ends[end] ?? 0) + 1;
      }
    }),
  );
  return ends;
}

async function register(email: string): Promise<void> {
  await database.db.run(
    {
      name: 'test.member',
      text: `insert into member (username, email, password_hash, invite_code, created_at) values ($1, $1, $2, 'HARBPLEA', now())`,
    },
    [email, `hash of ${RIGHT}`],
  );
}

test('of ten thousand guesses five are checked for an account and two hundred for an address; after the pause the right password logs in', async () => {
  await register('lea@quay.example');
  // Half of them guess at 200 accounts from everywhere, half try a list from ten addresses.
  const guess = (at: number) =>
    [
      at % 200 === 0 ? 'lea@quay.example' : `member${at % 200}@quay.example`,
      `Guess${at}`,
      addressOf(at % 499),
    ] as const;
  const listed = (at: number) => [`listed${at}@quay.example`, 'Guess2026', addressOf(1_000 + (at % 10))] as const;
  const ends = await tryAll(PAIRS, login, (at) => (at % 2 === 0 ? guess(at / 2) : listed((at - 1) / 2)));
  console.info(`${PAIRS} pairs on 5200 accounts from 509 addresses: ${looked} reached a look at a password`);
  // Beside the counted ones, only those under way when a count was full.
  const counted = 200 * 5 + 10 * 200;
  expect(looked).toBeGreaterThanOrEqual(counted);
  expect(looked).toBeLessThanOrEqual(counted + 10 * UNDER_WAY);
  expect(ends).toEqual({ bad_login: looked, 429: PAIRS - looked });
  expect(await login('lea@quay.example', RIGHT, '192.0.2.1')).toBe('429');
  expect(await login('listed-elsewhere@quay.example', 'x', '192.0.2.2')).toBe('bad_login');
  clock.advance(30_000);
  expect(await login('lea@quay.example', RIGHT, '192.0.2.1')).toBe('in');
}, 240_000);

test('a thousand addresses of one IPv6 network are one', async () => {
  const ends = await tryAll(1_000, login, (at) => [
    `member${at}@quay.example`,
    'Guess2026',
    `2001:db8:1:2::${at.toString(16)}`,
  ]);
  expect(looked).toBeLessThanOrEqual(200 + UNDER_WAY);
  expect(ends).toEqual({ bad_login: looked, 429: 1_000 - looked });
}, 240_000);

test('of guesses at operators from everywhere five are checked for each; after the pause the owner logs in', async () => {
  const { db } = database;
  await makeFirstOperator({ username: 'owner', password: RIGHT }, { db, clock, passwords: counting });
  const ends = await tryAll(1_000, operatorLogin, (at) => [
    at % 10 === 0 ? 'Owner' : `operator${at % 10}`,
    `Guess ${at} starboard`,
    addressOf(at % 499),
  ]);
  console.info(`1000 pairs on 10 operators from 499 addresses: ${looked} reached a look at a password`);
  expect([looked, ends]).toEqual([50, { 401: 50, 429: 950 }]);
  expect(await operatorLogin('owner', RIGHT, '192.0.2.1')).toBe('429');
  clock.advance(30_000);
  expect(await operatorLogin('owner', RIGHT, '192.0.2.1')).toBe('in');
}, 240_000);

test('strangers at the console wait with other strangers, and an operator’s known browser before members’ logins', async () => {
  const lanes: (string | undefined)[] = [];
  await build({
    ...counting,
    verify: async (stored, password, lane) => {
      lanes.push(lane);
      return counting.verify(stored, password);
    },
  });
  const known = await knownOwner();
  expect(await operatorLogin('nobody', RIGHT, '192.0.2.4')).toBe('401');
  expect(await operatorLogin('owner', RIGHT, '192.0.2.4', known)).toBe('in');
  expect(await operatorLogin('owner', RIGHT, '192.0.2.4', 'no token')).toBe('in');
  expect(await login('nobody@quay.example', RIGHT, '192.0.2.4')).toBe('bad_login');
  expect(lanes).toEqual(['unknown', 'unknown', 'console', 'unknown', 'unknown']);
});

test('concurrent logins cannot outrun the counts, and hashing delays nobody else', async () => {
  const slow = createPasswords(1);
  const known = await knownOwner();
  const hashOf = new Map([[`hash of ${RIGHT}`, await slow.hash(RIGHT)]]);
  let left = 0;
  await build({
    ...slow,
    verify: async (stored, ...asked) => {
      looked += 1;
      try {
        return await slow.verify(hashOf.get(stored ?? '') ?? stored, ...asked);
      } finally {
        left += 1;
      }
    },
  });
  // Each at another account from another address: only the number waiting limits them.
  const logins = Array.from({ length: LOGINS }, (_each, at) =>
    login(`member${at}@quay.example`, 'Guess2026', addressOf(at)),
  );
  const answered = await http.app.inject('/healthz');
  const operator = await operatorLogin('owner', RIGHT, '192.0.2.9', known);
  expect([answered.statusCode, operator]).toEqual([200, 'in']);
  // The operator came last, and was checked before most.
  expect(left).toBeLessThan(50);
  const ends = await Promise.all(logins);
  expect(ends.filter((end) => end === '429').length).toBe(LOGINS - WAITING);
  expect(ends.filter((end) => end === 'bad_login').length).toBe(WAITING);
}, 240_000);

test('registrations at once from everywhere wait in the bounded queue of logins, and the others are refused', async () => {
  const go = Promise.withResolvers<void>();
  let hashing = 0;
  const slow: Passwords = {
    ...counting,
    hash: async (password) => {
      hashing += 1;
      await go.promise;
      return counting.hash(password);
    },
  };
  await build(slow, { verify_email_code: 0 });
  let refused = 0;
  const registered = Array.from({ length: LOGINS }, async (_each, at) => {
    const email = `newcomer${at}@quay.example`;
    const end = await enter('register', { type: '2', email, password: RIGHT, repassword: RIGHT }, addressOf(at));
    if (end === '429') refused += 1;
    return end;
  });
  await vi.waitFor(() => expect(hashing + refused).toBe(LOGINS), 60_000);
  expect([hashing, await login('member@quay.example', 'Guess2026', '192.0.2.5')]).toEqual([WAITING, '429']);
  go.resolve();
  const ends = await Promise.all(registered);
  expect([ends.filter((end) => end === 'in').length, refused]).toEqual([WAITING, LOGINS - WAITING]);
}, 240_000);

test('of a thousand logins at once from one address two hundred and those under way are checked', async () => {
  const ends = await Promise.all(
    Array.from({ length: 1_000 }, (_each, at) => login(`member${at}@quay.example`, 'Guess2026', '203.0.113.1')),
  );
  expect(looked).toBeLessThanOrEqual(200 + UNDER_WAY);
  expect(ends.filter((end) => end === 'bad_login').length).toBe(looked);
});
