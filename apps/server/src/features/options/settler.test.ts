import { refuse, type OptionOrder } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defineCommand } from '../../ledger/index.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { failingLog, openProcess } from '../../testing/world-parts.ts';
import { showOption } from './list-options.ts';
import { Settler } from './settler.ts';

let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

async function shown(memberId: string, id: string): Promise<OptionOrder> {
  const option = await showOption(world.db, id, { memberId, lang: 'en', nowMs: world.clock.nowMs() });
  if (!option) throw new Error('no such option');
  return option;
}

test('one option that cannot be settled blocks no other', async () => {
  const logged: string[] = [];
  const other = await openOptionWorld({
    onError: (_details, message) => {
      logged.push(message);
    },
  });
  try {
    const members = await Promise.all([1, 2, 3].map(() => other.staker('1000')));
    other.market.setMark('btcusdt', '100');
    const ids = await Promise.all(members.map((memberId) => other.placed(memberId)));
    await other.draw('btcusdt');
    const spoil = (to: string) =>
      other.owner.run({
        name: `spoil.${to}`,
        text: `update ledger_hold set released = ${to} where kind = 'option-stake' and ref = ${ids[1]}`,
      });
    await spoil('50');
    other.clock.advance(30_000);
    other.market.setMark('btcusdt', '100');
    expect(await other.settle()).toBe(2);
    const expected = [
      'option batch settlement failed, retrying in parts',
      'option settlement failed, retrying every second',
    ];
    expect(logged).toEqual(expected);
    // It blocks nothing from now on, and is logged once.
    const others = await Promise.all([10, 10].map((stake) => other.staker(String(stake))));
    other.market.setMark('btcusdt', '100');
    for (const memberId of others) await other.placed(memberId, { stake: '10' });
    await other.draw('btcusdt');
    other.clock.advance(30_000);
    other.market.setMark('btcusdt', '100');
    expect(await other.settle()).toBe(2);
    expect(logged).toEqual(expected);
    await spoil('0');
    expect(await other.settle()).toBe(1);
    await other.audit();
  } finally {
    await other.close();
  }
});

test('settlement does not wait for orders queued before', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.withLine(memberId);
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = defineCommand<null, null, null>({
    name: 'test.slow',
    async plan(_tx, inputs) {
      await promise;
      return inputs.map(() => refuse('stale_market'));
    },
    record: () => ({ outcomes: [], sent: Promise.resolve() }),
  });
  const orders = Promise.all(Array.from({ length: 100 }, () => world.writer.submit(slow, null)));
  expect(await world.settle()).toBe(1);
  expect((await shown(memberId, id)).status).toBe(2);
  resolve();
  await orders;
});

test('options that expire together are settled together, exactly once by two concurrent processes', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => world.staker('1000')));
  world.market.setMark('btcusdt', '100');
  await Promise.all(
    members.flatMap((memberId) => [
      world.placed(memberId, { stake: '10' }),
      world.placed(memberId, { stake: '20', way: 'down' }),
    ]),
  );
  await world.draw('btcusdt');
  world.clock.advance(29_000);
  world.market.setMark('btcusdt', '100.01');
  world.clock.advance(1000);
  const other = world.another();
  const counts = await Promise.all([
    world.settle(),
    other.settler.settleAll(),
    world.settle(),
    other.settler.settleAll(),
  ]);
  expect(counts.reduce((all, count) => all + count, 0)).toBe(40);
  expect(await Promise.all(members.map((memberId) => world.balances(memberId)))).toEqual(
    members.map(() => ['987.50000000', '0.00000000']),
  );
});

test('when more than a batch is due, two connections settle at once, each option once', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => world.staker('1000')));
  world.market.setMark('btcusdt', '100');
  await Promise.all(
    members.flatMap((memberId) => Array.from({ length: 3 }, () => world.placed(memberId, { stake: '10' }))),
  );
  await world.draw('btcusdt');
  world.clock.advance(29_000);
  world.market.setMark('btcusdt', '100.01');
  world.clock.advance(1000);
  const lanes = [openProcess(world), openProcess(world)] as const;
  const posted = [0, 0];
  const { promise: besidePosted, resolve } = Promise.withResolvers<void>();
  lanes.forEach(({ writer }, lane) => {
    writer.onPosted((journals) => {
      posted[lane] = (posted[lane] ?? 0) + journals.length;
      if (lane === 1) resolve();
    });
  });
  const settler = new Settler({
    db: world.db,
    writer: {
      submit: async (...batch) => {
        await besidePosted;
        return lanes[0].writer.submit(...batch);
      },
    },
    beside: lanes[1].writer,
    maxBatch: 4,
    clock: world.clock,
    log: failingLog,
    completeMarks: () => world.market.marks.complete(),
    completeTrades: () => world.market.tape.complete(),
  });
  expect(await settler.settleAll()).toBe(30);
  // The tape is complete up to this moment: later prices are later on it.
  world.clock.advance(1);
  expect(posted[1]).toBeGreaterThan(0);
  expect(posted.reduce((all, count) => all + count)).toBe(30);
  expect(await Promise.all(members.map((memberId) => world.balances(memberId)))).toEqual(
    members.map(() => ['1022.50000000', '0.00000000']),
  );
  for (const lane of lanes) await lane.close();
});

test('what expired while no server ran is settled at the next start by the tape as it was, and void where no mark came in time', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const short = await world.placed(memberId, { seconds: 30 });
  const long = await world.placed(memberId, { seconds: 600 });
  await world.draw('btcusdt');
  world.clock.advance(28_000);
  world.market.setMark('btcusdt', '120');
  await world.market.keep();
  // Down for an hour; then prices return.
  world.clock.advance(3_600_000);
  world.market.setMark('btcusdt', '50');
  expect(await world.another().settler.settleAll()).toBe(2);
  expect(await shown(memberId, short)).toMatchObject({ outcome: 'win', sellprice: '120.00000000' });
  expect(await shown(memberId, long)).toMatchObject({ outcome: 'void', ploss: '0.00000000' });
  expect(await world.balances(memberId)).toEqual(['1075.00000000', '0.00000000']);
});

test('the loop settles at the expiry, and sleeps until then', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const service = world.another();
  await service.start();
  const id = await world.placed(memberId);
  await expect
    .poll(
      async () => {
        world.clock.advance(500);
        world.market.setMark('btcusdt', '100');
        return (await shown(memberId, id)).status;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(2);
  await service.stop();
});

test('a loop that is stopped finishes the batch under way and begins no other; the rest is settled later', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => world.staker('1000')));
  world.market.setMark('btcusdt', '100');
  await Promise.all(members.map((memberId) => world.placed(memberId, { stake: '10' })));
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  const lane = openProcess(world);
  let batches = 0;
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const settler: Settler = new Settler({
    db: world.db,
    writer: {
      submit(...batch) {
        batches += 1;
        settler.stop().then(resolve, () => {});
        return lane.writer.submit(...batch);
      },
    },
    maxBatch: 4,
    clock: world.clock,
    log: failingLog,
    completeMarks: () => world.market.marks.complete(),
    completeTrades: () => world.market.tape.complete(),
  });
  settler.start();
  world.clock.advance(1);
  await stopped;
  expect(batches).toBe(1);
  expect(await world.settle()).toBe(8);
  await lane.close();
});
