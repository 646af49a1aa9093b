import { price, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sampleMarket } from '../testing/sample-market.ts';
import { testDatabase } from '../testing/index.ts';
import { EMPTY_CATALOGUE } from './catalogue.ts';
import { Follower } from './follower.ts';
import { LiveData } from './live-data.ts';
import { TapeWriter } from './tape/tape-writer.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);

/** A process that follows one market, after it led a term or none. */
async function follow(ledTerm?: number) {
  const { db, drop } = await testDatabase();
  const clock = new ManualClock(START_MS);
  const log = { info() {}, error() {} };
  const data = new LiveData({ clock, log, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  const market = sampleMarket('BTC', 'USDT');
  data.setCatalogue({ ...EMPTY_CATALOGUE, markets: [market] });
  const tape = new TapeWriter({ db, clock, source: 'simulated' });
  const led = ledTerm === undefined ? {} : { ledTerm };
  const follower = new Follower({ db, clock, log, data, tape, ask() {}, knowsPast: true, ...led });
  const markOf = (seq: number, at: string) => ({
    marketId: market.id,
    seq,
    timeMs: START_MS,
    price: price(at),
    sources: [],
    held: false,
  });
  return {
    /** A mark of its own memory. */
    knows: (seq: number, at: string) => data.takeMark(markOf(seq, at)),
    mark: (term: number, seq: number, at: string) =>
      follower.receive({ term, news: { kind: 'mark', mark: markOf(seq, at) } }),
    last: () => [data.lastMark(market.id)?.seq, data.lastMark(market.id)?.price],
    close: async () => {
      await follower.end();
      await drop();
    },
  };
}

test('of a new leader marks count also under numbers that the one before had published, of the one before none', async () => {
  const { mark, last, close } = await follow();
  mark(1, 9, '100');
  mark(1, 8, '99');
  expect(last()).toEqual([9, price('100')]);
  mark(2, 8, '101');
  expect(last()).toEqual([8, price('101')]);
  mark(1, 10, '102');
  mark(2, 8, '103');
  expect(last()).toEqual([8, price('101')]);
  await close();
});

test('news of a term that this process led itself changes nothing when it arrives late', async () => {
  const { knows, mark, last, close } = await follow(4);
  knows(9, '100');
  mark(4, 8, '99');
  expect(last()).toEqual([9, price('100')]);
  mark(5, 8, '101');
  expect(last()).toEqual([8, price('101')]);
  await close();
});
