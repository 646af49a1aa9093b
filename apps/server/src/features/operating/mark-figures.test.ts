import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFigures } from '../../platform/metrics/serve-figures.ts';
import { fires } from '../../testing/alerts.ts';
import { quietSources, readFigures } from '../../testing/figures.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { createFigures } from './index.ts';

let world: OptionWorld;
let server: Awaited<ReturnType<typeof serveFigures>>;
beforeAll(async () => {
  world = await openOptionWorld();
  const figures = createFigures({ version: '0.1.0', mode: 'demo', feed: 'simulated' });
  figures.begin(quietSources(world));
  server = await serveFigures({
    host: '127.0.0.1',
    port: 0,
    text: () => figures.text(),
    failed: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await server.close();
  await world.audit();
  await world.close();
});

/** Figures half a minute later, while marks continue. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  for (let at = 0; at < 10; at += 1) {
    world.clock.advance(3_000);
    await mark();
  }
  return readFigures(server.url);
}
async function mark(): Promise<void> {
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
}
/** Options settled by the mark at their expiry: ties. */
async function settled(count: number): Promise<void> {
  await mark();
  const memberId = await world.staker('100000');
  for (let at = 0; at < count; at += 1) await world.placed(memberId, { stake: '10' });
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  await mark();
  await world.settle();
}
/** Options without a line, as the marks are silent. */
async function voided(count: number): Promise<void> {
  await mark();
  const memberId = await world.staker('100000');
  for (let at = 0; at < count; at += 1) await world.placed(memberId, { stake: '10' });
  world.clock.advance(6_001);
  await world.settle();
}

test('voids of the last hour are compared with settled options, and alert from three and one in a hundred', async () => {
  const quiet = await figures();
  expect([
    quiet.get('plimsoll_options_settled{outcome="void"}'),
    quiet.has('plimsoll_options_void_ratio'),
    await fires('OptionsVoid', quiet),
  ]).toEqual([0, false, false]);

  await settled(6);
  await voided(2);
  const two = await figures();
  expect([
    two.get('plimsoll_options_settled{outcome="tie"}'),
    two.get('plimsoll_options_settled{outcome="void"}'),
    two.get('plimsoll_options_void_ratio'),
  ]).toEqual([6, 2, 0.25]);
  // One or two prove nothing on a quiet platform.
  expect(await fires('OptionsVoid', two)).toBe(false);

  await voided(1);
  const three = await figures();
  expect([three.get('plimsoll_options_void_ratio'), await fires('OptionsVoid', three)]).toEqual([3 / 9, true]);

  world.clock.advance(3_600_000);
  const later = await figures();
  expect([later.has('plimsoll_options_void_ratio'), await fires('OptionsVoid', later)]).toEqual([false, false]);
});

test('each market has the age of its last mark and the day’s sum of gaps, and both alert or not', async () => {
  await mark();
  world.clock.advance(86_400_000);
  const before = await figures();
  expect([before.get('plimsoll_mark_age_seconds{market="btcusdt"}'), await fires('MarksMissing', before)]).toEqual([
    0,
    false,
  ]);
  // Yesterday's silence ended just now; its part within a day counts.
  expect([before.get('plimsoll_mark_gap_seconds{market="btcusdt"}'), await fires('MarksPatchy', before)]).toEqual([
    86_400 - 27,
    true,
  ]);

  world.clock.advance(61_000);
  const silent = await readFigures(server.url);
  expect([silent.get('plimsoll_mark_age_seconds{market="btcusdt"}'), await fires('MarksMissing', silent)]).toEqual([
    61,
    true,
  ]);

  world.clock.advance(86_400_000 - 61_000 - 27_000);
  await mark();
  world.market.setMark('btcusdt', '300', { held: true });
  await world.market.keep();
  const after = await figures();
  expect(after.get('plimsoll_mark_age_seconds{market="btcusdt"}')).toBe(0);
  expect([...after.keys()].filter((name) => name.startsWith('plimsoll_mark_') && !name.includes('btcusdt'))).toEqual(
    [],
  );
});
