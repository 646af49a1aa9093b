import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';

// What the settlement of options writes, by its own statements.

let world: OptionWorld;
const logged: string[] = [];
beforeAll(async () => {
  world = await openOptionWorld({ onError: (_details, message) => void logged.push(message) });
  await world.owner.run(
    sql(
      'test.endpoints',
      `insert into webhook_endpoint (name, url, events, enabled, created_at) values
        ('Orders', 'https://hooks.example/', array['order.settled'], true, now()),
        ('Alerts', 'https://alerts.example/', array['alert.raised'], true, now()),
        ('Stopped', 'https://stopped.example/', array['order.settled'], false, now())`,
    ),
  );
});
afterAll(() => world.close());

const written = sql<{ name: string; type: string; member_id: string; body: string }>(
  'test.written',
  `select e.name, m.type, m.member_id, m.body from webhook_message m join webhook_endpoint e on e.id = m.endpoint_id
   where m.id > $1 order by m.id`,
);
const last = sql<{ id: string }>('test.last', 'select coalesce(max(id), 0)::text as id from webhook_message');
const mark = async (): Promise<string> => (await world.db.run(last))[0]?.id ?? '0';
const since = async (id: string) =>
  (await world.db.run(written, [id])).map(({ body, ...row }) => ({
    ...row,
    body: JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> },
  }));

/** Options of one moment on one line, settled by a mark at their end; without a price no mark comes in time. */
async function settled(options: readonly { way: 'up' | 'down' }[], price?: string) {
  const before = await mark();
  world.market.setMark('btcusdt', '100');
  const placed: { memberId: string; id: string }[] = [];
  for (const { way } of options) {
    const memberId = await world.staker('1000');
    placed.push({ memberId, id: await world.placed(memberId, { way }) });
  }
  await world.draw('btcusdt');
  expect(await since(before)).toEqual([]);
  if (price === undefined) {
    world.clock.advance(3_600_000);
    world.market.setMark('btcusdt', '100');
  } else {
    world.clock.advance(30_000);
    world.market.setMark('btcusdt', price);
  }
  expect(await world.settle()).toBe(options.length);
  return { placed, messages: await since(before), at: new Date(world.clock.nowMs() - 1).toISOString() };
}

test('an option is reported when it is settled, won or lost, to who receives settled orders', async () => {
  const { placed, messages, at } = await settled([{ way: 'up' }, { way: 'down' }], '101');
  expect(messages).toEqual(
    placed.map(({ memberId, id }, nth) => ({
      name: 'Orders',
      type: 'order.settled',
      member_id: memberId,
      body: {
        type: 'order.settled',
        timestamp: at,
        data: {
          kind: 'option',
          order: Number(id),
          member: Number(memberId),
          market: 'btcusdt',
          direction: nth === 0 ? 'up' : 'down',
          result: nth === 0 ? 'win' : 'lose',
          stake: '100.00000000',
          profit: nth === 0 ? '75.00000000' : '-100.00000000',
        },
      },
    })),
  );
  await world.audit();
});

test('a tie and a void option are reported with what they return', async () => {
  const tie = await settled([{ way: 'up' }], '100');
  expect(tie.messages).toMatchObject([{ body: { data: { result: 'tie', profit: '0.00000000' } } }]);
  const nothing = await settled([{ way: 'down' }]);
  expect(nothing.messages).toMatchObject([
    {
      member_id: nothing.placed[0]?.memberId,
      body: { data: { direction: 'down', result: 'void', stake: '100.00000000', profit: '0.00000000' } },
    },
  ]);
});

test('an option whose settlement is rolled back is not reported until it is settled', async () => {
  const before = await mark();
  world.market.setMark('btcusdt', '100');
  const [good, spoiled] = [await world.staker('1000'), await world.staker('1000')];
  await world.placed(good);
  const id = await world.placed(spoiled);
  await world.draw('btcusdt');
  const spoil = (released: string) =>
    world.owner.run(
      sql<never>(
        `test.spoil.${released}`,
        `update ledger_hold set released = ${released} where kind = 'option-stake' and ref = $1`,
      ),
      [id],
    );
  await spoil('50');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  expect(await world.settle()).toBe(1);
  expect(logged).toContain('option settlement failed, retrying every second');
  expect((await since(before)).map(({ member_id }) => member_id)).toEqual([good]);
  await spoil('0');
  expect(await world.settle()).toBe(1);
  expect((await since(before)).map(({ member_id }) => member_id)).toEqual([good, spoiled]);
  await world.audit();
});
