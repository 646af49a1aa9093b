import { Secret, TOTP } from 'otpauth';
import type { Role } from '@plimsoll/contract/operator';
import { createOperators, makeFirstOperator, operatorAudits, type Operators } from '../features/operators/index.ts';
import { Proposals, proposalRoutes, ruleOf } from '../features/proposals/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import type { Mail } from '../platform/mail.ts';
import { createPasswords, type Passwords } from '../platform/passwords.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testDatabase } from './database.ts';
import { testHttp, type TestHttp } from './http.ts';
import { TEST_ORIGIN } from './security.ts';
import type { OperatorAnswer } from './operator-http.ts';
import { failingLog } from './world-parts.ts';

/** The password of every operator here. */
export const PASSWORD = 'Bilge-pump 7 starboard';

/** How a test asks the console. */
interface Asking {
  readonly token?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Operators over HTTP, with a manual clock. */
export interface OperatorsWorld {
  readonly db: Db;
  readonly clock: ManualClock;
  readonly owner: Db;
  readonly operators: Operators;
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, asking?: Asking): Promise<OperatorAnswer>;
  /** Logs in and gives the token. */
  login(username: string, totp?: string): Promise<string>;
  /** Makes an operator with {@link PASSWORD}: the id. */
  make(username: string, role: Role): Promise<string>;
  /** Lines of the log after `afterId`, oldest first: `action resource/ref by username`. */
  logged(afterId?: number): Promise<string[]>;
  /** Mails that were sent. */
  readonly mails: readonly Mail[];
  /** Sets a second factor, fresh until time passes; returns its key. */
  enrol(token: string): Promise<string>;
  /** How many passwords were hashed. */
  readonly hashed: () => number;
  /** The same operators in another process. */
  another(): Operators;
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** What an authenticator shows at a moment. */
export const codeAt = (secret: string, atMs: number): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: atMs,
  });

const lines = sql<{ line: string }>(
  'testing.auditLines',
  `
  select action || ' ' || resource || '/' || ref || ' by ' || username as line from operator_audit where id > $1 order by id`,
);

function countedPasswords(): { readonly passwords: Passwords; readonly hashed: () => number } {
  let hashes = 0;
  const own = createPasswords();
  const hash: Passwords['hash'] = (password, lane) => {
    hashes += 1;
    return own.hash(password, lane);
  };
  return { passwords: { ...own, hash }, hashed: () => hashes };
}

/** Opens a world with the first operator, `owner`. */
export async function openOperatorsWorld(mode: 'demo' | 'live' = 'demo'): Promise<OperatorsWorld> {
  const database = await testDatabase();
  const { db } = database;
  const owner = openDb(database.url, { role: null, connections: 2 });
  const clock = new ManualClock(Date.UTC(2026, 0, 5, 9));
  const { passwords, hashed } = countedPasswords();
  const mails: Mail[] = [];
  const proposals = new Proposals({ db, clock, log: failingLog });
  const another = () =>
    createOperators({
      db,
      clock,
      passwords,
      mode,
      secret: 'of this test alone',
      log: failingLog,
      proposals,
      mailer: {
        send: (mail) => {
          mails.push(mail);
        },
      },
      home: () => TEST_ORIGIN,
    });
  await ruleOf(mode, db);
  const operators = another();
  const http = testHttp({
    db,
    clock,
    routes: [],
    console: {
      routes: [...operators.operatorRoutes, ...proposalRoutes(proposals, { db, clock })],
      identify: operators.identify,
      folder: '/nonexistent',
    },
  });
  await makeFirstOperator({ username: 'owner', password: PASSWORD }, { db, clock, passwords });
  const ask = asking(http, operators);
  return {
    db,
    clock,
    owner,
    operators,
    ask,
    another,
    mails,
    hashed,
    ...operatorsBy(ask, clock),
    logged: async (afterId = 0) => (await db.run(lines, [afterId])).map(({ line }) => line),
    audit: () => requireCleanAudit(db, operatorAudits),
    async close() {
      await http.app.close();
      await operators.settled();
      await owner.close();
      await database.drop();
    },
  };
}

const asking =
  (http: TestHttp, operators: Operators): OperatorsWorld['ask'] =>
  async (method, path, { token, fields = {}, headers = {} } = {}) => {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const response = await http.app.inject({
      method,
      url: `/operator/api${path}${method === 'GET' && query ? `?${query}` : ''}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { payload: JSON.stringify(fields) }),
    });
    await operators.settled();
    if (response.statusCode >= 500) throw new Error(`${method} ${path}`, { cause: http.logged.at(-1)?.details });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? {} : response.json<Record<string, unknown>>(),
    };
  };

function operatorsBy(ask: OperatorsWorld['ask'], clock: ManualClock): Pick<OperatorsWorld, 'login' | 'enrol' | 'make'> {
  const login: OperatorsWorld['login'] = async (username, totp) => {
    const { status, body } = await ask('POST', '/session', {
      fields: { username, password: PASSWORD, ...(totp === undefined ? {} : { totp }) },
    });
    if (status !== 201) throw new Error(`no login: ${JSON.stringify(body)}`);
    return String(body['token']);
  };
  return {
    login,
    async enrol(token) {
      const { body } = await ask('POST', '/operators/me/totp', { token, fields: { password: PASSWORD } });
      const { status } = await ask('POST', '/operators/me/totp', {
        token,
        fields: { password: PASSWORD, code: codeAt(String(body['secret']), clock.nowMs()) },
      });
      if (status !== 200) throw new Error('no factor was set');
      return String(body['secret']);
    },
    async make(username, role) {
      const { status, body } = await ask('POST', '/operators', {
        token: await login('owner'),
        fields: { username, password: PASSWORD, role },
      });
      if (status !== 201) throw new Error(`no operator: ${JSON.stringify(body)}`);
      return String(body['id']);
    },
  };
}
