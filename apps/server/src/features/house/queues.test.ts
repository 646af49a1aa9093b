import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@plimsoll/money';
import { openFundingWorld, type FundingWorld } from '../../testing/funding-world.ts';
import { openIdentityWorld } from '../../testing/identity-world.ts';
import { readQueues } from './overview-store.ts';

let funding: FundingWorld;
beforeAll(async () => {
  funding = await openFundingWorld();
});
afterAll(() => funding.close());

test('queues show how much waits, since when, which deposits reuse a proof, and which withdrawals lack a second approval', async () => {
  const {
    world: { db, clock },
    http,
  } = funding;
  const nowText = () => new Date(clock.nowMs()).toISOString();
  const member = await funding.member({ USDT: '5000' });
  funding.set.settings = { ...funding.set.settings, four_eyes_threshold: amount('1000') };
  const [clerk, treasurer] = [await http.operator('clerk'), await http.operator('treasurer')];

  const decided = await funding.claimed(member, { payimg: await funding.proof(member.id, 'first') });
  expect(await http.ask('POST', `/recharges/${decided}/approve`, { token: clerk.token })).toMatchObject({
    status: 200,
  });
  clock.advance(60_000);
  const oldest = nowText();
  await funding.claimed(member, { payimg: await funding.proof(member.id, 'first') });
  clock.advance(60_000);
  await funding.claimed(member, { payimg: await funding.proof(member.id, 'second') });
  const asked = nowText();
  const large = await funding.asked(member, { num: '2000' });
  await funding.asked(member, { num: '100' });
  expect(await readQueues(db)).toMatchObject({
    recharges: { waiting: 2, oldest, second: 0, duplicates: 1 },
    withdrawals: { waiting: 2, oldest: asked, second: 0, duplicates: 0 },
  });
  expect(await http.ask('POST', `/withdrawals/${large}/approve`, { token: treasurer.token })).toMatchObject({
    status: 202,
  });
  expect(await readQueues(db)).toMatchObject({ withdrawals: { waiting: 2, second: 1 } });
  const other = await http.operator('treasurer');
  expect(await http.ask('POST', `/withdrawals/${large}/approve`, { token: other.token })).toMatchObject({
    status: 200,
  });
  expect(await readQueues(db)).toMatchObject({ withdrawals: { waiting: 1, oldest: asked, second: 0 } });
});

test('identities wait from application to decision', async () => {
  const identity = await openIdentityWorld();
  const { db, clock } = identity;
  expect((await readQueues(db)).identities).toEqual({ waiting: 0, oldest: null, second: 0, duplicates: 0 });
  const first = await identity.applied(await identity.member());
  const oldest = new Date(clock.nowMs()).toISOString();
  clock.advance(60_000);
  const second = await identity.applied(await identity.member());
  expect((await readQueues(db)).identities).toEqual({ waiting: 2, oldest, second: 0, duplicates: 0 });
  await identity.decide(first, 'approve');
  await identity.decide(second, 'reject', 'unreadable');
  expect((await readQueues(db)).identities).toMatchObject({ waiting: 0, oldest: null });
  await identity.close();
});
