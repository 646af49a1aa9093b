import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisBus } from '../../platform/bus/index.ts';
import { sharedThrottles } from '../../platform/throttles.ts';
import { startTestRedis, whyNoRedis } from '../../testing/redis.ts';
import { openTransferWorld, SENT_COIN, type SendingMember, type TransferWorld } from '../../testing/transfer-world.ts';
import { userSearch } from './search-user.ts';

let world: TransferWorld;
beforeAll(async () => {
  world = await openTransferWorld();
});
afterAll(() => world.close());

const search = (by: SendingMember, username: string) =>
  world.http.call('searchUser', { username }, { token: by.token });

test('a member is found by the exact username and nothing else', async () => {
  const lea = await world.member({}, 'lea@quay.example');
  const tom = await world.member({}, 'tom@quay.example');
  expect(await search(lea, ' tom@quay.example ')).toMatchObject({
    code: 1,
    data: { id: Number(tom.id), username: 'tom@quay.example', times: 0 },
  });
  for (const name of [
    'tom',
    'tom@quay.exampl',
    'Tom@quay.example',
    'tom@quay.example.',
    '%',
    'tom_quay.example',
    tom.id,
    '*',
  ]) {
    expect(await search(lea, name)).toMatchObject({ code: 204, reason: 'not_found' });
  }
});

test('a receiver comes with how often the caller sent to them, cancelled transfers and those of others aside', async () => {
  const [lea, tom, ann] = [
    await world.member({ USDT: '100', BTC: '1' }),
    await world.member({ USDT: '100' }),
    await world.member(),
  ];
  const timesOf = async (by: SendingMember, to: SendingMember) =>
    ((await search(by, to.username)).data as Answer<'searchUser'>).times;
  expect(await timesOf(lea, tom)).toBe(0);
  await world.sent(lea, tom, { amount: '10' });
  await world.sent(lea, ann, { amount: '10' });
  await world.sent(tom, lea, { amount: '5' });
  await world.terms('BTC', '0', 1);
  await world.sent(lea, tom, { c_id: SENT_COIN.BTC, amount: '0.5' });
  const id = await world.sent(lea, tom, { c_id: SENT_COIN.BTC, amount: '0.25' });
  expect([await timesOf(lea, tom), await timesOf(lea, ann), await timesOf(tom, lea)]).toEqual([3, 1, 1]);
  await world.cancel(lea, id);
  expect(await timesOf(lea, tom)).toBe(2);
});

test('unknown, frozen and one’s own names get the same answer', async () => {
  const [lea, tom] = [await world.member({}, 'lea2@quay.example'), await world.member({}, 'tom2@quay.example')];
  await world.freeze(tom.id, true);
  const answers = await Promise.all(
    ['nobody@quay.example', tom.username, lea.username].map((name) => search(lea, name)),
  );
  const bodies = answers.map(({ status, code, reason, msg, data }) => ({ status, code, reason, msg, data }));
  expect(bodies).toEqual(
    Array.from({ length: 3 }, () => ({ status: 200, code: 204, reason: 'not_found', msg: 'Not found', data: null })),
  );
});

test('a member who keeps searching is slowed down to one search in two seconds, others are not', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  for (let n = 0; n < 30; n += 1)
    expect((await search(lea, n % 2 === 0 ? tom.username : `nobody${n}`)).status).toBe(200);
  expect(await search(lea, tom.username)).toMatchObject({
    status: 429,
    reason: 'too_many_requests',
    headers: { 'retry-after': '2' },
  });
  expect(await search(tom, lea.username)).toMatchObject({ code: 1 });
  world.world.clock.advance(2_000);
  expect(await search(lea, tom.username)).toMatchObject({ code: 1 });
  expect(await search(lea, tom.username)).toMatchObject({ status: 429 });
  world.world.clock.advance(60_000);
  expect(await search(lea, tom.username)).toMatchObject({ code: 1 });
});

test('of searches sent at once to several processes no more are answered than one after the other', async (context) => {
  context.skip(whyNoRedis !== undefined, whyNoRedis);
  const redis = await startTestRedis();
  const log = { info() {}, error() {} };
  const open = () => openRedisBus({ url: redis.url, prefix: '', secret: 'of these tests', log });
  const buses = [await open(), await open()];
  const { db, clock } = world.world;
  const searches = buses.map((bus) => userSearch({ db, clock, throttles: sharedThrottles(clock, bus) }));
  const lea = await world.member();
  const answers = await Promise.all(
    Array.from({ length: 90 }, async (_each, turn) => searches[turn % 2]?.(lea.id, 'nobody')),
  );
  const reasons = answers.map((answer) => (answer?.ok === false ? answer.refusal.reason : 'found'));
  expect(reasons.filter((reason) => reason === 'not_found')).toHaveLength(30);
  expect(reasons.filter((reason) => reason === 'too_many_requests')).toHaveLength(60);
  await Promise.all(buses.map((bus) => bus.close()));
  await redis.close();
});
