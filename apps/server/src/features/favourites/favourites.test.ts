import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seedCoins, seedMarkets } from '../../market/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { createFavourites } from './index.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
const marketIds = sql<{ id: string; symbol: string }>('test.markets', 'select id, symbol from market');
const setEnabled = sql<never>('test.enable', 'update market set enabled = $2 where id = $1');
const listed = z.object({ list: z.array(z.object({ m_id: z.number(), symbol: z.string(), coinname: z.string() })) });

let database: TestDatabase;
let http: TestHttp;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await seedCoins(db);
  await seedMarkets(db);
  ids = new Map((await db.run(marketIds)).map(({ id, symbol }) => [symbol, id]));
  http = testHttp({ db, clock, routes: createFavourites({ db, clock }).routes ?? [] });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

type Member = Awaited<ReturnType<TestHttp['newMember']>>;
const set = (member: Member, symbol: string, on: 0 | 1) =>
  http.call('setFavourite', { market: ids.get(symbol), on }, { token: member.token });
const symbolsIn = (data: unknown): string[] => listed.parse(data).list.map(({ symbol }) => symbol);
const symbolsOf = async ({ token }: Member): Promise<string[]> =>
  symbolsIn((await http.call('getFavourites', {}, { token })).data);

test('starred markets are listed in the order of starring; each change answers the new list', async () => {
  const lea = await http.newMember();
  await set(lea, 'ethusdt', 1);
  const { data } = await set(lea, 'btcusdt', 1);
  expect(listed.parse(data).list).toEqual([
    { m_id: Number(ids.get('ethusdt')), symbol: 'ethusdt', coinname: 'ETH/USDT' },
    { m_id: Number(ids.get('btcusdt')), symbol: 'btcusdt', coinname: 'BTC/USDT' },
  ]);
  expect(await symbolsOf(lea)).toEqual(['ethusdt', 'btcusdt']);
  expect(symbolsIn((await set(lea, 'ethusdt', 0)).data)).toEqual(['btcusdt']);
  expect(symbolsIn((await set(lea, 'ethusdt', 1)).data)).toEqual(['btcusdt', 'ethusdt']);
});

test('a member does not see the stars of another, and cannot remove them', async () => {
  const [lea, tom] = [await http.newMember(), await http.newMember()];
  await set(lea, 'btcusdt', 1);
  expect(await symbolsOf(tom)).toEqual([]);
  await set(tom, 'btcusdt', 0);
  expect(await symbolsOf(lea)).toEqual(['btcusdt']);
});

test('the same change again changes nothing, at the same moment too', async () => {
  const lea = await http.newMember();
  await set(lea, 'btcusdt', 1);
  await set(lea, 'ethusdt', 1);
  const answers = await Promise.all([set(lea, 'btcusdt', 1), set(lea, 'btcusdt', 1), set(lea, 'btcusdt', 1)]);
  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(await symbolsOf(lea)).toEqual(['btcusdt', 'ethusdt']);
  await set(lea, 'btcusdt', 0);
  expect(await set(lea, 'btcusdt', 0)).toMatchObject({ code: 1 });
  expect(await symbolsOf(lea)).toEqual(['ethusdt']);
});

test('an unknown market is refused', async () => {
  const { token } = await http.newMember();
  for (const on of [0, 1])
    expect(await http.call('setFavourite', { market: '999999', on }, { token })).toMatchObject({ reason: 'not_found' });
});

test('a disabled market cannot be starred; a star on it is hidden until it is enabled again, and can be removed', async () => {
  const { db } = database;
  const lea = await http.newMember();
  await set(lea, 'ethusdt', 1);
  await db.run(setEnabled, [ids.get('ethusdt'), false]);
  expect(await symbolsOf(lea)).toEqual([]);
  expect(await set(await http.newMember(), 'ethusdt', 1)).toMatchObject({ reason: 'not_found' });
  await db.run(setEnabled, [ids.get('ethusdt'), true]);
  expect(await symbolsOf(lea)).toEqual(['ethusdt']);
  await db.run(setEnabled, [ids.get('ethusdt'), false]);
  expect(await set(lea, 'ethusdt', 0)).toMatchObject({ code: 1 });
  await db.run(setEnabled, [ids.get('ethusdt'), true]);
  expect(await symbolsOf(lea)).toEqual([]);
});

const move = (member: Member, symbol: string, before?: string) =>
  http.call(
    'moveFavourite',
    { market: ids.get(symbol), ...(before === undefined ? {} : { before: ids.get(before) }) },
    { token: member.token },
  );
const starred = async (...symbols: readonly string[]): Promise<Member> => {
  const member = await http.newMember();
  for (const symbol of symbols) await set(member, symbol, 1);
  return member;
};

test('a star is moved before another, and to the end; a later star comes after all', async () => {
  const lea = await starred('btcusdt', 'ethusdt', 'solusdt', 'xrpusdt');
  expect(symbolsIn((await move(lea, 'solusdt', 'btcusdt')).data)).toEqual(['solusdt', 'btcusdt', 'ethusdt', 'xrpusdt']);
  expect(symbolsIn((await move(lea, 'btcusdt')).data)).toEqual(['solusdt', 'ethusdt', 'xrpusdt', 'btcusdt']);
  expect(symbolsIn((await move(lea, 'btcusdt', 'btcusdt')).data)).toEqual(['solusdt', 'ethusdt', 'xrpusdt', 'btcusdt']);
  expect(symbolsIn((await set(lea, 'ltcusdt', 1)).data).at(-1)).toBe('ltcusdt');
});

test('a move keeps the hidden star of a disabled market, and when each was starred', async () => {
  const { db } = database;
  const lea = await starred('btcusdt', 'ethusdt', 'solusdt');
  const since = sql<{ market_id: string; created_at: Date }>(
    'test.since',
    'select market_id, created_at from favourite where member_id = $1 order by market_id',
  );
  const before = await db.run(since, [lea.id]);
  clock.advance(60_000);
  await db.run(setEnabled, [ids.get('ethusdt'), false]);
  expect(symbolsIn((await move(lea, 'solusdt', 'btcusdt')).data)).toEqual(['solusdt', 'btcusdt']);
  await db.run(setEnabled, [ids.get('ethusdt'), true]);
  expect(await symbolsOf(lea)).toEqual(['solusdt', 'btcusdt', 'ethusdt']);
  expect(await db.run(since, [lea.id])).toEqual(before);
});

test('moves at the same moment lose no star', async () => {
  const lea = await starred('btcusdt', 'ethusdt', 'solusdt', 'xrpusdt');
  const answers = await Promise.all([
    move(lea, 'xrpusdt', 'btcusdt'),
    move(lea, 'solusdt', 'btcusdt'),
    move(lea, 'btcusdt'),
    move(lea, 'ethusdt', 'xrpusdt'),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect((await symbolsOf(lea)).toSorted()).toEqual(['btcusdt', 'ethusdt', 'solusdt', 'xrpusdt']);
});

test('a market without a star cannot be moved, nor be moved to; another member’s list stays', async () => {
  const [lea, tom] = [await starred('btcusdt', 'ethusdt'), await starred('ethusdt', 'btcusdt')];
  for (const [market, before] of [['solusdt', 'btcusdt'], ['btcusdt', 'solusdt'], ['solusdt']] as const)
    expect(await move(lea, market, before)).toMatchObject({ reason: 'not_found' });
  await move(lea, 'ethusdt', 'btcusdt');
  expect(await symbolsOf(tom)).toEqual(['ethusdt', 'btcusdt']);
});

test('a visitor has no favourites', async () => {
  expect(await http.call('getFavourites')).toMatchObject({ reason: 'login_required' });
  expect(await http.call('setFavourite', { market: ids.get('btcusdt'), on: 1 })).toMatchObject({
    reason: 'login_required',
  });
});
