import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAtLeast, operatorCalls, ROLES, type OperatorCall, type Role } from '@plimsoll/contract/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { operatorAudits } from '../features/operators/index.ts';
import { systemClock } from '../platform/clock.ts';
import { startServer, type RunningServer } from '../server.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import {
  badConsoleFields,
  brokenConsoleRequests,
  consoleProblemIn,
  garbage,
  goodConsoleFields,
  nameOf,
  whole,
  type ConsoleRequest,
} from './console-requests.ts';

const PASSWORD = 'Bilge-pump 7 starboard';
/** Requests on the way at once. */
const ABREAST = 8;
const each = operatorCalls.map((call): [string, OperatorCall] => [nameOf(call), call]);

let database: TestDatabase;
let server: RunningServer;
let headsBefore: unknown;
const tokens = new Map<Role, string>();
/** Owners once, who are nobody now. */
const ended = new Map<string, string>();
let sent = 0;
const failures: object[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: ABREAST });

interface Answer {
  readonly statusCode: number;
  readonly contentType: string;
  readonly body: string;
}
type Sent = Pick<ConsoleRequest, 'method' | 'url' | 'headers' | 'payload'>;

/** Sends it over a socket, as a client would. */
const send = ({ method, url, headers, payload }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    sent += 1;
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const sending = request(
      new URL(url, server.url),
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            statusCode: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sending.on('error', reject);
    sending.end(payload);
  });

async function post(path: string, fields: object, token?: string): Promise<Record<string, unknown>> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const { statusCode, body } = await send({
    method: 'POST',
    url: `/operator/api${path}`,
    headers,
    payload: JSON.stringify(fields),
  });
  if (statusCode !== 201) throw new Error(body);
  return JSON.parse(body) as Record<string, unknown>;
}
const login = async (username: string): Promise<string> =>
  String((await post('/session', { username, password: PASSWORD }))['token']);

/** Owners whose sessions ended in every way. */
async function endOwners(): Promise<void> {
  const owner = tokens.get('owner') ?? '';
  const bearer = { authorization: `Bearer ${owner}`, 'content-type': 'application/json' };
  const patch = (id: unknown, fields: object) =>
    send({
      method: 'PATCH',
      url: `/operator/api/operators/${String(id)}`,
      headers: bearer,
      payload: JSON.stringify(fields),
    });
  const made: [string, unknown][] = [];
  // Made while there is one owner, who may do it alone.
  for (const name of ['logged-out', 'disabled', 'demoted', 'unused'])
    made.push([name, (await post('/operators', { username: name, password: PASSWORD, role: 'viewer' }, owner))['id']]);
  for (const [name, id] of made) {
    await database.db.run(
      {
        name: 'matrix.owner',
        text: `
      with changed as (update operator o set role = 'owner' where id = $1 returning id, operator_rights(o) as rights)
      select operator_audit_append(now(), null, 'server', 'server', 'change', 'operators', id::text, null, rights, '', '') from changed`,
      },
      [id],
    );
    const token = await login(name);
    if (name === 'logged-out')
      await send({ method: 'DELETE', url: '/operator/api/session', headers: { authorization: `Bearer ${token}` } });
    if (name === 'disabled') await patch(id, { enabled: 0 });
    if (name === 'demoted') await patch(id, { role: 'viewer' });
    if (name === 'unused')
      await database.db.run(
        {
          name: 'matrix.unused',
          text: `update operator_session set last_used_at = now() - interval '31 minutes' where operator_id = $1`,
        },
        [id],
      );
    ended.set(name, token);
  }
}

/** Ends of append-only tables: console calls change the audit log, money the journal. */
async function heads(): Promise<unknown> {
  const [row] = await database.db.run({
    name: 'matrix.heads',
    text: `
    select (select id::text from operator_audit_head) as log, (select encode(hash, 'hex') from operator_audit_head) as hash,
      (select count(*)::int from ledger_journal) as journals, (select count(*)::int from operator) as operators, (select count(*)::int from member) as members`,
  });
  return row;
}

beforeAll(async () => {
  database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'console-matrix-'));
  const config = readConfig({
    ...database.env,
    DATA_DIR: dataDir,
    PORT: '0',
    FEED_SEED: '1',
    OPERATOR_PASSWORD: PASSWORD,
  });
  const log = {
    info: () => {},
    error: (details: object, message: string) => {
      if ('err' in details) failures.push({ ...details, message });
    },
  };
  server = await startServer(config, {
    clock: systemClock,
    log,
    say: (line) => {
      failures.push({ line });
    },
  });
  tokens.set('owner', await login('owner'));
  for (const role of ROLES) {
    if (role === 'owner') continue;
    await post('/operators', { username: role, password: PASSWORD, role }, tokens.get('owner'));
    tokens.set(role, await login(role));
  }
  await endOwners();
  headsBefore = await heads();
}, 120_000);
afterAll(async () => {
  console.info(`console calls of the whole server: ${sent} requests`);
  agent.destroy();
  await server.close();
  await database.drop();
});

async function problems(requests: Iterable<ConsoleRequest>): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...requests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problem = consoleProblemIn(next, await send(next));
      if (problem !== undefined) found.push(problem);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return found;
}

/** Minimum roles of changes, by resource (docs/wire/operator.md); others are the owners'. */
const CHANGED_BY: Readonly<Record<string, Role>> = {
  recharges: 'clerk',
  identities: 'clerk',
  notices: 'clerk',
  banners: 'clerk',
  friends: 'clerk',
  contents: 'clerk',
  uploads: 'clerk',
  withdrawals: 'treasurer',
  loans: 'treasurer',
  corrections: 'treasurer',
  proposals: 'treasurer',
  members: 'treasurer',
  'webhook-messages': 'treasurer',
};
test('each call has the minimum role listed here: viewers read, only owners see operators', () => {
  const roleOf = ({ method, path }: OperatorCall): Role | null => {
    const [, resource = '', , action] = path.split('/');
    if (path === '/session') return method === 'POST' ? null : 'viewer';
    if (path === '/session/claim') return null;
    if (path.startsWith('/session/factor') || path.startsWith('/operators/me/')) return 'viewer';
    if (method === 'GET') return resource === 'operators' ? 'owner' : 'viewer';
    return action === 'reset-factors' ? 'owner' : (CHANGED_BY[resource] ?? 'owner');
  };
  expect(operatorCalls.map((call) => [nameOf(call), call.role])).toEqual(
    operatorCalls.map((call) => [nameOf(call), roleOf(call)]),
  );
});

/** How a call with a bad body ended: only callers who may make it get as far as the body. */
async function endFor(call: OperatorCall, token: string | undefined): Promise<string> {
  const { statusCode, body } = await send(garbage(call, token));
  return [400, 415, 422].includes(statusCode)
    ? 'looked at'
    : `${statusCode} ${String((JSON.parse(body) as { reason?: string }).reason)}`;
}

test.each(each)('%s is served from its minimum role on, and checks the role before the body', async (_name, call) => {
  const { role: minimum } = call;
  const ends = await Promise.all([endFor(call, undefined), ...ROLES.map((role) => endFor(call, tokens.get(role)))]);
  expect(ends).toEqual([
    minimum === null ? 'looked at' : '401 unauthenticated',
    ...ROLES.map((role) => (minimum === null || isAtLeast(role, minimum) ? 'looked at' : '403 forbidden')),
  ]);
  if (minimum === null) return;
  // Neither are valid requests done for others.
  const below = ROLES.filter((role) => !isAtLeast(role, minimum));
  const asked = [
    ...below.map((role) => ['403', tokens.get(role)] as const),
    ...[...ended.values()].map((token) => ['401', token] as const),
    ['401', undefined] as const,
  ];
  expect(
    await Promise.all(asked.map(async ([, token]) => String((await send(whole(call, token))).statusCode))),
  ).toEqual(asked.map(([status]) => status));
});

test.each(each)('%s accepts good fields, so that a refusal is due to one bad value', (_name, call) => {
  expect(call.input.safeParse(goodConsoleFields(call))).toMatchObject({ success: true });
});

test.each(each)(
  '%s refuses every bad value and every broken request with a reason',
  async (_name, call) => {
    const token = tokens.get('owner') ?? '';
    expect(await problems(badConsoleFields(call, token))).toEqual([]);
    expect(await problems(brokenConsoleRequests(call, token))).toEqual([]);
    expect(failures).toEqual([]);
  },
  60_000,
);

test('after all bad requests nothing was changed, and the audit log is valid', async () => {
  expect(await heads()).toEqual(headsBefore);
  await requireCleanAudit(database.db, operatorAudits);
});
