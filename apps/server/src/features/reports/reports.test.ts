import type { EdgeReport, UnusualResults } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorHttp, type OperatorHttp } from '../../testing/operator-http.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { readDirectly } from '../../platform/replica.ts';
import { reportOperatorRoutes } from './index.ts';

let world: OptionWorld;
let http: OperatorHttp;
beforeEach(async () => {
  world = await openOptionWorld({ house: '100000000' });
  const { db, clock } = world;
  http = operatorHttp({
    db,
    clock,
    routes: [],
    operatorRoutes: reportOperatorRoutes({ reports: readDirectly(db), clock }),
  });
});
afterEach(async () => {
  await world.audit();
  await http.app.close();
  await world.close();
});

async function look<T>(path: string, fields: object = {}): Promise<T> {
  // Longer than the cache.
  world.clock.advance(300_000);
  const { token } = await http.operator('viewer');
  const { status, body } = await http.ask('GET', `/reports/${path}`, { token, fields: { ...fields } });
  expect(http.logged).toEqual([]);
  expect(status).toBe(200);
  return body as T;
}
const unusual = () => look<UnusualResults>('unusual-results');
const edge = (days: string) => look<EdgeReport>('option-edge', { days });

interface Played {
  readonly up?: number;
  readonly down?: number;
  readonly stake?: string;
  readonly seconds?: number;
  readonly exit?: string;
}

/** Settles so many options up and down of one member, with their line at 100. */
async function played(
  memberId: string,
  { up = 0, down = 0, stake = '10', seconds = 30, exit = '101' }: Played,
): Promise<void> {
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  for (const [way, count] of [
    ['up', up],
    ['down', down],
  ] as const)
    await Promise.all(Array.from({ length: count }, () => world.placed(memberId, { stake, seconds, way })));
  await world.draw('btcusdt');
  world.clock.advance(seconds * 1_000);
  world.market.setMark('btcusdt', exit);
  await world.settle();
}

test('a member is listed beyond three standard deviations from the terms, and not before', async () => {
  const [lucky, near, unlucky, few] = [
    await world.staker('100000'),
    await world.staker('100000'),
    await world.staker('100000'),
    await world.staker('100000'),
  ];
  // One standard deviation of 200 equal options is √200 wins too many and as many losses too few: 121 wins are 2.97,
  // 122 are 3.11.
  await played(lucky, { up: 122, down: 78 });
  await played(near, { up: 121, down: 79 });
  await played(unlucky, { up: 77, down: 123 });
  await played(few, { up: 199 });
  const { coin, list, examined } = await unusual();
  expect([coin, examined, list.map(({ member_id: id }) => String(id))]).toEqual(['USDT', 3, [unlucky, lucky]]);
  // A stake of 10 at 0.75 wins 7.5: the expectation of 200 is 200 × (7.5 − 10) / 2.
  expect(list[1]).toMatchObject({
    won: 122,
    lost: 78,
    stakes: '2000.00000000',
    result: format(amount('135')),
    expected: '-250.00000000',
    sigmas: '3.11',
    moments: 1,
  });
  expect(list[0]).toMatchObject({ won: 77, lost: 123, sigmas: '-3.25' });
});

test('only the last two hundred count, without ties and voids, each by its own stake and rate', async () => {
  const memberId = await world.staker('100000');
  await played(memberId, { up: 130, down: 70 });
  const listed = async () => (await unusual()).list.find(({ member_id: id }) => String(id) === memberId);
  expect(await listed()).toMatchObject({ sigmas: '4.24', moments: 1 });
  // Ties do not count.
  await played(memberId, { up: 20, exit: '100' });
  await played(memberId, { up: 100, exit: '100' });
  expect(await listed()).toMatchObject({ won: 130, lost: 70, sigmas: '4.24' });
  // Fifty more at other terms: the last 150 of the first two hundred remain.
  await played(memberId, { up: 25, down: 25, seconds: 60, stake: '100' });
  const row = await listed();
  expect(row).toBeUndefined();
});

test('a member without a settled option for thirty days is skipped', async () => {
  await played(await world.staker('100000'), { up: 100, down: 100 });
  expect((await unusual()).examined).toBe(1);
  world.clock.advance(31 * 86_400_000);
  expect(await unusual()).toMatchObject({ examined: 0, list: [] });
});

test('the edge is the result per stake, by market and duration, with the voids beside it', async () => {
  world.clock.advance(31 * 86_400_000);
  const memberId = await world.staker('100000');
  for (const [up, down] of [
    [1, 3],
    [2, 2],
    [1, 3],
  ] as const) {
    await played(memberId, { up, down, stake: '100' });
    world.clock.advance(1_200_000);
  }
  await played(memberId, { up: 1, seconds: 60, stake: '50' });
  world.market.setMark('btcusdt', '100');
  await world.placed(memberId, { stake: '100' });
  world.clock.advance(6_001);
  await world.settle();
  const { coin, all, markets } = await edge('1');
  expect([coin, markets.map(({ symbol }) => symbol)]).toEqual(['USDT', ['btcusdt']]);
  const [btc] = markets;
  // Twelve of 100: four won 75 each, eight lost 100 each; one of 50 over 60 s won its rate.
  const half = btc?.durations.find(({ seconds }) => seconds === 30);
  expect(half).toMatchObject({
    options: 12,
    voids: 1,
    stakes: '1200.00000000',
    result: '500.00000000',
    edge: '41.67',
    terms: '12.50',
  });
  // Blocks of 225, 50 and 225 of 400 each around 41.67 %: √(3 / 2 · (58.33² + 116.67² + 58.33²)) / 1200 · 1.96.
  expect([half?.low, half?.high]).toEqual(['13.08', '70.25']);
  const minute = btc?.durations.find(({ seconds }) => seconds === 60);
  expect(minute).toMatchObject({ options: 1, stakes: '50.00000000', low: null, high: null });
  expect([btc?.options, all.options, all.voids, all.stakes]).toEqual([13, 13, 1, '1250.00000000']);
  expect(all.result).toBe(btc?.result);
});

test('the edge is reported for one, seven or thirty days only', async () => {
  await played(await world.staker('100000'), { up: 6, down: 7 });
  world.clock.advance(2 * 86_400_000);
  expect((await edge('1')).all).toEqual({
    options: 0,
    voids: 0,
    stakes: '0.00000000',
    result: '0.00000000',
    edge: null,
    low: null,
    high: null,
    terms: null,
  });
  expect((await edge('7')).all.options).toBe(13);
  world.clock.advance(20 * 86_400_000);
  expect([(await edge('7')).all.options, (await edge('30')).all.options]).toEqual([0, 13]);
  const { token } = await http.operator('viewer');
  for (const days of ['2', '0', '365', 'all'])
    expect((await http.ask('GET', '/reports/option-edge', { token, fields: { days } })).status).toBe(422);
});
