import { amount, price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { fundMember } from '../../testing/world-parts.ts';
import type { CappedKey } from '../spot/index.ts';
import type { OptionsService } from './index.ts';

// Options that a member's program places: its key's caps hold for stakes too.

let world: OptionWorld;
let memberId: string;
beforeEach(async () => {
  world = await openOptionWorld();
  memberId = await world.staker('100000');
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
});
afterEach(async () => {
  await world.audit();
  await world.close();
});

const insertKey = sql<{ id: string }>(
  'test.insertKey',
  `insert into api_key (member_id, access_hash, shown, name, secret, may_trade, may_transfer, day_cap, loss_cap, created_at)
   values ($1, encode(sha256(random()::text::bytea), 'hex'), 'aaaaaaaa', 'bot', 'x', true, false, $2, $3, now()) returning id`,
);
const endKey = sql<never>('test.endKey', 'update api_key set ended_at = now() where id = $1');
async function keyOf(caps: { readonly day?: string; readonly loss?: string }): Promise<CappedKey> {
  const [row] = await world.db.run(insertKey, [memberId, caps.day ?? null, caps.loss ?? null]);
  return { id: row?.id ?? '', isCapped: Object.keys(caps).length > 0 };
}

const staking = (service: OptionsService, key: CappedKey, stake = '100') =>
  service.place(memberId, { m_id: '1', ctime: '30', ctzed: amount(stake), buytype: '1' }, undefined, key);

test('of 24 options at once in two processes, a cap of a day lets in as many as it holds', async () => {
  const key = await keyOf({ day: '520' });
  const other = world.another();
  await other.refreshTerms();
  await world.market.keep();
  const placed = await Promise.all(
    Array.from({ length: 24 }, (_, at) => staking(at % 2 === 0 ? world.service : other, key)),
  );
  expect(placed.filter(({ ok }) => ok)).toHaveLength(5);
  expect(new Set(placed.flatMap((each) => (each.ok ? [] : [each.refusal.reason])))).toEqual(new Set(['daily_limit']));
});

test.each([['order', 'option'] as const, ['option', 'order'] as const])(
  'an %s and an %s of one batch share the cap of a day',
  async (...kinds) => {
    await fundMember(world.writer, { id: memberId, funds: { USDT: '1000' }, coins: { USDT: '1' } });
    const key = await keyOf({ day: '150' });
    const spotKey = { ...key, clientId: null };
    const send = {
      order: (num: string) =>
        world.spot.place(
          memberId,
          { m_id: '1', side: 'buy', mode: 'limit', price: price('50'), num: amount(num) },
          undefined,
          spotKey,
        ),
      option: () => staking(world.service, key),
    };
    inOneBatch(world.writer, 2);
    const placed = await Promise.all(kinds.map((kind) => send[kind]('2')));
    expect(placed.map((each) => (each.ok ? 'placed' : each.refusal.reason))).toEqual(['placed', 'daily_limit']);
    expect(await send.order('1')).toMatchObject({ ok: true });
    expect(await send.order('0.1')).toMatchObject({ refusal: { reason: 'daily_limit' } });
  },
);

test('a stake counts as lost, whatever it brings', async () => {
  const key = await keyOf({ loss: '150' });
  expect(await staking(world.service, key)).toMatchObject({ ok: true });
  await world.draw('btcusdt');
  world.clock.advance(29_999);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(1);
  await world.settle();
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  expect(await staking(world.service, key)).toMatchObject({ ok: true });
  expect(await staking(world.service, key)).toMatchObject({ refusal: { reason: 'daily_loss_limit' } });
});

test('a key that ended places nothing', async () => {
  const key = await keyOf({});
  await world.db.run(endKey, [key.id]);
  expect(await staking(world.service, key)).toMatchObject({ refusal: { reason: 'login_required' } });
});

test('a member’s own options are no key’s', async () => {
  const key = await keyOf({ day: '100' });
  for (let count = 0; count < 3; count += 1) await world.placed(memberId);
  expect(await staking(world.service, key)).toMatchObject({ ok: true });
});
