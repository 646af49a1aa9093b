import { randomBytes } from 'node:crypto';
import type { Envelope, Settings } from '@plimsoll/contract';
import { inject, type InjectOptions, type Response } from 'light-my-request';
import { defaultSettings } from '../features/site/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sql, type Db } from '../platform/db.ts';
import { createHttpServer, type HttpDeps, type HttpServer } from '../platform/http/index.ts';
import { Sessions } from '../platform/sessions.ts';

/** Options of a call. Without `json` the fields are a form, or a GET's query. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly lang?: string;
  /** `Idempotency-Key` */
  readonly key?: string;
  readonly json?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
}

export interface TestAnswer extends Envelope {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The server, callable without a socket. */
export interface TestApp extends HttpServer {
  readonly inject: (request: InjectOptions | string) => Promise<Response>;
}

/** The same server with `inject`. */
export const injectable = (server: HttpServer): TestApp => ({
  ...server,
  inject: (request) => inject(server.handle, request),
});

export interface TestHttp {
  readonly app: TestApp;
  readonly sessions: Sessions;
  /** Errors that were logged. */
  readonly logged: { readonly details: object; readonly message: string }[];
  /** Calls `/api/<name>`. */
  call(name: string, fields?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<TestAnswer>;
  /** A member who is logged in. */
  newMember(username?: string): Promise<{ readonly id: string; readonly token: string }>;
}

type TestHttpOptions = Pick<HttpDeps, 'db' | 'clock' | 'routes'> & Partial<HttpDeps> & { readonly sessions?: Sessions };

const insertMember = sql<{ id: string }>(
  'testing.insertMember',
  `insert into member (username, password_hash, invite_code, created_at) values ($1, 'none', $2, $3) returning id`,
);

/** The HTTP edge over some routes; checks every answer against the contract. Close `app` at the end. */
export function testHttp(options: TestHttpOptions): TestHttp {
  const { db, clock } = options;
  const sessions = options.sessions ?? new Sessions(db, clock);
  const logged: { details: object; message: string }[] = [];
  const settings: Settings = defaultSettings({ mode: 'demo', isDemoFeed: true });
  const server = createHttpServer({
    settings: () => settings,
    log: {
      error: (details, message) => {
        logged.push({ details, message });
      },
    },
    readiness: () => undefined,
    bodySecret: 'of this test',
    appFolder: '/nonexistent',
    checkAnswers: true,
    ...options,
    sessions,
  });
  const app = injectable(server);
  return {
    app,
    sessions,
    logged,
    call: (name, fields, how) => callOn(app, name, fields, how),
    newMember: (username) => newMember(db, clock, sessions, username),
  };
}

async function callOn(
  app: TestApp,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
  how: CallOptions = {},
): Promise<TestAnswer> {
  const method = how.method ?? 'POST';
  const form = new URLSearchParams(
    Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  const response = await app.inject({
    method,
    url: method === 'GET' && form ? `/api/${name}?${form}` : `/api/${name}`,
    headers: {
      ...(method === 'POST'
        ? { 'content-type': how.json ? 'application/json' : 'application/x-www-form-urlencoded' }
        : {}),
      ...(how.token === undefined ? {} : { token: how.token }),
      ...(how.lang === undefined ? {} : { lang: how.lang }),
      ...(how.key === undefined ? {} : { 'idempotency-key': how.key }),
      ...how.headers,
    },
    ...(method === 'POST' ? { payload: how.json ? JSON.stringify(fields) : form } : {}),
    ...(how.remoteAddress === undefined ? {} : { remoteAddress: how.remoteAddress }),
  });
  return { ...response.json<Envelope>(), status: response.statusCode, headers: response.headers };
}

async function newMember(
  db: Db,
  clock: Clock,
  sessions: Sessions,
  username = `member-${randomBytes(6).toString('hex')}`,
) {
  const invit = randomBytes(4).toString('hex').toUpperCase();
  const [row] = await db.run(insertMember, [username, invit, new Date(clock.nowMs())]);
  if (!row) throw new Error('no member was made');
  return { id: row.id, token: await sessions.open(row.id) };
}
