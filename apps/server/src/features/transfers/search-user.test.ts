import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisBus } from '../../platform/bus/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { sharedThrottles } from '../../platform/throttles.ts';
import { startTestRedis, whyNoRedis } from '../../testing/redis.ts';
import {
  days,
  openTransferWorld,
  SENT_COIN,
  type SendingMember,
  type TransferWorld,
} from '../../testing/transfer-world.ts';
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
  const open = () => openRedisBus({ url: redis.url, prefix: '', secret: 'of these tests', clock: systemClock, log });
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

const namesSeenBy = async (by: SendingMember) => {
  const { data } = await world.http.call('getNoticeList', {}, { token: by.token });
  return {
    listed: (await world.list(by)).map(({ to_username }) => to_username),
    bills: (await world.bills(by)).filter((each) => /Sent to|Received from/.test(each)),
    notices: (data as Answer<'getNoticeList'>).list.map(({ content }) => content),
  };
};

test('a receiver who was reached by number alone has a masked name everywhere, until the sender finds them', async () => {
  const [eve, tom] = [
    await world.member({ USDT: '100' }, 'eve3@quay.example'),
    await world.member({ USDT: '100' }, 'tom3@quay.example'),
  ];
  await world.sent(eve, tom, { amount: '1' });
  // A second transfer makes nobody known either.
  await world.sent(eve, tom, { amount: '2' });
  const seen = await namesSeenBy(eve);
  expect(JSON.stringify(seen)).not.toContain('tom3');
  expect(seen).toEqual({
    listed: ['t***', 't***'],
    bills: ['-2.00000000 USDT Sent to t***', '-1.00000000 USDT Sent to t***'],
    notices: ['<p>You sent 2 USDT to t***.</p>', '<p>You sent 1 USDT to t***.</p>'],
  });
  expect((await namesSeenBy(tom)).bills[0]).toContain('Received from eve3@quay.example');
  const { token } = await world.http.operator('viewer');
  const { body } = await world.http.ask('GET', '/member-transfers', { token, fields: { member_id: eve.id } });
  expect(body).toMatchObject({ list: [{ to_username: tom.username }, { to_username: tom.username }] });

  await world.find(eve, tom);
  await world.sent(eve, tom, { amount: '3' });
  const found = await namesSeenBy(eve);
  expect(found.listed).toEqual([tom.username, tom.username, tom.username]);
  expect(found.bills[0]).toBe(`-3.00000000 USDT Sent to ${tom.username}`);
  expect(found.notices[0]).toContain(tom.username);
});

test('who received something knows the sender’s name, once it arrived', async () => {
  const [ann, tom] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  await world.terms('USDT', '0', 1);
  await world.sent(ann, tom);
  await world.sent(tom, ann);
  expect((await world.list(tom)).map(({ to_username }) => to_username)).toEqual([`${ann.username[0]}***`]);
  world.world.clock.advance(days(1));
  await world.arrive();
  expect((await world.list(tom)).map(({ to_username }) => to_username)).toEqual([ann.username]);
  await world.terms('USDT', '0', 0);
});

test('of those whom a member found the newest five thousand are remembered', async () => {
  const [ann, tom, zoe] = [await world.member({ USDT: '100' }), await world.member(), await world.member()];
  await world.find(ann, tom);
  await world.owner.run(
    {
      name: 'test.foundByThousands',
      text: `with made as (
        insert into member (username, email, password_hash, invite_code, created_at)
        select 'found' || n || '@quay.example', 'found' || n || '@quay.example', 'x', 'F' || lpad(n::text, 7, '0'), now()
        from generate_series(1, 4999) n returning id)
      insert into found_member (member_id, found_id, found_at) select $1::bigint, id, $2::timestamptz from made`,
    },
    [ann.id, new Date(world.world.clock.nowMs() + 1)],
  );
  world.world.clock.advance(2);
  await world.find(ann, zoe);
  const kept = { name: 'test.found', text: 'select count(*)::int as count from found_member where member_id = $1' };
  // What is new comes on top of what was kept before it.
  expect(await world.owner.run(kept, [ann.id])).toEqual([{ count: 5001 }]);
  world.world.clock.advance(2);
  await world.find(ann, await world.member());
  expect(await world.owner.run(kept, [ann.id])).toEqual([{ count: 5001 }]);
  await world.sent(ann, tom);
  await world.sent(ann, zoe);
  expect((await world.list(ann)).map(({ to_username }) => to_username)).toEqual([
    zoe.username,
    `${tom.username[0]}***`,
  ]);
});
