import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { memberCalls, type Call } from '@plimsoll/contract';
import {
  CHECKED_FURTHER,
  describedFieldsOf,
  memberApi,
  operatorApi,
  streamApi,
  type AsyncApi,
} from '@plimsoll/contract/descriptions';
import { operatorCalls, type OperatorCall } from '@plimsoll/contract/operator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { seedOf, uniform } from '../testing/dice.ts';
import { testDatabase } from '../testing/index.ts';
import { codeAt } from '../testing/operators-world.ts';
import { ListedIds, OF_NEWCOMERS, ofMembers } from './described-known.ts';
import { CLERK, establishOwners, knownToOwners, openOperator, SPARE } from './described-owners.ts';
import { DocumentJudge } from './described.ts';
import { BEYOND_SCHEMAS, Draws, drawFields, type Drawn, type Known } from './described-requests.ts';
import { badValues } from './field-values.ts';
import { openHouse, type Got, type House, type Sent } from './house.ts';
import { furnish, newMember, PASSWORD, photo, type Belongings } from './lea.ts';
import { contentOf, encoded, multipart } from './multipart.ts';
import { objectOf } from './object-of.ts';

// Requests drawn from the contract, and the answers of the whole server to them, against both descriptions.
// DESCRIBED=20000 draws so many; without, a few a call.

const VERSION = { version: '0' };
const member = new DocumentJudge(memberApi(memberCalls, VERSION));
const operator = new DocumentJudge(operatorApi(operatorCalls, VERSION));
const COUNT = Number(process.env['DESCRIBED'] ?? 1_500);
const ROUNDS = Math.ceil(COUNT / (memberCalls.length + operatorCalls.length));
const SEED = process.env['TEST_SEED'] ?? '20260101';
const LIMIT_MS = 60_000 + COUNT * 50;
/** The same for the same seed. */
function drawsOf(seed: string): Draws {
  const own = seedOf(seed);
  let count = 0;
  return new Draws(() => uniform(own, 1, (count += 1)));
}
const nameOf = ({ method, path }: OperatorCall): string => `${method} ${path}`;

let house: House;
let lea: Belongings;
let knownOf: (name: string) => Known;
let listed: ListedIds;
/** Members with the same password; each is used until its session ends. */
const members: string[] = [];
const owners: string[] = [];
let sent = 0;
let done = 0;
const succeeded = new Set<string>();

const leasId = sql<{ id: string }>('described.leasId', `select id from member where username = 'lea@quay.example'`);
const copy = sql<{ id: string }>(
  'described.copy',
  `insert into member (username, password_hash, invite_code, created_at) select $1, password_hash, $2, now() from member where username = 'lea@quay.example' returning id`,
);
/** Lea herself, by a new session. */
async function leaAgain(): Promise<string> {
  const [row] = await house.db.run(leasId);
  return new Sessions(house.db, systemClock).open(row?.id ?? '');
}
/** A member who has nothing yet. */
async function newcomer(): Promise<string> {
  const [row] = await house.db.run(copy, [
    `${randomBytes(6).toString('hex')}@quay.example`,
    randomBytes(4).toString('hex').toUpperCase(),
  ]);
  return new Sessions(house.db, systemClock).open(row?.id ?? '');
}
async function anotherMember(): Promise<string> {
  const token = await newcomer();
  await house.call('demoFunds', {}, token);
  return token;
}
const anotherOwner = (): Promise<string> => openOperator(house, 'owner');

/** What a list of the console has, members' requests among it, before anything is drawn for operators. */
async function learn(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${owners[0] ?? ''}` };
  const got = await house.send({ method: 'GET', url: `/operator/api${path}`, headers });
  listed.learn(path, objectOf(got.body));
}

beforeAll(async () => {
  house = await openHouse(await testDatabase());
  owners.push(await anotherOwner());
  const zoe = await newMember(house, 'zoe@quay.example');
  const { id } = await house.obtain('getusr', {}, zoe);
  lea = await furnish(house, await newMember(house, 'lea@quay.example'), {
    toMember: String(id),
    operator: owners[0] ?? '',
  });
  members.push(lea.token);
  // From here on what needs two is proposed.
  const spare = await establishOwners(house, (secret) => codeAt(secret, systemClock.nowMs()));
  const { list } = await house.obtain('getMarketList');
  const known: Known = {
    m_id: list.slice(0, 2).map((each) => each.id),
    c_id: [1, '1', 2],
    symbol: ['btcusdt'],
    password: [PASSWORD],
    logpassword: [PASSWORD],
    paypassword: [`${PASSWORD}2`],
    paypwd: [`${PASSWORD}2`],
    bb_id: [lea.order],
    order_id: [lea.option],
    ctzed: ['10', '100'],
    ctime: ['60'],
    num: ['0.01', '100'],
    price: ['1000', '64000'],
    amount: ['10', '250'],
    to_uid: [id],
    member_id: [id],
    front_card: [lea.image],
    back_card: [lea.image],
    payimg: [lea.image],
    hash: ['ab'.repeat(32)],
    remark: ['as agreed'],
  };
  const { list: projects } = await house.obtain('getStakingProjects', {}, lea.token);
  const s_id = projects.flatMap(({ staking_info }) => staking_info.map((each) => each.id));
  knownOf = ofMembers(known, lea, { submitStaking: { id: projects.map((each) => each.id), s_id } });
  listed = new ListedIds(known, knownToOwners(house, spare));
}, 240_000);
afterAll(async () => {
  console.info(
    `described: ${sent} requests, ${done} done, ${succeeded.size} of ${memberCalls.length + operatorCalls.length} calls done at least once`,
  );
  await house.close();
});

const ORDERS = ['id', 'sort', 'username', 'at', 'name'].flatMap((each) => [each, `-${each}`]);
const inOrder = operatorCalls.flatMap((call) =>
  call.method !== 'GET' || call.path.includes('{')
    ? []
    : ORDERS.filter((sort) => call.input.safeParse({ sort }).success).map((sort) => `${call.path}?sort=${sort}`),
);
test('most lists of the console can be put in an order', () => expect(inOrder.length).toBeGreaterThan(40));
test.each(inOrder)('%s is answered', async (path) => {
  const headers = { authorization: `Bearer ${owners[0] ?? ''}` };
  expect(await house.send({ method: 'GET', url: `/operator/api${path}`, headers })).toMatchObject({ status: 200 });
});

test.each([
  ...memberCalls.map((call) => [call.name, call, member] as const),
  ...operatorCalls.map((call) => [nameOf(call), { ...call, name: nameOf(call) }, operator] as const),
])('no value that a field of %s never takes is one by its description', (name, call, judge) => {
  const [method = '', path = ''] = judge === member ? [methodOf(call), `/api/${name}`] : name.split(' ');
  const at = judge === member ? path : `/operator/api${path}`;
  const fields = describedFieldsOf(call).filter(
    ({ kind, isConditional }) => !isConditional && !BEYOND_SCHEMAS.has(kind) && kind !== 'durations',
  );
  for (const field of fields) {
    const good = drawFields(call, drawsOf(name), {}).fields;
    for (const value of badValues(field))
      expect([
        name,
        field.name,
        value,
        judge.faultIn(method, at, { ...good, [field.name]: value }) !== undefined,
      ]).toEqual([name, field.name, value, true]);
  }
});

const methodOf = (call: object): string =>
  'methods' in call && Array.isArray(call.methods) ? String(call.methods[0]) : 'POST';

/** Which fields a form may refuse though they are as described. */
const mayRefuse = (call: Pick<Call, 'name' | 'input'>): ReadonlySet<PropertyKey> =>
  new Set(
    describedFieldsOf(call)
      .filter(({ kind, isConditional }) => isConditional || CHECKED_FURTHER.has(kind))
      .map(({ name }) => name),
  );

/** Reasons of two fields that do not fit each other. */
const ACROSS = new Set(['passwords_differ']);

/** What is wrong between a description, the contract and a request's fields. */
function misdescribed(
  call: Pick<Call, 'name' | 'input'>,
  { fields, bad }: Drawn,
  fault: string | undefined,
): string | undefined {
  if (bad) return fault === undefined ? `${bad.name} is bad, and yet as described` : undefined;
  if (fault !== undefined) return `it is not as described: ${fault}`;
  const issue = call.input.safeParse(fields).error?.issues[0];
  const [place] = issue?.path ?? [];
  return issue === undefined || place === undefined || mayRefuse(call).has(place) || ACROSS.has(issue.message)
    ? undefined
    : `it is as described, and yet ${String(place)} is refused: ${issue.message}`;
}

const JSON_BODY = { 'content-type': 'application/json' };
const isOfTexts = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.values(fields).every((each) => typeof each === 'string' && each.isWellFormed());
const asText = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || typeof value === 'number';

async function memberRequest(
  call: Call,
  { fields }: Drawn,
  { method, token }: { method: string; token: string },
): Promise<Sent> {
  const headers: Record<string, string> = {
    token,
    ...(call.idempotent && sent % 3 === 0 ? { 'idempotency-key': `k${sent % 7}` } : {}),
  };
  const url = `/api/${call.name}`;
  if (call.file) {
    const body = multipart({ name: 'file', content: sent % 2 === 0 ? await photo(sent) : 'no picture' });
    return { method, url, headers: { ...headers, ...body.headers }, payload: body.payload };
  }
  if (method === 'GET') return { method, url: `${url}?${encoded(Object.entries(fields))}`, headers };
  return isOfTexts(fields) && sent % 2 === 0
    ? {
        method,
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: encoded(Object.entries(fields)),
      }
    : { method, url, headers: { ...headers, ...JSON_BODY }, payload: JSON.stringify(fields) };
}

async function operatorRequest(call: OperatorCall, { fields }: Drawn, token: string): Promise<Sent> {
  const { method } = call;
  const url = `/operator/api${call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(fields[name])))}`;
  const rest = Object.entries(fields).filter(([name]) => !call.path.includes(`{${name}}`));
  const headers = call.role === null ? {} : { authorization: `Bearer ${token}` };
  if (method === 'GET') return { method, url: `${url}?${encoded(rest)}`, headers };
  if (call.file) {
    const picture = sent % 2 === 0 ? await photo(sent) : undefined;
    const body = multipart(...rest.map(([name, content]) => ({ name, content: picture ?? contentOf(content) })));
    return { method, url, headers: { ...headers, ...body.headers }, payload: body.payload };
  }
  return { method, url, headers: { ...headers, ...JSON_BODY }, payload: JSON.stringify(Object.fromEntries(rest)) };
}

/** Whether a value stays itself as a part of a path. */
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w.-]+$/.test(String(value));

/** Draws until an address can hold it: a path or a query cannot hold every value, and a path no other path. */
function drawFor(
  call: Pick<Call, 'name' | 'input'>,
  { draws, known }: { readonly draws: Draws; readonly known: Known },
  { inText, inPath }: { readonly inText: (name: string) => boolean; readonly inPath: readonly string[] },
): Drawn {
  for (;;) {
    const drawn = drawFields(call, draws, known);
    const isFit = Object.entries(drawn.fields).every(
      ([name, value]) =>
        !inText(name) ||
        (asText(value) && (typeof value !== 'string' || (value.isWellFormed() && value.length < 2_000))),
    );
    if (isFit && inPath.every((name) => isPlain(drawn.fields[name]))) return drawn;
  }
}

const report = (what: string, { fields }: Drawn, problem: string, got?: Got): string =>
  `${what} ${JSON.stringify(fields).slice(0, 300)}: ${problem}${got ? `: ${got.status} ${got.body.slice(0, 300)}` : ''}`;

async function oneOfMember(call: Call, draws: Draws): Promise<string | undefined> {
  const method = draws.one(call.methods);
  const drawn = drawFor(call, { draws, known: knownOf(call.name) }, { inText: () => method === 'GET', inPath: [] });
  const path = `/api/${call.name}`;
  const isTextual = method === 'GET' && drawn.bad !== undefined;
  const problem =
    call.file || isTextual ? undefined : misdescribed(call, drawn, member.faultIn(method, path, drawn.fields));
  if (problem !== undefined) return report(call.name, drawn, problem);
  const isNewcomers = OF_NEWCOMERS.has(call.name);
  const token = isNewcomers ? await newcomer() : (members.at(-1) ?? '');
  const got = await house.send(await memberRequest(call, drawn, { method, token }));
  const answer = objectOf(got.body);
  const isDone = answer?.['code'] === 1;
  // Half of those who log out are followed at once, so that the calls after it meet both.
  const isEnded = isDone && !isNewcomers && call.session === 'ends' && draws.percent(50);
  if (answer?.['reason'] === 'login_required' || isEnded)
    members.push(await (draws.percent(75) ? leaAgain() : anotherMember()));
  note(call.name, isDone);
  const wrong = member.wrongIn(method, path, got);
  return wrong === undefined ? undefined : report(call.name, drawn, wrong, got);
}

/** Proposals are not: they would take away what is asked next, and owners. */
const APPROVED_BY_ANOTHER = /^(?!\/proposals\/).*\/approve$/;
async function tokenFor({ method, path }: OperatorCall): Promise<string> {
  if (APPROVED_BY_ANOTHER.test(path)) return openOperator(house, 'second');
  if (path === '/operators/me/totp') return openOperator(house, CLERK);
  if (path === '/operators/me/password') return openOperator(house, SPARE);
  return method === 'DELETE' && path === '/session' ? anotherOwner() : (owners.at(-1) ?? '');
}

async function oneOfOperator(call: OperatorCall, draws: Draws): Promise<string | undefined> {
  const named = { name: nameOf(call), input: call.input };
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const drawn = drawFor(
    named,
    { draws, known: listed.of(call.path) },
    { inText: (name) => call.method === 'GET' || inPath.includes(name), inPath },
  );
  const path = `/operator/api${call.path}`;
  const isTextual = call.method === 'GET' && drawn.bad !== undefined;
  const problem =
    call.file || isTextual ? undefined : misdescribed(named, drawn, operator.faultIn(call.method, path, drawn.fields));
  if (problem !== undefined) return report(named.name, drawn, problem);
  const token = await tokenFor(call);
  const got = await house.send(await operatorRequest(call, drawn, token));
  if (got.status === 401 && call.role !== null) owners.push(await anotherOwner());
  if (got.status === 200 && call.method === 'GET') listed.learn(call.path, objectOf(got.body));
  note(named.name, got.status < 300);
  const wrong = operator.wrongIn(call.method, path, got);
  return wrong === undefined ? undefined : report(named.name, drawn, wrong, got);
}

function note(name: string, isDone: boolean): void {
  sent += 1;
  if (!isDone) return;
  done += 1;
  succeeded.add(name);
}

/** Rounds of one request a call, so that each meets what the others left. */
async function rounds<C>(
  calls: readonly C[],
  one: (call: C, draws: Draws) => Promise<string | undefined>,
): Promise<string[]> {
  const found: string[] = [];
  const draws = drawsOf(SEED);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const call of calls) {
      const problem = await one(call, draws);
      if (problem !== undefined) found.push(problem);
    }
  return [...new Set(found)];
}

test(
  'requests of members that are as described are understood, others are not, and every answer is as described',
  async () => {
    expect(await rounds(memberCalls, oneOfMember)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'the same holds for operators',
  async () => {
    for (const { method, path } of operatorCalls) if (method === 'GET') await learn(path);
    expect(await rounds(operatorCalls, oneOfOperator)).toEqual([]);
  },
  LIMIT_MS,
);

test('what was asked is not refused throughout: most calls were done at least once', () => {
  expect(succeeded.size).toBeGreaterThan((memberCalls.length + operatorCalls.length) * 0.75);
});

/** Checks of the stream's messages by their names. */
function messageChecks({ components }: AsyncApi): ReadonlyMap<string, (message: unknown) => boolean> {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'stream', components });
  return new Map(
    Object.keys(components.messages).map((name) => [
      name,
      ajv.compile({ $ref: `stream#/components/messages/${name}/payload` }),
    ]),
  );
}

test('messages of the stream are those that are described, prices and private news', async () => {
  const checks = messageChecks(streamApi(VERSION));
  const token = await anotherMember();
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/stream`);
  const names: string[] = [];
  const strange: unknown[] = [];
  socket.on('message', (frame: Buffer) => {
    const text = gunzipSync(frame).toString();
    const message: unknown = text === 'ping' ? text : JSON.parse(text);
    const fitting = [...checks].filter(([, check]) => check(message)).map(([name]) => name);
    if (fitting.length === 0) strange.push(message);
    names.push(...fitting);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  for (const sub of ['btcusdt_1', 'btcusdt_mark', 'nosuch_1']) socket.send(JSON.stringify({ sub }));
  socket.send(JSON.stringify({ login: 'nobody' }));
  await vi.waitFor(() => expect(names).toContain('ended'));
  socket.send(JSON.stringify({ login: token }));
  await vi.waitFor(() => expect(names).toContain('begun'));
  await house.call('transfer', { c_id: '1', num: '5', from_type: '1', to_type: '2' }, token);
  await vi.waitFor(() => {
    for (const name of ['bar', 'mark', 'error', 'begun', 'balance', 'ended']) expect(names).toContain(name);
  });
  socket.close();
  expect(strange).toEqual([]);
});
