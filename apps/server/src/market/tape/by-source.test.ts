import { amount, price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../types.ts';
import { bySource } from './by-source.ts';

const tick = (marketId: string, seq: number, source?: string): Tick => ({
  marketId,
  seq,
  sourceTimeMs: 0,
  receiveTimeMs: 0,
  price: price('1'),
  size: amount('1'),
  ...(source === undefined ? {} : { source }),
});

test("ticks of one source are written together; one without a source has the feed's", () => {
  const stretches = bySource([tick('1', 1, 'okx'), tick('2', 1), tick('1', 2, 'okx'), tick('2', 2)], 'live');
  expect(stretches.map(({ source, ticks }) => [source, ticks.length])).toEqual([
    ['okx', 2],
    ['live', 2],
  ]);
});

test('nothing to write is still one write', () => {
  expect(bySource([], 'live')).toEqual([{ source: 'live', ticks: [] }]);
});

test("however sources change, each market's ticks keep their order and none is lost", () => {
  const drawn = fc.array(
    fc.record({ market: fc.constantFrom('1', '2', '3'), source: fc.constantFrom('htx', 'binance', 'okx', undefined) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(drawn, (each) => {
      const ticks = each.map(({ market, source }, index) => tick(market, index + 1, source));
      const stretches = bySource(ticks, 'live');
      for (const { source, ticks: named } of stretches)
        for (const one of named) expect(one.source ?? 'live').toBe(source);
      const written = stretches.flatMap((stretch) => stretch.ticks);
      for (const market of ['1', '2', '3']) {
        const of = (list: readonly Tick[]) => list.filter((one) => one.marketId === market).map((one) => one.seq);
        expect(of(written)).toEqual(of(ticks));
      }
    }),
  );
});
