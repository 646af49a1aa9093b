import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { amount } from '@plimsoll/money';
import { parseCheckpoint, parseEntry } from '@plimsoll/proof/log';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { folderStore } from '../../platform/uploads/index.ts';
import type { Commit } from './entries/made-entry.ts';
import { HeadsDue } from './heads-due.ts';
import { readTurn } from './read-turn.ts';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';

// The log of a world in which all kinds of things happen, as both verifiers read it.

const USDT = '1';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const VERIFIERS = ['verify.mjs', ...(hasPython ? ['verify.py'] : [])];

let world: LogWorld;
let member: string;
let order: string;
let transfer: string;
const ids: Record<string, string> = {};

/** A second at a time; each with a mark, where the price is given. The log is continued along the way. */
async function pass(seconds: number, priceAt: (second: number) => string | null): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    world.clock.advance(1_000);
    const price = priceAt(second);
    if (price !== null) world.market.setMark('btcusdt', price);
    await world.options.service.settler.settleAll();
    await world.follow();
  }
}

beforeAll(async () => {
  world = await openLogWorld();
  const { market, options } = world;
  member = await options.staker('1000');
  market.setMark('btcusdt', '100');
  await pass(1, () => '100');
  ids['win'] = await options.placed(member, { stake: '110.5', way: 'up' });
  ids['lose'] = await options.placed(member, { stake: '107', way: 'down' });
  await pass(33, (second) => `${101 + second}`);
  ids['tie'] = await options.placed(member, { way: 'down' });
  await pass(33, () => '120');
  ids['void'] = await options.placed(member, { way: 'up' });
  await pass(10, () => null);
  await pass(2, () => '121');
  ids['open'] = await options.placed(member, { way: 'up' });
  await pass(3, () => '122');
  const funds = { memberId: member, type: 1 as const, coinId: USDT };
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'demo-funding', id: 'funds' },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: USDT }, funds, amount('5000'))],
    },
    {
      cause: { kind: 'account-transfer', id: '1' },
      actor: { kind: 'member', id: member },
      lines: [move(funds, { memberId: member, type: 2, coinId: USDT }, amount('12.34'))],
    },
  ]);
  transfer =
    (
      await world.db.run<{ id: string }>({
        name: 'test.transfer',
        text: `select id from ledger_journal where cause_kind = 'account-transfer'`,
      })
    )[0]?.id ?? '';
  market.setTick('btcusdt', '122');
  market.setBook('btcusdt', {
    asks: [
      ['122.01', '1'],
      ['122.02', '1'],
      ['122.03', '5'],
    ],
    bids: [['122', '1']],
  });
  order = await placeSpot();
  await pass(3, () => '122');
});
afterEach(() => world.audit());
afterAll(() => world.close());

/** Buys over three levels of the book. */
async function placeSpot(): Promise<string> {
  await world.options.spot.sweeper.settled();
  const placed = await world.options.spot.place(member, {
    m_id: '1',
    side: 'buy',
    mode: 'market',
    amount: amount('400'),
  });
  if (!placed.ok) throw new Error(placed.refusal.reason);
  await world.options.spot.sweeper.settled();
  return String(placed.value.id);
}

describe.each(VERIFIERS)('%s', (verifier) => {
  test('says that the log as it is served holds, and settles every option of it again', async () => {
    const { code, output } = await world.verify(verifier, 'log', `${world.url}/log`);
    expect(output).toMatch(/options: 4 of 5 settled again, all agree; 0 wait, 1 still run/);
    expect(code).toBe(0);
  });
});

describe.each(VERIFIERS)('%s', (verifier) => {
  test.each(['win', 'lose', 'tie', 'void', 'open'])('holds the receipts of an option: %s', async (outcome) => {
    const receipts = await world.receipts(member, 'option', ids[outcome] ?? '');
    expect(receipts).toHaveLength(outcome === 'open' ? 2 : outcome === 'void' ? 2 : 3);
    expect(receipts.every(({ index }) => index !== null)).toBe(true);
    await holds(verifier, receipts, ids[outcome]);
  });
  test('holds the receipts of the fills of an order', async () => {
    const receipts = await world.receipts(member, 'fill', order);
    expect(receipts).toHaveLength(3);
    await holds(verifier, receipts, order);
  });
  test('holds the receipt of a transfer', async () => {
    const receipts = await world.receipts(member, 'journal', transfer);
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.opened).toMatchObject({
      lines: [{ from: `member/${member}/1`, to: `member/${member}/2`, coin: 'USDT', amount: '12.34000000' }],
    });
    await holds(verifier, receipts);
  });
});

async function holds(verifier: string, receipts: unknown, id?: string): Promise<void> {
  const vkey = await (await fetch(`${world.url}/log/vkey`)).text();
  const about = id === undefined ? [] : ['--member', member, '--id', id];
  const file = await world.fileOf({ list: receipts });
  const key = await world.fileOf(vkey);
  const checked = await world.verify(verifier, 'receipt', file, '--vkey', key, '--log', `${world.url}/log`, ...about);
  expect(checked).toMatchObject({ code: 0, wrong: undefined });
}

test('entries are of every kind that happened', async () => {
  const types = new Set((await world.lines()).map((line) => parseEntry(line)?.t));
  expect(types).toEqual(
    new Set([
      'fill',
      'journal',
      'key',
      'ledger',
      'market',
      'operators',
      'option-line',
      'option-settled',
      'option-taken',
      'settings',
      'tape',
      'terms',
    ]),
  );
});

test('what happened while no process continued the log comes in an order that proves as much', async () => {
  const id = await world.options.placed(member, { way: 'up' });
  for (let second = 0; second < 40; second += 1) {
    world.clock.advance(1_000);
    world.market.setMark('btcusdt', `${123 + second}`);
    await world.options.service.settler.settleAll();
  }
  await world.follow();
  const lines = await world.lines();
  const entries = lines.map((line) => parseEntry(line));
  const at = (type: string) => entries.findIndex((each) => each?.t === type && 'id' in each && each.id === Number(id));
  const expiry = world.clock.nowMs() - 9_000;
  const tape = entries.findIndex((each) => each?.t === 'tape' && Date.parse(each.complete_to) >= expiry);
  expect([at('option-taken'), at('option-line'), at('option-settled'), tape]).toEqual(
    [at('option-taken'), at('option-line'), at('option-settled'), tape].toSorted((a, b) => a - b),
  );
  expect(at('option-taken')).toBeGreaterThan(0);
  expect(await world.verify('verify.mjs', 'log', `${world.url}/log`)).toMatchObject({ code: 0 });
});

test('an option is in a checkpoint within three seconds, and its line within three of its mark', async () => {
  const proof = await world.process();
  await proof.worker.start();
  const id = await world.options.placed(member, { way: 'up' });
  const isIn = (receipts: readonly { index: number | null }[], count: number): boolean =>
    receipts.length >= count && receipts.every(({ index }) => index !== null);
  /** Steps of a quarter of a second until so many entries are in a checkpoint. */
  const stepsUntil = async (count: number): Promise<number> => {
    for (let step = 0; step < 40; step += 1) {
      if (isIn(await world.receipts(member, 'option', id), count)) return step;
      world.clock.advance(250);
      await proof.worker.settled();
    }
    return 40;
  };
  expect(await stepsUntil(1)).toBeLessThanOrEqual(12);
  world.clock.advance(1_000);
  world.market.setMark('btcusdt', '200');
  await world.market.keep();
  expect(await stepsUntil(2)).toBeLessThanOrEqual(12);
  await proof.worker.stop();
});

test('the first option of a market is proven where its line was drawn before the log came to it', async () => {
  await world.follow();
  world.clock.advance(100);
  world.market.setMark('ethbtc', '50');
  const id = await world.options.placed(member, { market: '3', way: 'up' });
  for (let second = 0; second < 33; second += 1) {
    world.clock.advance(1_000);
    world.market.setMark('ethbtc', `${51 + second}`);
    await world.options.service.settler.settleAll();
  }
  await world.follow();
  const receipts = await world.receipts(member, 'option', id);
  expect(receipts.map(({ entry }) => parseEntry(entry)?.t)).toEqual(['option-taken', 'option-line', 'option-settled']);
  expect(await world.verify('verify.mjs', 'log', `${world.url}/log`)).toMatchObject({ code: 0, wrong: undefined });
});

test('the first option of a market is proven too: an end of its tape before the line is in the log', async () => {
  await world.follow();
  world.clock.advance(100);
  world.market.setMark('ethusdt', '50');
  const id = await world.options.placed(member, { market: '2', way: 'up' });
  await world.follow();
  for (let second = 0; second < 33; second += 1) {
    world.clock.advance(1_000);
    world.market.setMark('ethusdt', `${51 + second}`);
    await world.options.service.settler.settleAll();
    await world.follow();
  }
  const receipts = await world.receipts(member, 'option', id);
  expect(receipts.map(({ entry }) => parseEntry(entry)?.t)).toEqual(['option-taken', 'option-line', 'option-settled']);
  expect(await world.verify('verify.mjs', 'log', `${world.url}/log`)).toMatchObject({ code: 0, wrong: undefined });
});

/** More journals than one turn takes up. */
const postMoreThanATurn = (name: string) =>
  world.writer.submit(
    plainPosting,
    Array.from({ length: 300 }, (_, at) => ({
      cause: { kind: 'house-funding' as const, id: `${name}.${at}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId: USDT }, { house: 'options', coinId: USDT }, amount('1'))],
    })),
  );

test('a turn that leaves journals waiting has the end of its tape too with the first option of a market', async () => {
  world.market.setMark('btcusdt', '200');
  await world.market.keep();
  await world.follow();
  const placedMs = world.clock.nowMs();
  await world.options.placed(member, { way: 'up' });
  await postMoreThanATurn('waiting');
  const commit: Commit = (_type, _subject, opened) => ({ opened, commit: '0'.repeat(64), salt: '0'.repeat(64) });
  const turn = await world.db.snapshot((tx) => readTurn(tx, { commit, nowMs: placedMs, heads: new HeadsDue() }));
  expect(turn?.isAll).toBe(false);
  const ends = turn?.appended.lines.flatMap((line) => {
    const entry = parseEntry(line);
    return entry?.t === 'tape' ? [[entry.market, Date.parse(entry.complete_to) <= placedMs]] : [];
  });
  expect(ends).toEqual([['btcusdt', true]]);
  await world.follow();
});

test('an end of a tape just before the line of a market’s first option is in the log once', async () => {
  world.market.setMark('btcusdt', '200');
  await world.market.keep();
  await world.follow();
  await world.options.placed(member, { way: 'up' });
  const placedMs = world.clock.nowMs();
  // Accepted at the last mark, which is a millisecond later; its line is a second after that.
  world.clock.advance(1_000);
  await world.market.marks.complete();
  const commit: Commit = (_type, _subject, opened) => ({ opened, commit: '0'.repeat(64), salt: '0'.repeat(64) });
  const nowMs = world.clock.nowMs();
  const turn = await world.db.snapshot((tx) => readTurn(tx, { commit, nowMs, heads: new HeadsDue() }));
  const ends = turn?.appended.lines.flatMap((line) => {
    const entry = parseEntry(line);
    return entry?.t === 'tape' && entry.market === 'btcusdt' ? [Date.parse(entry.complete_to) - placedMs] : [];
  });
  expect([turn?.isAll, ends]).toEqual([true, [1_000]]);
  await world.follow();
});

test('a start ends with all that was committed before it in the log: kills delay no entry beyond the next start', async () => {
  world.market.setMark('btcusdt', '200');
  await world.market.keep();
  const id = await world.options.placed(member, { way: 'up' });
  const [promised] = await world.receipts(member, 'option', id);
  expect(promised).toMatchObject({ index: null });
  const proof = await world.process();
  await proof.worker.start();
  expect(await world.lines()).toContain(promised?.entry);
  await proof.worker.stop();
});

test('so it does where that takes more than one turn: the last is published with the start, not a second later', async () => {
  world.market.setMark('btcusdt', '200');
  await world.market.keep();
  await postMoreThanATurn('before');
  await world.options.placed(member, { way: 'up' });
  const proof = await world.process();
  await proof.worker.start();
  const note = await folderStore(join(world.folder, 'log')).get('checkpoint');
  expect(parseCheckpoint(note?.toString() ?? '')?.size).toBe((await world.lines()).length);
  await proof.worker.stop();
});
