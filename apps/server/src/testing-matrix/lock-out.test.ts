import { doWork, type Work } from '@plimsoll/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMembership } from '../features/membership/index.ts';
import { createOperators, makeFirstOperator } from '../features/operators/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { Sessions } from '../platform/sessions.ts';
import { testHttp, type TestHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { testSecurity } from '../testing/security.ts';

/** Strangers, each from another network, and how long they try. */
const STRANGERS = 20;
const EACH_MS = 200;
const FOR_MS = 10 * 60_000;
/** How often the owner and a member log in. */
const WANTED_MS = 30_000;
const MEMBER = 'lea@quay.example';
const RIGHT = 'Ahoy2026x';
const HOME = '192.0.2.1';

let database: TestDatabase;
let http: TestHttp;
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (stored: string | null, password: string) => stored === `hash of ${password}`,
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const sessions = new Sessions(db, clock);
  const settings = defaultSettings({ mode: 'live', isDemoFeed: false });
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
  const log = { error: () => {} };
  const proposals = new Proposals({ db, clock, log });
  const operators = createOperators({
    db,
    clock,
    passwords,
    mode: 'live',
    secret: 'of this test alone',
    log,
    proposals,
    mailer,
    home: () => 'https://app.example',
  });
  await makeFirstOperator({ username: 'owner', password: RIGHT }, { db, clock, passwords });
  http = testHttp({
    db,
    clock,
    sessions,
    routes: membership.routes,
    settings: () => settings,
    console: { routes: operators.operatorRoutes, identify: operators.identify, folder: '/nonexistent' },
  });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

interface Attempted {
  readonly status: number;
  readonly token?: string | undefined;
  readonly known?: string | undefined;
  readonly work?: Work | undefined;
}
type Attempt = (password: string, address: string, more?: Readonly<Record<string, string>>) => Promise<Attempted>;

const asMember: Attempt = async (password, remoteAddress, more = {}) => {
  const { status, code, data } = await http.call('login', { username: MEMBER, password, ...more }, { remoteAddress });
  const { userinfo, known } = (code === 1 ? data : {}) as { userinfo?: { token: string }; known?: string };
  return {
    status: code === 1 ? 201 : status,
    token: userinfo?.token,
    known,
    work: status === 429 ? ((data as Work | null) ?? undefined) : undefined,
  };
};
const asOwner: Attempt = async (password, remoteAddress, more = {}) => {
  const answer = await http.app.inject({
    method: 'POST',
    url: '/operator/api/session',
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'owner', password, ...more }),
  });
  return { status: answer.statusCode, ...answer.json<Omit<Attempted, 'status'>>() };
};

/** Logs in as app and console do, with work when asked for; returns the last answer. */
async function enter(attempt: Attempt, address: string, known?: string): Promise<Attempted> {
  const fields: Record<string, string> = known === undefined ? {} : { known };
  const first = await attempt(RIGHT, address, fields);
  return first.work === undefined ? first : attempt(RIGHT, address, { ...fields, work: await doWork(first.work) });
}

test('wrong logins of twenty strangers for ten minutes delay neither the owner nor a member nor an open session', async () => {
  await http.call(
    'register',
    { type: '2', email: MEMBER, password: RIGHT, repassword: RIGHT },
    { remoteAddress: HOME },
  );
  const member = await enter(asMember, HOME);
  const owner = await enter(asOwner, HOME);
  expect([member.status, owner.status]).toEqual([201, 201]);

  const ends: Record<string, number> = {};
  const wanted: number[] = [];
  const fromKnown: number[] = [];
  for (let passed = 0; passed < FOR_MS; passed += EACH_MS) {
    const knocked = await Promise.all(
      Array.from({ length: STRANGERS }, (_each, at) =>
        (at % 2 === 0 ? asMember : asOwner)(`Guess${passed}x${at}`, `203.0.113.${at}`),
      ),
    );
    for (const { status } of knocked) ends[status] = (ends[status] ?? 0) + 1;
    if (passed % WANTED_MS === 0) {
      // From an unknown browser and address; then from the known one, without work.
      const elsewhere = `198.51.100.${passed / WANTED_MS}`;
      for (const attempt of [asMember, asOwner]) wanted.push((await enter(attempt, elsewhere)).status);
      fromKnown.push(
        (await asMember(RIGHT, HOME, { known: member.known ?? '' })).status,
        (await asOwner(RIGHT, HOME, { known: owner.known ?? '' })).status,
      );
    }
    clock.advance(EACH_MS);
  }
  console.info(`answers to ${STRANGERS} strangers: ${JSON.stringify(ends)}`);
  expect(ends[429]).toBeGreaterThan(50_000);
  expect([...wanted, ...fromKnown].filter((status) => status !== 201)).toEqual([]);
  const changed = await http.call(
    'resetpwd',
    { oldpassword: RIGHT, newpassword: 'Keelson2026' },
    { token: member.token ?? '', remoteAddress: HOME },
  );
  expect(changed).toMatchObject({ code: 1 });
  // Sixty thousand requests: minutes of a processor that others use too.
}, 600_000);
