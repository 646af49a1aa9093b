import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Estimate } from './edge/estimate.ts';
import { LAST_TRADE } from './edge/last-trade.ts';
import { MARKS } from './edge/marks.ts';
import { readOptions } from './edge/options.ts';
import type { DealingRules } from './edge/rules.ts';
import { playAll, winning, type Row } from './edge/run.ts';
import { DEMO_MARKETS, replayedTrack, simulatedTrack } from './edge/sources.ts';
import { STRATEGIES } from './edge/strategies.ts';
import { bestTable } from './edge/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-edge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const market = DEMO_MARKETS.find(({ symbol }) => symbol === 'ltcbtc');
const tracks = () => (market ? ['1', '2'].map((seed) => simulatedTrack(market, seed, 12_000)) : []);
const play = (rules: DealingRules): Row[] => playAll(rules, { source: 'simulated', tracks: tracks(), decisions: 5000 });

const NEXT_TRADE: DealingRules = {
  ...LAST_TRADE,
  name: 'next trade is entry',
  line(track, ms) {
    const index = track.indexAt(ms + 1000) + 1;
    return index < track.length ? { price: track.priceAt(index), fromMs: track.timeAt(index) } : undefined;
  },
};

test('the flaw of the last trade is found: betting on the bounce wins, tossing a coin loses', () => {
  const rows = play(LAST_TRADE);
  const of = (strategy: string) => rows.find((row) => row.strategy === strategy && row.seconds === 30);
  expect(of('bounce')?.low).toBeGreaterThan(0);
  expect(of('coin')?.high).toBeLessThan(0);
  expect(winning(rows).map(({ strategy }) => strategy)).toContain('lead of 1 s');
});

test('by marks, with the line after acceptance and remembered depth, nothing wins', () => {
  expect(winning(play(MARKS))).toEqual([]);
});

test('other rules plug in: with the line after acceptance nothing is won by the bounce', () => {
  const rows = play(NEXT_TRADE);
  expect(winning(rows.filter(({ strategy }) => strategy === 'bounce'))).toEqual([]);
});

test('the same seeds give the same figures, and every strategy is played for every duration and spot', () => {
  const rows = play(LAST_TRADE);
  expect(play(LAST_TRADE)).toEqual(rows);
  expect(new Set(rows.filter(({ seconds }) => seconds !== null).map(({ strategy }) => strategy)).size).toBe(
    STRATEGIES.length,
  );
  expect(rows.filter(({ seconds }) => seconds === null).map(({ strategy }) => strategy)).toEqual([
    'depth cycling in spot',
    'exchange against spot',
  ]);
  expect(bestTable(rows)).toHaveLength(rows.length + 2);
});

test('candles are replayed minute by minute, for options of whole minutes', () => {
  const path = join(folder, 'candles.csv');
  const line = (minute: number) => {
    const at = new Date(Date.UTC(2023, 2, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const close = 20_000 + (minute % 7) * 10;
    return `${at}+00:00,${close},${close + 5},${close - 5},${close},1`;
  };
  writeFileSync(
    path,
    ['open_time,open,high,low,close,volume', ...Array.from({ length: 3000 }, (_, nth) => line(nth))].join('\n'),
  );
  const track = replayedTrack(path, '1');
  expect(track.length).toBe(3000);
  const rows = playAll(LAST_TRADE, { source: 'replayed', tracks: [track], decisions: track.length });
  expect(new Set(rows.map(({ seconds }) => seconds))).toEqual(new Set([60, 120, 180, 300, 600]));
  expect(rows.some(({ strategy }) => strategy.startsWith('lead'))).toBe(false);
});

test('an interval is of blocks: decisions that come out alike count once', () => {
  const [alike, opposed] = [new Estimate(), new Estimate()];
  for (let nth = 0; nth < 1000; nth += 1) {
    alike.add(String(Math.floor(nth / 100)), Math.floor(nth / 100) % 2 ? 1 : -1);
    opposed.add(String(nth), nth % 2 ? 1 : -1);
  }
  expect(alike.expectation).toMatchObject({ decisions: 1000, mean: 0 });
  expect(alike.expectation.high).toBeGreaterThan(8 * opposed.expectation.high);
  expect(new Estimate().expectation).toMatchObject({ low: Number.NEGATIVE_INFINITY, decisions: 0 });
});

test('the command line is read, and a wrong one gives a message', () => {
  expect(readOptions(['a.csv', '--markets', 'btcusdt,ltcbtc'])).toEqual({
    seeds: ['1', '2', '3'],
    decisions: 21_000,
    markets: ['btcusdt', 'ltcbtc'],
    file: 'a.csv',
    rules: 'marks',
    all: false,
  });
  expect(() => readOptions(['--seeds', '1,'])).toThrow('usage');
  expect(() => readOptions(['--rules', 'house'])).toThrow('usage');
  expect(() => readOptions(['--decisions', '0'])).toThrow('--decisions must be a number above 0.');
});
