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
import { badConsoleFields, brokenConsoleRequests, consoleProblemIn, garbage, goodConsoleFields, nameOf, type ConsoleRequest } from './console-requests.ts';

const PASSWORD = 'Bilge-pump 7 starboard';
/** Requests on the way at once. */
const ABREAST = 8;
const each = operatorCalls.map((call): [string, OperatorCall] => [nameOf(call), call]);

let database: TestDatabase;
let server: RunningServer;
let headsBefore: unknown;
const tokens = new Map<Role, string>();
const failures: object[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: ABREAST });

interface Answer { readonly statusCode: number; readonly contentType: string; readonly body: string }
type Sent = Pick<ConsoleRequest, 'method' | 'url' | 'headers' | 'payload'>;

/** Sends it over a socket, as a client would. */
const send = ({ method, url, headers, payload }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const sending = request(new URL(url, server.url), { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', body: Buffer.concat(chunks).toString() }));
    });
    sending.on('error', reject);
    sending.end(payload);
  });

async function post(path: string, fields: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const { statusCode, body } = await send({ method: 'POST', url: `/operator/api${path}`, headers, payload: JSON.stringify(fields) });
  if (statusCode !== 201) throw new Error(body);
  return JSON.parse(body) as Record<string, unknown>;
}
const login = async (username: string): Promise<string> => String((await post('/session', { username, password: PASSWORD }))['token']);

/** Ends of what only grows: whatever a console call changes is in the operators' log, whatever moves money in the journal. */
async function heads(): Promise<unknown> {
  const [row] = await database.db.run({ name: 'matrix.heads', text: `
    select (select id::text from operator_audit_head) as log, (select encode(hash, 'hex') from operator_audit_head) as hash,
      (select count(*)::int from ledger_journal) as journals, (select count(*)::int from operator) as operators, (select count(*)::int from member) as members` });
  return row;
}

beforeAll(async () => {
  database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'console-matrix-'));
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', FEED_SEED: '1', OPERATOR_PASSWORD: PASSWORD });
  const log = { info: () => {}, error: (details: object, message: string) => { failures.push({ ...details, message }); } };
  server = await startServer(config, { clock: systemClock, log, say: (line) => { failures.push({ line }); } });
  tokens.set('owner', await login('owner'));
  for (const role of ROLES) {
    if (role === 'owner') continue;
    await post('/operators', { username: role, password: PASSWORD, role }, tokens.get('owner'));
    tokens.set(role, await login(role));
  }
  headsBefore = await heads();
}, 120_000);
afterAll(async () => {
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

/** How a call that was sent nonsense ended for someone: only one who may call it had what was sent looked at. */
async function endFor(call: OperatorCall, token: string | undefined): Promise<string> {
  const { statusCode, body } = await send(garbage(call, token));
  return [400, 415, 422].includes(statusCode) ? 'looked at' : `${statusCode} ${String((JSON.parse(body) as { reason?: string }).reason)}`;
}

test.each(each)('%s is there for every role from its least on and for no other, and looks at no body before the role', async (_name, call) => {
  const { role: least } = call;
  const ends = await Promise.all([endFor(call, undefined), ...ROLES.map((role) => endFor(call, tokens.get(role)))]);
  expect(ends).toEqual([
    least === null ? 'looked at' : '401 unauthenticated', ...ROLES.map((role) => (least === null || isAtLeast(role, least) ? 'looked at' : '403 forbidden')),
  ]);
});

test.each(each)('%s takes good fields, so that one bad value is what is refused', (_name, call) => {
  expect(call.input.safeParse(goodConsoleFields(call))).toMatchObject({ success: true });
});

test.each(each)('%s refuses every bad value and every broken request with a reason', async (_name, call) => {
  const token = tokens.get('owner') ?? '';
  expect(await problems(badConsoleFields(call, token))).toEqual([]);
  expect(await problems(brokenConsoleRequests(call, token))).toEqual([]);
  expect(failures).toEqual([]);
}, 60_000);

test('after all of it nothing was changed, and the log is whole', async () => {
  expect(await heads()).toEqual(headsBefore);
  await requireCleanAudit(database.db, operatorAudits);
});
