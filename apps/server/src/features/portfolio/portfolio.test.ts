import type { Answer } from '@plimsoll/contract';
import { amount, amountOfUnits, format } from '@plimsoll/money';
import { DAY_MS } from '@plimsoll/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, plainPosting, type House, type Journal } from '../../ledger/index.ts';
import { sql } from '../../platform/db.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { seedOf, uniform } from '../../testing/dice.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { PortfolioPaper, type PaperPrice, type PaperSums } from '../../testing/portfolio-paper.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { COIN, failingLog, journalTo } from '../../testing/world-parts.ts';
import { keepUp } from './keep-up.ts';
import { createPortfolio, portfolioAudits } from './index.ts';
import { PriceBook } from '../../market/index.ts';
import { readBalanceAt } from './read-balance-at.ts';
import { readPortfolio } from './read-portfolio.ts';

const HISTORIES = 1_000;
/** Events of each history. */
const EVENTS = 12;
/** Histories read at the same moment. */
const TOGETHER = 8;
const HOUR_MS = 3_600_000;
const RANGES = ['hour', 'day', 'week', 'month', 'year', 'all'] as const;
const UNITS = 10n ** 8n;

let world: TradingWorld;
let http: TestHttp;

beforeAll(async () => {
  world = await openTradingWorld({ house: '1000000000000' });
  const houses: readonly House[] = ['options', 'loans', 'rewards'];
  await post(
    houses.flatMap((house) =>
      Object.values(COIN).map((coinId) => journalTo(`${house}.${coinId}`, { house, coinId }, '1000000000000')),
    ),
  );
  http = testHttp({ ...world, routes: createPortfolio({ ...world, log: failingLog, settling: world.writer }).routes });
});
afterAll(async () => {
  await http.app.close();
  await requireCleanAudit(world.db, portfolioAudits);
  await world.close();
});

const post = async (journals: readonly Journal[]): Promise<void> => {
  const { ok } = await world.writer.submit(plainPosting, journals);
  if (!ok) throw new Error('the ledger refused');
};

const ofMember = sql<{ kept: number }>(
  'test.portfolioKept',
  'select count(*)::int as kept from portfolio_checkpoint where member_id = $1',
);
const keptOf = async (memberId: string): Promise<number> => (await world.db.run(ofMember, [memberId]))[0]?.kept ?? 0;

async function setPrices(btc: string, eth: string): Promise<void> {
  for (const [symbol, at] of [
    ['btcusdt', btc],
    ['ethusdt', eth],
  ] as const) {
    world.market.setTick(symbol, at);
    world.market.setMark(symbol, at);
  }
  await world.market.keep();
}

const portfolioOf = (
  memberId: string,
  range: (typeof RANGES)[number],
  since?: number,
): Promise<Answer<'getPortfolio'>> => readPortfolio(world, memberId, { range, since, curve: undefined });

test('a deposit is no profit; what the market does is, and an exchange keeps the average cost', async () => {
  const id = await world.member({});
  await setPrices('100', '10');
  await post([journalTo(`${id}.a`, { memberId: id, type: 1, coinId: COIN.USDT }, '1000')]);
  world.clock.advance(HOUR_MS);
  const of = (coinId: string) => ({ memberId: id, type: 1 as const, coinId });
  const spot = (coinId: string) => ({ house: 'spot' as const, coinId });
  await post([
    {
      cause: { kind: 'flash-exchange', id: `${id}.b` },
      actor: { kind: 'member', id },
      lines: [move(of(COIN.USDT), spot(COIN.USDT), amount('202')), move(spot(COIN.BTC), of(COIN.BTC), amount('2'))],
    },
  ]);
  world.clock.advance(HOUR_MS);
  await setPrices('150', '10');
  const { points, coins, ...totals } = await portfolioOf(id, 'day');
  expect(totals).toEqual({
    worth: '1098.00000000',
    profit: '98.00000000',
    parts: { market: '98.00000000', options: '0.00000000', fees: '0.00000000', interest: '0.00000000' },
    money_in: '1000.00000000',
    money_out: '0.00000000',
  });
  expect(points.at(-1)).toMatchObject({ worth: '1098.00000000', profit: '98.00000000', money_in: '0.00000000' });
  expect(points[0]).toMatchObject({ worth: '0.00000000', profit: '0.00000000' });
  expect(coins[1]).toEqual({
    c_id: 2,
    coinName: 'BTC',
    quantity: '2.00000000',
    price: '150.00000000',
    worth: '300.00000000',
    cost: '202.00000000',
    average_cost: '101.00000000',
    unrealised: '98.00000000',
    realised: '0.00000000',
    market: '98.00000000',
  });
  const ends = await readPortfolio(world, id, { range: 'day', since: undefined, curve: '0' });
  expect(ends).toEqual({ ...totals, coins, points: [points[0], { ...points.at(-1), money_in: '1000.00000000' }] });
  // After the exchange, the deposit is no money that came.
  expect(await portfolioOf(id, 'day', world.clock.nowMs() - HOUR_MS + 1)).toMatchObject({
    profit: '100.00000000',
    money_in: '0.00000000',
  });
});

test('a balance at a moment has the bills around it, and the journal up to which it was added up', async () => {
  const { id, token } = await http.newMember();
  const beganMs = world.clock.nowMs();
  for (const n of [1, 2, 3]) {
    await post([journalTo(`${id}.${n}`, { memberId: id, type: 1, coinId: COIN.USDT }, String(n))]);
    world.clock.advance(HOUR_MS);
  }
  const at = async (time: number) => (await http.call('getBalanceAt', { time }, { token })).data;
  expect(await at(beganMs - 1)).toMatchObject({ journal: null, worth: '0.00000000', balances: [] });
  expect(await at(beganMs + HOUR_MS)).toMatchObject({
    worth: '3.00000000',
    balances: [{ type: 1, coinName: 'USDT', balance: '3.00000000', price: '1.00000000', worth: '3.00000000' }],
    bills: [{ num: '3.00000000' }, { num: '2.00000000' }, { num: '1.00000000' }],
  });
  const { data } = await http.call('getBalanceAt', { time: world.clock.nowMs() + DAY_MS }, { token });
  expect(data).toMatchObject({ time: new Date(world.clock.nowMs()).toISOString(), worth: '6.00000000' });
});

test('a member reads their own portfolio alone, and a visitor none', async () => {
  const [lea, tom] = [await http.newMember(), await http.newMember()];
  await post([journalTo(`${lea.id}.own`, { memberId: lea.id, type: 1, coinId: COIN.USDT }, '7')]);
  expect((await http.call('getPortfolio', { range: 'all' }, { token: lea.token })).data).toMatchObject({
    worth: '7.00000000',
  });
  expect((await http.call('getPortfolio', { range: 'all' }, { token: tom.token })).data).toMatchObject({
    worth: '0.00000000',
    coins: [],
  });
  expect(await http.call('getPortfolio', { range: 'all' })).toMatchObject({ reason: 'login_required' });
  expect(await http.call('getBalanceAt', { time: 1 })).toMatchObject({ reason: 'login_required' });
});

test('sums are kept by the hour once many lines are in none, and an hour that has not settled is not', async () => {
  const id = await world.member({});
  const give = (n: number) => journalTo(`${id}.k${n}`, { memberId: id, type: 1, coinId: COIN.USDT }, '1');
  await post(Array.from({ length: 120 }, (_, n) => give(n)));
  await portfolioOf(id, 'day');
  expect(await keptOf(id)).toBe(0);
  world.clock.advance(2 * HOUR_MS);
  await portfolioOf(id, 'day');
  expect(await keptOf(id)).toBe(1);
  await post([give(120)]);
  expect(await portfolioOf(id, 'month')).toMatchObject({ worth: '121.00000000', money_in: '121.00000000' });
});

test('sums of a member who trades much are kept although nobody looks', async () => {
  const id = await world.member({});
  const [keeper] = createPortfolio({ ...world, log: failingLog, settling: world.writer }).workers;
  await keeper?.start();
  const give = (n: number) => journalTo(`${id}.w${n}`, { memberId: id, type: 1, coinId: COIN.USDT }, '1');
  await post(Array.from({ length: 400 }, (_, n) => give(n)));
  world.clock.advance(2 * HOUR_MS);
  expect(await keptOf(id)).toBe(0);
  await post(Array.from({ length: 200 }, (_, n) => give(400 + n)));
  await keeper?.stop();
  expect(await keptOf(id)).toBe(1);
  expect(await portfolioOf(id, 'day')).toMatchObject({ worth: '600.00000000', profit: '0.00000000' });
});

test('sums that were kept otherwise than the ledger has them are found by the audit', async () => {
  const id = await world.member({ USDT: '5' });
  const keep = sql<never>(
    'test.keepWrong',
    `insert into portfolio_checkpoint (member_id, at, last_journal, whole_to, sums) values ($1, now() - interval '1 day', 1, 1, $2)`,
  );
  const wrong = {
    accounts: { '1 1': '4' },
    coins: {},
    moneyIn: '4',
    moneyOut: '0',
    options: '0',
    fees: '0',
    interest: '0',
  };
  await expect(
    world.db.transaction(async (tx) => {
      await tx.run(keep, [id, JSON.stringify(wrong)]);
      const rows = await Promise.all(
        portfolioAudits.map(({ key, wrong: text }) => tx.run(sql<{ row: string }>(`test.${key}`, text))),
      );
      throw new Error(rows.map((each) => each.length).join(' '));
    }),
  ).rejects.toThrow('1 1');
});

const draw = (n: number, most: bigint): bigint =>
  1n + BigInt(Math.floor(uniform(seedOf('prices'), 7, n) * Number(most)));

/** All histories, posted side by side; answers their paper and what prices were. */
async function drawHistories(): Promise<{
  readonly papers: readonly PortfolioPaper[];
  readonly priceOf: PaperPrice;
}> {
  const papers = await Promise.all(
    Array.from({ length: HISTORIES }, async () => new PortfolioPaper(await world.member({}))),
  );
  const marks: { readonly atMs: number; readonly of: Readonly<Record<string, bigint>> }[] = [];
  const priceOf: PaperPrice = (coinId, atMs) =>
    coinId === COIN.USDT ? UNITS : ((marks.findLast((each) => each.atMs <= atMs) ?? marks[0])?.of[coinId] ?? 0n);
  for (let event = 0; event < EVENTS; event += 1) {
    world.clock.advance(Number(draw(event, 50n)) * 997_000);
    const [btc, eth] = [draw(event + 100, 10n ** 13n), draw(event + 200, 10n ** 12n)];
    await setPrices(format(amountOfUnits(btc)), format(amountOfUnits(eth)));
    marks.push({ atMs: world.clock.nowMs(), of: { [COIN.BTC]: btc, [COIN.ETH]: eth } });
    world.clock.advance(1_000);
    const atMs = world.clock.nowMs();
    const journals = papers.map((paper, n) => paper.draw(atMs, priceOf, papers[(n + 1) % HISTORIES] ?? paper));
    await Promise.all(journals.map((each) => post(each)));
  }
  world.clock.advance(HOUR_MS);
  return { papers, priceOf };
}

const text = (units: bigint): string => format(amountOfUnits(units));
const earned = ({ worth, moneyIn, moneyOut }: PaperSums): bigint => worth - moneyIn + moneyOut;
const marketOf = (sums: PaperSums): bigint => earned(sums) - sums.options - sums.fees - sums.interest;

/** A range of a history, point by point and part by part. */
async function comparePortfolio(paper: PortfolioPaper, range: (typeof RANGES)[number], priceOf: PaperPrice) {
  const data = await portfolioOf(paper.memberId, range);
  const sums = data.points.map(({ time }, place) => {
    const atMs = Date.parse(time);
    const isNow = place === data.points.length - 1;
    return paper.before(isNow ? atMs + 1 : atMs, priceOf, (coinId) => priceOf(coinId, atMs));
  });
  const [first, last] = [sums[0], sums.at(-1)];
  if (!first || !last) throw new Error('no points');
  expect(data.points.map(({ worth, profit }) => `${worth} ${profit}`)).toEqual(
    sums.map((each) => `${text(each.worth)} ${text(earned(each) - earned(first))}`),
  );
  expect(data.parts).toEqual({
    market: text(marketOf(last) - marketOf(first)),
    options: text(last.options - first.options),
    fees: text(last.fees - first.fees),
    interest: text(last.interest - first.interest),
  });
  expect([data.money_in, data.money_out]).toEqual([
    text(last.moneyIn - first.moneyIn),
    text(last.moneyOut - first.moneyOut),
  ]);
  expect(text(data.coins.reduce((all, coin) => all + amount(coin.market), 0n))).toBe(data.parts.market);
}

async function compareBalances(paper: PortfolioPaper, momentMs: number) {
  const { balances } = await readBalanceAt(world, paper.memberId, 'en', { time: momentMs });
  const onPaper = [1, 2].flatMap((type) =>
    Object.values(COIN).flatMap((coinId) => {
      const held = paper.held(type, coinId, momentMs);
      return held === 0n ? [] : [`${type} ${coinId} ${text(held)}`];
    }),
  );
  expect(balances.map(({ type, c_id, balance }) => `${type} ${c_id} ${balance}`).toSorted()).toEqual(
    onPaper.toSorted(),
  );
}

test(`the portfolio and the balance at any moment of ${HISTORIES} random histories are the ledger’s to the last unit`, async () => {
  const beganMs = world.clock.nowMs();
  const { papers, priceOf } = await drawHistories();
  expect(papers).toHaveLength(HISTORIES);
  const nowMs = world.clock.nowMs();
  const book = await PriceBook.open(world.db);
  const compare = async (paper: PortfolioPaper, n: number): Promise<void> => {
    // Some from sums that were kept, made at once or in turns, some from lines alone.
    const maxLines = n % 3 === 1 ? 3 : 1_000;
    if (n % 3 > 0) await keepUp(world.db, book, paper.memberId, { nowMs, minLines: 1, maxLines });
    await comparePortfolio(paper, RANGES[n % RANGES.length] ?? 'all', priceOf);
    await compareBalances(paper, beganMs + Math.floor(uniform(seedOf('moments'), n, 1) * (nowMs - beganMs)));
  };
  for (let from = 0; from < papers.length; from += TOGETHER)
    await Promise.all(papers.slice(from, from + TOGETHER).map((paper, place) => compare(paper, from + place)));
}, 1_800_000);
