import { ok, refuse, type Result } from '@plimsoll/contract';
import { demoFunds } from '@plimsoll/contract/funding';
import { tradecancelOrder, upbbbuy } from '@plimsoll/contract/spot';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../clock.ts';
import { sql, type Db } from '../db.ts';
import { AlreadyAnswered, keepAnswers, KEY_LIFE_MS, type IdempotencyClaim } from '../idempotency.ts';
import { Claims } from './claims.ts';
import { memberRoute, type MemberContext, type Route } from './route.ts';

type Act = (context: MemberContext) => Promise<Result<{ id: number; status: 1 }>>;

const clock = new ManualClock(Date.UTC(2026, 0, 1));
let database: TestDatabase;
let http: TestHttp;
let member: { id: string; token: string };
let commands = 0;
let act: Act;

const ORDER = { m_id: '1', type: '1', operate_type: '1', num: '0.5', price: '10' };
const countKeys = sql<{ count: string }>('test.countKeys', 'select count(*) from idempotency_key where member_id = $1');
const kept = async () => Number((await database.db.run(countKeys, [member.id]))[0]?.count);

const routes: Route[] = [
  memberRoute(upbbbuy, (_input, context) => act(context)),
  memberRoute(demoFunds, async () => {
    commands += 1;
    return ok(null);
  }),
  memberRoute(tradecancelOrder, async () => refuse('order_not_open'), { enabled: () => isOpen }),
];
let isOpen = true;

beforeAll(async () => {
  database = await testDatabase();
  http = testHttp({ db: database.db, clock, routes });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});
beforeEach(async () => {
  member = await http.newMember();
  commands = 0;
  isOpen = true;
  act = async () => ok({ id: ++commands, status: 1 });
});

const order = (key: string, fields: object = ORDER, more: object = {}) =>
  http.call('upbbbuy', fields as Record<string, unknown>, { token: member.token, key, ...more });

test('the same key gives the first answer again, and nothing is done twice', async () => {
  const first = await order('k1');
  expect(first).toMatchObject({ code: 1, data: { id: 1, status: 1 } });
  expect(await order('k1')).toMatchObject({ code: 1, data: { id: 1, status: 1 }, msg: first.msg });
  expect(commands).toBe(1);
  expect(await order('k2')).toMatchObject({ data: { id: 2 } });
});

test('every process with the same secret knows a body again; without it what is kept cannot be compared', async () => {
  await order('k1');
  for (const [bodySecret, answer] of [
    ['of this test', { data: { id: 1 } }],
    ['of another', { reason: 'idempotency_conflict' }],
  ] as const) {
    const other = testHttp({ db: database.db, clock, routes, bodySecret });
    expect(await other.call('upbbbuy', ORDER, { token: member.token, key: 'k1' })).toMatchObject(answer);
    await other.app.close();
  }
  expect(commands).toBe(1);
});

test('a key is one member’s and one call’s', async () => {
  await order('k1');
  const other = await http.newMember();
  expect(await order('k1', ORDER, { token: other.token })).toMatchObject({ data: { id: 2 } });
  expect(await http.call('demoFunds', {}, { token: member.token, key: 'k1' })).toMatchObject({ code: 1, data: null });
  expect(commands).toBe(3);
});

test('the order of fields, spaces around them, form or JSON make no other body', async () => {
  await order('k1');
  const turned = Object.fromEntries(Object.entries(ORDER).reverse());
  for (const same of [turned, { ...ORDER, num: ' 0.50\n' }, { ...ORDER, amount: 'unused' }])
    expect(await order('k1', same)).toMatchObject({ data: { id: 1 } });
  expect(await order('k1', { ...ORDER, m_id: 1 }, { json: true })).toMatchObject({ data: { id: 1 } });
  expect(commands).toBe(1);
});

test('another body is a conflict, and the first answer stays', async () => {
  await order('k1');
  expect(await order('k1', { ...ORDER, num: '0.6' })).toMatchObject({
    status: 200,
    code: 0,
    reason: 'idempotency_conflict',
  });
  expect(await order('k1', { ...ORDER, num: 'junk' })).toMatchObject({ reason: 'idempotency_conflict' });
  expect(await order('k1')).toMatchObject({ data: { id: 1 } });
  expect(commands).toBe(1);
});

test.each([[''], ['a b'], ['ä'], ['x'.repeat(65)], ['a\tb']])('%j is no key', async (key) => {
  expect(await order(key)).toMatchObject({ status: 200, code: 0, reason: 'bad_idempotency_key' });
  expect(commands).toBe(0);
});

test('64 visible characters are a key', async () => {
  const key = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.padEnd(64, 'x');
  expect(await order(key)).toMatchObject({ code: 1 });
});

test('a refusal is kept too: by a rule, by the form of a field, by a switch', async () => {
  act = async () => refuse('insufficient_balance');
  expect(await order('rule')).toMatchObject({ reason: 'insufficient_balance' });
  expect(await order('form', { ...ORDER, num: 'junk' })).toMatchObject({ reason: 'bad_amount' });
  isOpen = false;
  const cancel = () => http.call('tradecancelOrder', { bb_id: '5' }, { token: member.token, key: 'switch' });
  expect(await cancel()).toMatchObject({ code: 201, reason: 'switched_off' });
  isOpen = true;
  act = async () => ok({ id: 9, status: 1 });
  expect(await order('rule')).toMatchObject({ reason: 'insufficient_balance' });
  expect(await order('form', { ...ORDER, num: 'junk' })).toMatchObject({ reason: 'bad_amount' });
  expect(await order('form')).toMatchObject({ reason: 'idempotency_conflict' });
  expect(await cancel()).toMatchObject({ code: 201, reason: 'switched_off' });
});

test('a kept refusal is answered in the language of the repeated request', async () => {
  act = async () => refuse('amount_below_minimum', { minimum: '1', coin: 'BTC' });
  await order('k1');
  expect(await order('k1', ORDER, { lang: 'zh-cn' })).toMatchObject({ msg: '最小数量为 1 BTC' });
});

test('a 429 and a 500 are not kept: the next try is a first one', async () => {
  act = async () => refuse('too_many_requests');
  expect(await order('k1')).toMatchObject({ status: 429 });
  act = async () => {
    throw new Error('broken');
  };
  expect(await order('k1')).toMatchObject({ status: 500 });
  act = async () => ok({ id: 7, status: 1 });
  expect(await order('k1')).toMatchObject({ data: { id: 7 } });
});

test('a duplicate under way waits for the first', async () => {
  let finish: (() => void) | undefined;
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  act = async () => {
    commands += 1;
    begun?.();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return ok({ id: commands, status: 1 });
  };
  const first = order('k1');
  await hasBegun;
  const others = [order('k1'), order('k1'), order('k1', { ...ORDER, num: '3' })];
  finish?.();
  expect(await first).toMatchObject({ data: { id: 1 } });
  const [second, third, other] = await Promise.all(others);
  expect([second?.data, third?.data, other?.reason]).toEqual([
    { id: 1, status: 1 },
    { id: 1, status: 1 },
    'idempotency_conflict',
  ]);
  expect(commands).toBe(1);
});

test('when the first fails, one of the waiting requests is tried', async () => {
  let tries = 0;
  act = async () => {
    tries += 1;
    if (tries === 1) throw new Error('broken');
    return ok({ id: ++commands, status: 1 });
  };
  const answers = await Promise.all([order('k1'), order('k1'), order('k1')]);
  expect(answers.map((each) => String(each.status)).sort()).toEqual(['200', '200', '500']);
  expect(commands).toBe(1);
});

test('many keys at once each get their own answer', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_each, place) => order(`k${place}`)));
  expect(new Set(answers.map((each) => (each.data as { id: number }).id)).size).toBe(60);
  expect(await kept()).toBe(60);
  const again = await Promise.all(Array.from({ length: 60 }, (_each, place) => order(`k${place}`)));
  expect(again.map((each) => each.data)).toEqual(answers.map((each) => each.data));
  expect(commands).toBe(60);
});

test('all keys of three days ago are forgotten within an hour, however many were sent', async () => {
  const claims = new Claims(database.db, clock, 'a secret');
  const answers = Array.from({ length: 25_001 }, (_each, at) => ({
    claim: { memberId: member.id, call: 'upbbbuy', key: `old-${at}`, bodyHash: '', kept: false },
    result: ok(null),
  }));
  await database.db.transaction((tx) => keepAnswers(tx, answers, clock.nowMs() - KEY_LIFE_MS));
  await order('young');
  expect(await kept()).toBe(25_002);
  claims.start();
  await vi.waitFor(async () => expect(await kept()).toBe(1));
  claims.stop();
});

test('a key is kept for three days', async () => {
  await order('k1');
  clock.advance(KEY_LIFE_MS - 1);
  expect(await order('k1')).toMatchObject({ data: { id: 1 } });
  clock.advance(1);
  expect(await order('k1')).toMatchObject({ data: { id: 2 } });
  expect(await order('k1')).toMatchObject({ data: { id: 2 } });
});

test('an answer kept with the command is not kept again', async () => {
  act = async ({ claim }) => {
    const result = ok({ id: ++commands, status: 1 as const });
    if (!claim) throw new Error('no claim came');
    await database.db.transaction((tx) => keepAnswers(tx, [{ claim, result }], clock.nowMs()));
    claim.kept = true;
    return result;
  };
  expect(await order('k1')).toMatchObject({ data: { id: 1 } });
  expect(await order('k1')).toMatchObject({ data: { id: 1 } });
  expect([commands, await kept()]).toEqual([1, 1]);
});

test('a key of one command is looked up where it was answered before, and by members who repeat keys', async () => {
  const looked: string[] = [];
  const db: Db = {
    ...database.db,
    run: async (statement, values) => {
      if (statement.name === 'idempotency.find') looked.push(statement.name);
      return database.db.run(statement, values);
    },
  };
  const claims = new Claims(db, clock, 'of this test');
  const place = (key: string, body = 'body') => {
    const claim: IdempotencyClaim = { memberId: member.id, call: 'upbbbuy', key, bodyHash: body, kept: false };
    const command = async () => {
      const result = ok({ id: (commands += 1) });
      await database.db.transaction((tx) => keepAnswers(tx, [{ claim, result }], clock.nowMs()));
      claim.kept = true;
      return result;
    };
    return claims.answer(claim, command, { byOneCommand: true });
  };
  expect([await place('k1'), await place('k2'), looked.length]).toEqual([ok({ id: 1 }), ok({ id: 2 }), 0]);
  // Begun and undone.
  expect([await place('k1'), commands, await kept()]).toEqual([ok({ id: 1 }), 3, 2]);
  expect([await place('k1'), commands]).toEqual([ok({ id: 1 }), 3]);
  expect(await place('k2', 'another body')).toEqual(refuse('idempotency_conflict'));
  const before = looked.length;
  expect([await place('k3'), looked.length - before]).toEqual([ok({ id: 4 }), 1]);
  clock.advance(2 * 60 * 60 * 1000);
  expect([await place('k4'), looked.length - before]).toEqual([ok({ id: 5 }), 1]);
});

test('when another process answered first, its answer is given', async () => {
  act = async ({ claim }) => {
    const theirs = { ...(claim as IdempotencyClaim), kept: true };
    await database.db.transaction((tx) =>
      keepAnswers(tx, [{ claim: theirs, result: ok({ id: 77, status: 1 }) }], clock.nowMs()),
    );
    throw new AlreadyAnswered();
  };
  expect(await order('k1')).toMatchObject({ code: 1, data: { id: 77 } });
});

/** What another process answers to a key while this one decides. */
const answeredElsewhere = (claim: IdempotencyClaim | undefined, result: Result<unknown>) =>
  database.db.transaction((tx) =>
    keepAnswers(tx, [{ claim: { ...(claim as IdempotencyClaim), kept: true }, result }], clock.nowMs()),
  );

test.each(['bad_second_factor', 'too_many_requests'] as const)(
  'when another process answered first, a refusal of this one by %s is not given, kept or shared',
  async (reason) => {
    act = async ({ claim }) => {
      commands += 1;
      await answeredElsewhere(claim, ok({ id: 77, status: 1 }));
      return refuse(reason);
    };
    const theirs = { status: 200, code: 1, data: { id: 77 } };
    // The second waits for the first, the third finds what is kept.
    expect(await Promise.all([order('k1'), order('k1')])).toMatchObject([theirs, theirs]);
    expect(await order('k1')).toMatchObject(theirs);
    expect(commands).toBe(1);
  },
);

test('when another process refused first, its refusal is given, in the language of the request', async () => {
  act = async ({ claim }) => {
    await answeredElsewhere(claim, refuse('amount_below_minimum', { minimum: '1', coin: 'BTC' }));
    return refuse('bad_second_factor');
  };
  expect(await order('k1', ORDER, { lang: 'zh-cn' })).toMatchObject({ code: 0, msg: '最小数量为 1 BTC' });
});

test('when another process answered another body first, it is a conflict', async () => {
  act = async ({ claim }) => {
    const other = { ...(claim as IdempotencyClaim), bodyHash: 'f'.repeat(64) };
    await answeredElsewhere(other, ok({ id: 77, status: 1 }));
    return refuse('bad_second_factor');
  };
  expect(await order('k1')).toMatchObject({ code: 0, reason: 'idempotency_conflict' });
});

test('of answers kept together, each is given another process’s where that one was first, and its own elsewhere', async () => {
  act = async ({ claim }) => {
    const id = ++commands;
    if (id % 2 === 0) await answeredElsewhere(claim, ok({ id: id + 1000, status: 1 }));
    return ok({ id, status: 1 });
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_each, place) => order(`k${place}`)));
  const ids = answers.map(({ data }) => (data as { id: number }).id);
  expect(ids.filter((id) => id < 1000).every((id) => id % 2 === 1)).toBe(true);
  expect(ids.filter((id) => id > 1000)).toHaveLength(10);
  const again = await Promise.all(Array.from({ length: 20 }, (_each, place) => order(`k${place}`)));
  expect(again.map(({ data }) => data)).toEqual(answers.map(({ data }) => data));
});

test('keys of a server that ran before are known', async () => {
  await order('k1');
  const next = testHttp({ db: database.db, clock, routes, sessions: http.sessions });
  expect(await next.call('upbbbuy', ORDER, { token: member.token, key: 'k1' })).toMatchObject({ data: { id: 1 } });
  await next.app.close();
});

test('a member has 400 money calls at once; other members are not affected', async () => {
  const answers = await Promise.all(
    Array.from({ length: 450 }, () => http.call('demoFunds', {}, { token: member.token })),
  );
  const refused = answers.filter((each) => each.status === 429);
  expect(refused).toHaveLength(50);
  expect(refused[0]).toMatchObject({ reason: 'too_many_requests', headers: { 'retry-after': '1' } });
  const other = await http.newMember();
  expect(await http.call('demoFunds', {}, { token: other.token })).toMatchObject({ code: 1 });
  clock.advance(1000);
  expect(await http.call('demoFunds', {}, { token: member.token })).toMatchObject({ code: 1 });
});
