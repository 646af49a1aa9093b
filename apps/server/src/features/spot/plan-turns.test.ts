import { refuse, type OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { WAITING_OF_ONE } from '../../platform/fair-turns.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

let world: TradingWorld;
beforeEach(async () => {
  world = await openTradingWorld();
});
afterEach(() => world.close());

const lockOrder = sql<never>('test.lockOrder', 'select from spot_order where id = $1 for update');
const BUY: OrderInput = { m_id: '1', side: 'buy', mode: 'limit', price: price('50'), num: amount('1') };

async function resting(): Promise<{ memberId: string; orderId: string }> {
  const memberId = await world.member({ USDT: '1000' });
  const placed = await world.service.place(memberId, BUY);
  if (!placed.ok) throw new Error(placed.refusal.reason);
  return { memberId, orderId: String(placed.value.id) };
}

/** One is under way, the others wait. */
const TAKEN = 1 + WAITING_OF_ONE;
const BEYOND = 3;

test('many plans of one member delay those of another by one, and more than a few are refused', async () => {
  world.market.setTick('btcusdt', '100');
  const [busy, other] = [await resting(), await resting()];
  const done: string[] = [];
  const plan = async ({ memberId, orderId }: typeof busy, name: string) => {
    const answer = await world.service.previewCancel(memberId, orderId);
    done.push(answer.ok ? name : answer.refusal.reason);
    return answer;
  };
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = world.db.transaction(async (tx) => {
    await tx.run(lockOrder, [busy.orderId]);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const many = Array.from({ length: TAKEN + BEYOND }, () => plan(busy, 'busy'));
  const refused = await Promise.all(many.slice(TAKEN));
  expect(refused).toEqual(refused.map(() => refuse('too_many_requests', { seconds: '1' })));
  const one = plan(other, 'other');
  held.resolve();
  await Promise.all([holding, one, ...many]);
  const left = Array.from({ length: TAKEN - 2 }, () => 'busy');
  expect(done.slice(BEYOND)).toEqual(['busy', 'busy', 'other', ...left]);
});
