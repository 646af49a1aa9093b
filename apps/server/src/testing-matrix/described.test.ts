import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { memberCalls, type Call } from '@plimsoll/contract';
import { describedFieldsOf, memberApi, operatorApi, streamApi, type AsyncApi } from '@plimsoll/contract/descriptions';
import { operatorCalls, type OperatorCall } from '@plimsoll/contract/operator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { TestPasskey } from '../testing/authenticator.ts';
import { seedOf, uniform } from '../testing/dice.ts';
import { testDatabase } from '../testing/index.ts';
import { codeAt } from '../testing/operators-world.ts';
import { dealingErrands } from './described-dealings.ts';
import { decisionErrands } from './described-decisions.ts';
import { unused, type Device, type Errand, type Ground, type Hand } from './described-errands.ts';
import { ListedIds, OF_NEWCOMERS, ofMembers } from './described-known.ts';
import { loginErrands } from './described-logins.ts';
import { CLERK, establishOwners, knownToOwners, openOperator, SPARE } from './described-owners.ts';
import { DocumentJudge } from './described.ts';
import {
  BEYOND_SCHEMAS,
  drawFields,
  drawFor,
  Draws,
  misdescribed,
  type Drawn,
  type Known,
} from './described-requests.ts';
import { memberRequest, operatorRequest } from './described-sending.ts';
import { badValues } from './field-values.ts';
import { openHouse, type Got, type House } from './house.ts';
import { furnish, newMember, PASSWORD, type Belongings } from './lea.ts';
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
/** Why calls were refused, by their names. */
const refused = new Map<string, Set<string>>();
let ground: Ground;
const ERRANDS = { ...loginErrands, ...dealingErrands, ...decisionErrands };

const leasId = sql<{ id: string }>('described.leasId', `select id from member where username = 'lea@quay.example'`);
const copy = sql<{ id: string }>(
  'described.copy',
  `insert into member (username, email, password_hash, invite_code, created_at) select $1, $1, password_hash, $2, now() from member where username = 'lea@quay.example' returning id`,
);
/** Lea herself, by a new session. */
async function leaAgain(): Promise<string> {
  const [row] = await house.db.run(leasId);
  return new Sessions(house.db, systemClock).open(row?.id ?? '');
}
/** A member who has nothing yet. */
async function newcomer(): Promise<Hand> {
  const email = `${unused()}@quay.example`;
  const [row] = await house.db.run(copy, [email, randomBytes(4).toString('hex').toUpperCase()]);
  return { id: Number(row?.id), email, token: await new Sessions(house.db, systemClock).open(row?.id ?? '') };
}
async function anotherMember(): Promise<string> {
  const { token } = await newcomer();
  await house.call('demoFunds', {}, token);
  return token;
}
/** A passkey that is at home at an origin, and looks who holds it. */
function deviceAt(origin: string): Device {
  const key = new TestPasskey();
  return {
    made: (options) => key.made(options, { origin }),
    signed: (request) => key.signed(request, { origin, isHolderKnown: true }),
  };
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
  ground = {
    house,
    hand: newcomer,
    operator: (name) => openOperator(house, name),
    codeOf: (secret) => codeAt(secret, systemClock.nowMs()),
    passkey: deviceAt,
  };
  // The first total of liabilities then comes within seconds, while others are asked.
  await house.operate('PATCH', '/settings', await anotherOwner(), { liabilities_seconds: 10 });
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

const report = (what: string, { fields }: Drawn, problem: string, got?: Got): string =>
  `${what} ${JSON.stringify(fields).slice(0, 300)}: ${problem}${got ? `: ${got.status} ${got.body.slice(0, 300)}` : ''}`;

/** How a member's call is asked, and by whom. */
interface MemberBy {
  readonly method: string;
  readonly token: string;
}

/** What came of a request. */
interface Asked {
  /** What is not as described. */
  readonly problem?: string | undefined;
  /** Undefined when it was done. */
  readonly reason: string | undefined;
}

/** Sends a member's request, and holds it and its answer against the description. */
async function askMember(call: Call, drawn: Drawn, { method, token }: MemberBy): Promise<Asked> {
  const path = `/api/${call.name}`;
  const isTextual = method === 'GET' && drawn.bad !== undefined;
  const problem =
    call.file || isTextual ? undefined : misdescribed(call, drawn, member.faultIn(method, path, drawn.fields));
  if (problem !== undefined) return { problem: report(call.name, drawn, problem), reason: 'misdescribed' };
  const got = await house.send(await memberRequest(call, drawn, { method, token, turn: sent }));
  const answer = objectOf(got.body);
  const reason = answer?.['code'] === 1 ? undefined : String(answer?.['reason']);
  note(call.name, reason);
  const wrong = member.wrongIn(method, path, got);
  return { problem: wrong === undefined ? undefined : report(call.name, drawn, wrong, got), reason };
}

async function oneOfMember(call: Call, draws: Draws): Promise<string | undefined> {
  const method = draws.one(call.methods);
  const drawn = drawFor(call, { draws, known: knownOf(call.name) }, { inText: () => method === 'GET', inPath: [] });
  const isNewcomers = OF_NEWCOMERS.has(call.name);
  const token = isNewcomers ? (await newcomer()).token : (members.at(-1) ?? '');
  const { problem, reason } = await askMember(call, drawn, { method, token });
  // Half of those who log out are followed at once, so that the calls after it meet both.
  const isEnded = reason === undefined && !isNewcomers && call.session === 'ends' && draws.percent(50);
  if (reason === 'login_required' || isEnded) members.push(await (draws.percent(75) ? leaAgain() : anotherMember()));
  return problem;
}

/** Proposals are not: they would take away what is asked next, and owners. */
const APPROVED_BY_ANOTHER = /^(?!\/proposals\/).*\/approve$/;
async function tokenFor({ method, path }: OperatorCall): Promise<string> {
  if (APPROVED_BY_ANOTHER.test(path)) return openOperator(house, 'second');
  if (path === '/operators/me/totp') return openOperator(house, CLERK);
  if (path === '/operators/me/password') return openOperator(house, SPARE);
  return method === 'DELETE' && path === '/session' ? anotherOwner() : (owners.at(-1) ?? '');
}

const pathFields = ({ path }: OperatorCall): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Sends an operator's request, and holds it and its answer against the description. */
async function askOperator(call: OperatorCall, drawn: Drawn, token: string): Promise<Asked> {
  const named = { name: nameOf(call), input: call.input };
  const path = `/operator/api${call.path}`;
  const isTextual = call.method === 'GET' && drawn.bad !== undefined;
  const problem =
    call.file || isTextual ? undefined : misdescribed(named, drawn, operator.faultIn(call.method, path, drawn.fields));
  if (problem !== undefined) return { problem: report(named.name, drawn, problem), reason: 'misdescribed' };
  const got = await house.send(await operatorRequest(call, drawn, { token, turn: sent }));
  const reason = got.status < 300 ? undefined : String(objectOf(got.body)?.['reason']);
  if (got.status === 200 && call.method === 'GET') listed.learn(call.path, objectOf(got.body));
  note(named.name, reason);
  const wrong = operator.wrongIn(call.method, path, got);
  return { problem: wrong === undefined ? undefined : report(named.name, drawn, wrong, got), reason };
}

async function oneOfOperator(call: OperatorCall, draws: Draws): Promise<string | undefined> {
  const inPath = pathFields(call);
  const drawn = drawFor(
    { name: nameOf(call), input: call.input },
    { draws, known: listed.of(call.path) },
    { inText: (name) => call.method === 'GET' || inPath.includes(name), inPath },
  );
  const { problem, reason } = await askOperator(call, drawn, await tokenFor(call));
  if (reason === 'unauthenticated' && call.role !== null) owners.push(await anotherOwner());
  return problem;
}

function note(name: string, reason: string | undefined): void {
  sent += 1;
  if (reason === undefined) {
    done += 1;
    succeeded.add(name);
  } else refused.set(name, (refused.get(name) ?? new Set()).add(reason));
}

/** Calls by their names, each with how it is asked and drawn for. */
const CALLS = new Map([
  ...memberCalls.map(
    (call) =>
      [
        call.name,
        {
          ask: (fields: Drawn['fields'], token: string) =>
            askMember(call, { fields }, { method: methodOf(call), token }),
          draw: (draws: Draws) => oneOfMember(call, draws),
        },
      ] as const,
  ),
  ...operatorCalls.map(
    (call) =>
      [
        nameOf(call),
        {
          ask: (fields: Drawn['fields'], token: string) => askOperator(call, { fields }, token),
          draw: (draws: Draws) => oneOfOperator(call, draws),
        },
      ] as const,
  ),
]);

test.each(Object.entries(ERRANDS))(
  '%s is done once its ground is laid, and is answered as described',
  async (name, lay) => {
    const { fields = {}, token = '', passing = [] }: Errand = await lay(ground);
    const asked = await vi.waitFor(
      async () => {
        const got = await CALLS.get(name)?.ask(fields, token);
        if (passing.includes(got?.reason ?? '')) throw new Error(`${name} is refused: ${got?.reason}`);
        return got;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(asked).toEqual({ problem: undefined, reason: undefined });
  },
  90_000,
);

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

/** Draws for a call that was refused in every round, until it is done. */
const MORE_DRAWS = 60;
test.each([...CALLS.keys()])(
  '%s was done, and its answer held against its description',
  async (name) => {
    const draws = drawsOf(`${SEED} ${name}`);
    const found = new Set<string>();
    for (let more = 0; !succeeded.has(name) && more < MORE_DRAWS; more += 1)
      found.add((await CALLS.get(name)?.draw(draws)) ?? '');
    expect([...found].filter((problem) => problem !== '')).toEqual([]);
    expect(succeeded.has(name) ? [] : [...(refused.get(name) ?? [])]).toEqual([]);
  },
  60_000,
);

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
