import { ok, refuse, type Answer, type SecondNeeded } from '@plimsoll/contract';
import { secondNeeded } from '@plimsoll/contract/security';
import { ZERO } from '@plimsoll/money';
import { Secret, TOTP } from 'otpauth';
import { passkeyRoutes, type Leavings } from '../features/gate/index.ts';
import { createMembership } from '../features/membership/index.ts';
import { createFreezeLinks, noticeRoutes } from '../features/notices/index.ts';
import { defaultSettings, type AllSettings } from '../features/site/index.ts';
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

/** Members' logins and second factors over HTTP, on a database of their own; hashing takes no time here. */
export interface SecurityWorld extends SecurityProcess {
  readonly db: Db;
  /** As the role that owns the database. */
  readonly owner: Db;
  readonly clock: ManualClock;
  /** Settings in force besides a demo's, and what sends text messages. */
  readonly set: { settings: Partial<AllSettings>; texter: Pick<Texter, 'send'> };
  /** What was texted, oldest first. */
  readonly texts: readonly TextMessage[];
  /** Of the database. */
  readonly url: string;
  another(): SecurityProcess;
  /** Registers a member. */
  member(): Promise<Sailor>;
  /**
   * Sets an authenticator; its secret, and the recovery codes where it is the first factor. The code that confirmed it
   * is of a period that is over.
   */
  withTotp(member: Sailor): Promise<{ readonly secret: string; readonly codes: readonly string[] }>;
  withPasskey(
    member: Sailor,
    name?: string,
  ): Promise<{ readonly passkey: TestPasskey; readonly codes: readonly string[] }>;
  /** What an authenticator shows now, or `periods` from now. */
  codeOf(secret: string, periods?: number): string;
  /** A code that is none of those taken now. */
  wrongOf(secret: string): string;
  login(member: Sailor, fields?: Readonly<Record<string, unknown>>, how?: CallOptions): Promise<TestAnswer>;
  /** Logs in as far as the second step. */
  asked(member: Sailor, how?: CallOptions): Promise<SecondNeeded>;
  second(fields: Readonly<Record<string, unknown>>, how?: CallOptions): Promise<TestAnswer>;
  /** What a member was told, by kind, oldest first. */
  notificationsOf(member: Sailor): Promise<string[]>;
  /** What was mailed, oldest first, but for notices. */
  readonly mails: readonly Mail[];
  /** Resolves once everything is done that no answer waited for. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const kinds = sql<{ kind: string }>(
  'testing.notificationsOf',
  'select kind from notice where member_id = $1 order by id',
);

/** There is no money here; whatever would leave is this. */
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
  const opened: (() => Promise<unknown>)[] = [];
  const links = createFreezeLinks('a secret of the house');
  const texts: TextMessage[] = [];
  const set: SecurityWorld['set'] = {
    settings: {},
    texter: {
      send: (message) => {
        texts.push(message);
      },
    },
  };
  let count = 0;

  function open(): SecurityProcess {
    const sessions = new Sessions(db, clock);
    const security = testSecurity(db, clock);
    const settings = () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...set.settings });
    const membership = createMembership({
      db,
      clock,
      sessions,
      security,
      settings,
      links,
      mode: 'demo',
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
      passwords: {
        hash: async (password) => `plain ${password}`,
        verify: async (stored, password) => stored === `plain ${password}`,
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
    opened.push(
      () => security.settled(),
      () => http.app.close(),
    );
    return { http, security };
  }
  const { http, security } = open();

  const codeOf = (secret: string, periods = 0): string =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.nowMs() + periods * PERIOD_MS,
    });
  const done = async <T>(name: string, fields: object, { token }: Sailor): Promise<T> => {
    const { code, data, reason } = await http.call(name, { ...fields }, { token });
    if (code !== 1) throw new Error(`${name}: ${reason}`, { cause: http.logged.at(-1)?.details });
    return data as T;
  };
  const login: SecurityWorld['login'] = ({ username }, fields = {}, how = {}) =>
    http.call('login', { username, password: PASSWORD, ...fields }, { headers: { 'user-agent': CHROME }, ...how });

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
    codeOf,
    login,
    another: open,
    async member() {
      count += 1;
      const username = `sailor${count}@example.com`;
      const answer = await http.call(
        'register',
        { type: '2', email: username, password: PASSWORD, repassword: PASSWORD },
        { headers: { 'user-agent': CHROME } },
      );
      const { token } = (answer.data as Answer<'register'>).userinfo;
      const { id } = (await http.call('getusr', {}, { token })).data as Answer<'getusr'>;
      return { id: String(id), username, token };
    },
    async withTotp(member) {
      const { secret } = await done<Answer<'startTotp'>>('startTotp', { password: PASSWORD }, member);
      const { recovery_codes } = await done<Answer<'confirmTotp'>>('confirmTotp', { second: codeOf(secret) }, member);
      clock.advance(PERIOD_MS);
      return { secret, codes: recovery_codes ?? [] };
    },
    async withPasskey(member, name = 'My phone') {
      const passkey = new TestPasskey();
      const options = await done<Answer<'startPasskey'>>('startPasskey', { password: PASSWORD }, member);
      const { recovery_codes } = await done<Answer<'addPasskey'>>(
        'addPasskey',
        { name, passkey: passkey.made(options) },
        member,
      );
      return { passkey, codes: recovery_codes ?? [] };
    },
    wrongOf(secret) {
      const taken = [-1, 0, 1].map((periods) => codeOf(secret, periods));
      return ['000000', '000001', '000002', '000003'].find((code) => !taken.includes(code)) ?? '';
    },
    async asked(member, how) {
      const answer = await login(member, {}, how);
      if (answer.reason !== 'second_factor_required')
        throw new Error(`no second factor was asked for: ${answer.reason ?? answer.code}`);
      return secondNeeded.parse(answer.data);
    },
    second: (fields, how = {}) => http.call('loginSecond', fields, { headers: { 'user-agent': CHROME }, ...how }),
    notificationsOf: async ({ id }) => (await db.run(kinds, [id])).map(({ kind }) => kind),
    async close() {
      for (const end of opened) await end();
      await owner.close();
      await database.drop();
    },
  };
}
