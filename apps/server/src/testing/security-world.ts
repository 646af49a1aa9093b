import { ok, refuse, type SecondNeeded } from '@plimsoll/contract';
import { secondNeeded } from '@plimsoll/contract/security';
import { ZERO } from '@plimsoll/money';
import { Secret, TOTP } from 'otpauth';
import { passkeyRoutes, type Leavings } from '../features/gate/index.ts';
import { createFreezeLinks, noticeRoutes, type FreezeLinks } from '../features/notices/index.ts';
import type { AllSettings } from '../features/site/index.ts';
import type { Security } from '../features/security/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import type { Mail } from '../platform/mail.ts';
import { Sessions } from '../platform/sessions.ts';
import type { Texter, TextMessage } from '../platform/sms.ts';
import { TestPasskey } from './authenticator.ts';
import { testHttp, type CallOptions, type TestAnswer, type TestHttp } from './http.ts';
import { testDatabase } from './index.ts';
import { testSecurity } from './security.ts';
import { dataOf, demoMembership, demoSettings } from './world-parts.ts';

export const PASSWORD = 'Ahoy2026x';
export const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
/** How long a code of an authenticator is shown. */
export const PERIOD_MS = 30_000;

/** A member who is logged in. */
export interface Sailor {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** One server process on the database. */
export interface SecurityProcess {
  readonly http: TestHttp;
  readonly security: Security;
}

/** Logins and second factors over HTTP, on a separate database. */
export interface SecurityWorld extends SecurityProcess {
  readonly db: Db;
  /** As the role that owns the database. */
  readonly owner: Db;
  readonly clock: ManualClock;
  /** Changes to a demo's settings, and the texter. */
  readonly set: { settings: Partial<AllSettings>; texter: Pick<Texter, 'send'> };
  /** What was texted, oldest first. */
  readonly texts: readonly TextMessage[];
  /** Of the database. */
  readonly url: string;
  another(): SecurityProcess;
  /** Registers a member. */
  member(): Promise<Sailor>;
  /**
   * Sets an authenticator; returns its secret and, for the first factor, the recovery codes. The code that confirmed it
   * has expired.
   */
  withTotp(member: Sailor): Promise<{ readonly secret: string; readonly codes: readonly string[] }>;
  withPasskey(
    member: Sailor,
    name?: string,
  ): Promise<{ readonly passkey: TestPasskey; readonly codes: readonly string[] }>;
  /** The code now, or `periods` from now. */
  codeOf(secret: string, periods?: number): string;
  /** A code that is invalid now. */
  wrongOf(secret: string): string;
  login(member: Sailor, fields?: Readonly<Record<string, unknown>>, how?: CallOptions): Promise<TestAnswer>;
  /** Logs in up to the second step. */
  asked(member: Sailor, how?: CallOptions): Promise<SecondNeeded>;
  second(fields: Readonly<Record<string, unknown>>, how?: CallOptions): Promise<TestAnswer>;
  /** A member's notifications, by kind, oldest first. */
  notificationsOf(member: Sailor): Promise<string[]>;
  /** Mails, oldest first, without notices. */
  readonly mails: readonly Mail[];
  /** Resolves when background work is done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const kinds = sql<{ kind: string }>(
  'testing.notificationsOf',
  'select kind from notice where member_id = $1 order by id',
);

/** The one withdrawal that would leave here. */
const LEAVING: Leavings = {
  withdraw: async (memberId, { c_id, num }) =>
    ok({
      kind: 'withdrawal',
      memberId,
      coinId: c_id,
      coin: 'USDT',
      decimals: 8,
      amount: num,
      fee: ZERO,
      to: { kind: 'address', coinId: c_id, address: 'T1', network: 'TRC20' },
    }),
  balanceTransfer: async () => refuse('not_found'),
};

/** Opens a {@link SecurityWorld}. */
export async function openSecurityWorld(): Promise<SecurityWorld> {
  const database = await testDatabase();
  const { db } = database;
  const owner = openDb(database.url, { connections: 1, role: null });
  const clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
  const mails: Mail[] = [];
  const opened: SecurityProcess[] = [];
  const links = createFreezeLinks('a secret of this test');
  const texts: TextMessage[] = [];
  const set: SecurityWorld['set'] = {
    settings: {},
    texter: {
      send: (message) => {
        texts.push(message);
      },
    },
  };
  const open = (): SecurityProcess => {
    const process = openSecurityProcess({ db, clock, set, links, mails });
    opened.push(process);
    return process;
  };
  const { http, security } = open();
  const codes = codesOf(clock);
  return {
    db,
    owner,
    clock,
    set,
    texts,
    url: database.url,
    http,
    security,
    mails,
    settled: () => security.settled(),
    another: open,
    ...codes,
    ...loginsTo(http),
    ...factorsBy(http, clock, codes.codeOf),
    member: registering(http),
    notificationsOf: async ({ id }) => (await db.run(kinds, [id])).map(({ kind }) => kind),
    async close() {
      for (const process of opened) {
        await process.security.settled();
        await process.http.app.close();
      }
      await owner.close();
      await database.drop();
    },
  };
}

interface ProcessParts extends Pick<SecurityWorld, 'db' | 'clock' | 'set'> {
  readonly links: FreezeLinks;
  readonly mails: Mail[];
}

function openSecurityProcess({ db, clock, set, links, mails }: ProcessParts): SecurityProcess {
  const sessions = new Sessions(db, clock);
  const security = testSecurity(db, clock);
  const settings = demoSettings(() => set.settings);
  const membership = demoMembership({
    db,
    clock,
    sessions,
    security,
    settings,
    links,
    mailer: {
      send: (mail) => {
        mails.push(mail);
      },
      settled: async () => {},
    },
    texter: {
      send: (message) => {
        set.texter.send(message);
      },
    },
  });
  const http = testHttp({
    db,
    clock,
    sessions,
    settings,
    routes: [
      ...membership.routes,
      ...passkeyRoutes({ db, second: security.second, leavings: LEAVING }),
      ...noticeRoutes({ db, clock }),
    ],
  });
  return { http, security };
}

/** Codes of authenticators. */
function codesOf(clock: ManualClock): Pick<SecurityWorld, 'codeOf' | 'wrongOf'> {
  const codeOf = (secret: string, periods = 0): string =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.nowMs() + periods * PERIOD_MS,
    });
  return {
    codeOf,
    wrongOf(secret) {
      const valid = [-1, 0, 1].map((periods) => codeOf(secret, periods));
      return ['000000', '000001', '000002', '000003'].find((code) => !valid.includes(code)) ?? '';
    },
  };
}

function registering(http: TestHttp): SecurityWorld['member'] {
  let count = 0;
  return async () => {
    count += 1;
    const username = `sailor${count}@example.com`;
    const { userinfo } = await dataOf(
      http,
      'register',
      { type: '2', email: username, password: PASSWORD, repassword: PASSWORD },
      { headers: { 'user-agent': CHROME } },
    );
    const { id } = await dataOf(http, 'getusr', {}, userinfo);
    return { id: String(id), username, token: userinfo.token };
  };
}

function loginsTo(http: TestHttp): Pick<SecurityWorld, 'login' | 'asked' | 'second'> {
  const login: SecurityWorld['login'] = ({ username }, fields = {}, how = {}) =>
    http.call('login', { username, password: PASSWORD, ...fields }, { headers: { 'user-agent': CHROME }, ...how });
  return {
    login,
    async asked(member, how) {
      const answer = await login(member, {}, how);
      if (answer.reason !== 'second_factor_required')
        throw new Error(`no second factor was asked for: ${answer.reason ?? answer.code}`);
      return secondNeeded.parse(answer.data);
    },
    second: (fields, how = {}) => http.call('loginSecond', fields, { headers: { 'user-agent': CHROME }, ...how }),
  };
}

/** Gives members second factors. */
const factorsBy = (
  http: TestHttp,
  clock: ManualClock,
  codeOf: SecurityWorld['codeOf'],
): Pick<SecurityWorld, 'withTotp' | 'withPasskey'> => ({
  async withTotp({ token }) {
    const { secret } = await dataOf(http, 'startTotp', { password: PASSWORD }, { token });
    const { recovery_codes } = await dataOf(http, 'confirmTotp', { second: codeOf(secret) }, { token });
    clock.advance(PERIOD_MS);
    return { secret, codes: recovery_codes ?? [] };
  },
  async withPasskey({ token }, name = 'My phone') {
    const passkey = new TestPasskey();
    const options = await dataOf(http, 'startPasskey', { password: PASSWORD }, { token });
    const { recovery_codes } = await dataOf(http, 'addPasskey', { name, passkey: passkey.made(options) }, { token });
    return { passkey, codes: recovery_codes ?? [] };
  },
});
