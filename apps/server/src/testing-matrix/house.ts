import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberCalls, type Answer, type CallName, type Envelope } from '@plimsoll/contract';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { sql, type Db } from '../platform/db.ts';
import { openLog } from '../platform/log.ts';
import { startServer } from '../server.ts';
import { encoded, multipart } from './multipart.ts';
import { objectOf } from './object-of.ts';

/** What a socket sends. */
export interface Sent {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}
export interface Got {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly body: string;
}

/** The whole server over sockets, with everything it logs. */
export interface House {
  readonly url: string;
  readonly db: Db;
  readonly secret: string;
  readonly operatorPassword: string;
  /** Every line of the log so far. */
  logged(): string;
  /** How many requests were sent. */
  sent(): number;
  /** Counts requests that were sent some other way. */
  count(more: number): void;
  send(sent: Sent): Promise<Got>;
  /** Calls `/api/<name>` with a form, a query or JSON. */
  call(
    name: string,
    fields?: Readonly<Record<string, unknown>>,
    token?: string,
  ): Promise<Envelope & { readonly text: string; readonly status: number }>;
  /** The data of a call that must succeed. */
  obtain<Name extends CallName>(
    name: Name,
    fields?: Readonly<Record<string, unknown>>,
    token?: string,
  ): Promise<Answer<Name>>;
  upload(token: string, bytes: Uint8Array): Promise<Envelope>;
  /** Calls the console; returns the body of a 2xx. */
  operate(method: string, path: string, token: string | undefined, fields?: object): Promise<Record<string, unknown>>;
  /** {@link rowsOf} its database. */
  rows(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Tables that change by themselves. */
const RESTLESS = new Set([
  'tick',
  'tape_head',
  'tape_thinned',
  'mark',
  'mark_head',
  'log_head',
  'log_batch',
  'log_lineless',
  'liability_epoch',
  'mark_gap',
  'market_observed',
  'candle',
  'candle_progress',
  'spot_book',
  'feed_state',
  'process_lease',
  'idempotency_key',
  'login_ticket',
  'email_code',
  'sign_in',
  'operator_audit',
  'operator_audit_head',
  'session',
  'operator_session',
  'upload_view',
  'backup_taken',
  'payment_guard',
  'notice_mail',
  'passkey_challenge',
  'operator_challenge',
  'mining_paid_until',
]);
const tables = sql<{ name: string }>(
  'matrix.tables',
  `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege(oid, 'select') order by 1`,
);
/** Internals that must not appear in a body. */
const INSIDES =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|\.ts:\d+:\d+|SQLSTATE|violates \w+ constraint|syntax error at|\bpg_|ECONN|EACCES|ENOENT|BEGIN PRIVATE/;
const FORM = 'application/x-www-form-urlencoded';

/** The number and hash of the rows of every other table. */
export async function rowsOf(db: Db): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { name } of await db.run(tables)) {
    if (RESTLESS.has(name)) continue;
    const hashed = sql<{ rows: string }>(
      `matrix.rows.${name}`,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t`,
    );
    found[name] = (await db.run(hashed))[0]?.rows ?? '';
  }
  return found;
}

/** A database for this server alone. */
interface Database {
  readonly env: Readonly<Record<string, string>>;
  readonly db: Db;
  drop(): Promise<void>;
}

/** Opens the real server on a database, dropped with it. */
export async function openHouse(database: Database): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'house-'));
  const [secret, operatorPassword] = ['keel-laid-in-the-year-of-the-gale', 'Bilge-pump 7 starboard'];
  const lines: string[] = [];
  const log = openLog({
    write: (line: string) => {
      lines.push(line);
    },
  });
  const config = readConfig({
    ...database.env,
    DATA_DIR: dataDir,
    PORT: '0',
    FEED_SEED: '1',
    SECRET: secret,
    OPERATOR_PASSWORD: operatorPassword,
  });
  const server = await startServer(config, {
    clock: systemClock,
    log,
    say: (line) => {
      lines.push(line);
    },
  });
  const sender = createSender(server.url);
  return {
    url: server.url,
    db: database.db,
    secret,
    operatorPassword,
    send: sender.send,
    sent: sender.sent,
    count: sender.count,
    ...callsOver(sender.send),
    logged: () => lines.join('\n'),
    rows: () => rowsOf(database.db),
    async close() {
      sender.close();
      await server.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends requests over sockets and counts them; an answer that shows internals rejects. */
function createSender(base: string): Pick<House, 'send' | 'sent' | 'count'> & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { hostname, port } = new URL(base);
  let count = 0;
  const send: House['send'] = ({ method = 'GET', url, headers = {}, payload }) =>
    new Promise((resolve, reject) => {
      count += 1;
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
      const sending = request(
        { hostname, port, path: url, method, agent, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const body = bytes.toString();
            const status = response.statusCode ?? 0;
            if (status >= 500 || INSIDES.test(body))
              reject(new Error(`${method} ${url}: ${status} ${body.slice(0, 300)}`));
            else resolve({ status, type: response.headers['content-type'] ?? '', bytes, body });
          });
        },
      );
      sending.on('error', reject);
      sending.end(payload);
    });
  return {
    send,
    sent: () => count,
    count: (more) => {
      count += more;
    },
    close: () => agent.destroy(),
  };
}

/** Calls of members and operators. */
function callsOver(send: House['send']): Pick<House, 'call' | 'obtain' | 'upload' | 'operate'> {
  const call: House['call'] = async (name, fields = {}, token) => {
    const headers = { 'content-type': FORM, ...(token === undefined ? {} : { token }) };
    const isGet = memberCalls.find((each) => each.name === name)?.methods.includes('POST') === false;
    const query = encoded(Object.entries(fields));
    const { status, body } = await send(
      isGet
        ? { url: `/api/${name}?${query}`, headers }
        : { method: 'POST', url: `/api/${name}`, headers, payload: query },
    );
    return { ...envelopeOf(body), text: body, status };
  };
  return {
    call,
    async obtain<Name extends CallName>(name: Name, fields: Readonly<Record<string, unknown>> = {}, token?: string) {
      const answer = await call(name, fields, token);
      if (answer.code !== 1) throw new Error(`${name}: ${answer.text}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's, which other tests check
      return answer.data as Answer<Name>;
    },
    async upload(token, bytes) {
      const { headers, payload } = multipart({ name: 'file', content: bytes });
      const { body } = await send({
        method: 'POST',
        url: '/api/api/common/upload',
        headers: { token, ...headers },
        payload,
      });
      return envelopeOf(body);
    },
    async operate(method, path, token, fields) {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const { status, body } = await send({
        method,
        url: `/operator/api${path}`,
        headers,
        ...(fields === undefined ? {} : { payload: JSON.stringify(fields) }),
      });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body}`);
      return body === '' ? {} : { ...objectOf(body) };
    },
  };
}

/** An envelope; throws for any other text. */
function envelopeOf(body: string): Envelope {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields are checked below
  const envelope = objectOf(body) as Envelope | undefined;
  if (typeof envelope?.code !== 'number' || typeof envelope.msg !== 'string') throw new Error(`no envelope: ${body}`);
  return envelope;
}
