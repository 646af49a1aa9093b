import { afterEach, beforeEach, expect, test } from 'vitest';
import { WEBHOOK_STATUS } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { openWebhookWorld, type WebhookWorld } from '../../testing/webhook-world.ts';
import { claimDue, nextDue, putOffBehind, releaseMessage, writeOutcomes, type Outcome } from './claims.ts';
import { retryMessage } from './messages.ts';

// What two processes do at the same time to one message: both are here, step by step.

const { waiting, delivered } = WEBHOOK_STATUS;
const HOUR_MS = 3_600_000;
let world: WebhookWorld;
let endpointId: string;
let nowMs: number;
beforeEach(async () => {
  world = await openWebhookWorld();
  endpointId = String((await world.endpoint('http://127.0.0.1:9/')).id);
  nowMs = world.clock.nowMs();
});
afterEach(() => world.close());

const rows = sql<{ status: number; attempts: number; claimed_until: Date | null; next_at: Date | null }>(
  'test.rows',
  'select status, attempts, claimed_until, next_at from webhook_message order by id',
);
const messages = () => world.db.run(rows);
/** Claims what is due then. @returns the first's claim */
async function claimed(atMs: number): Promise<Pick<Outcome, 'id' | 'claimedUntilMs'>> {
  const claimedUntilMs = atMs + 15_000;
  const [first] = await claimDue(world.db, { endpointId, nowMs: atMs, untilMs: claimedUntilMs, limit: 32 });
  if (!first) throw new Error('nothing is due');
  return { id: first.id, claimedUntilMs };
}
const outcome = (claim: Pick<Outcome, 'id' | 'claimedUntilMs'>, atMs: number, isDelivered: boolean): Outcome => ({
  ...claim,
  status: isDelivered ? delivered : waiting,
  attemptedAtMs: atMs,
  tookMs: 5,
  answer: isDelivered ? '204' : '500',
  nextAtMs: isDelivered ? null : atMs + HOUR_MS,
});

test('a process whose claim has ended takes nothing from the one that claims after it, unless it delivered', async () => {
  await world.write('order.settled', 7);
  const late = await claimed(nowMs);
  const present = await claimed(nowMs + 15_000);
  expect(present.id).toBe(late.id);
  const held = [{ status: waiting, attempts: 0, claimed_until: new Date(present.claimedUntilMs), next_at: null }];
  await writeOutcomes(world.db, [outcome(late, nowMs + 16_000, false)]);
  expect(await messages()).toEqual(held);
  await releaseMessage(world.db, late);
  expect(await messages()).toEqual(held);
  await writeOutcomes(world.db, [outcome(late, nowMs + 17_000, true)]);
  expect(await messages()).toMatchObject([{ status: delivered, attempts: 1, claimed_until: null }]);
  await writeOutcomes(world.db, [outcome(present, nowMs + 18_000, false)]);
  expect(await messages()).toMatchObject([{ status: delivered, attempts: 1 }]);
});

test('outcomes of one moment are written together, and what waits behind an end is due at once', async () => {
  for (const member of [7, 8, 7]) await world.write('order.settled', member);
  const ids = async (atMs: number) =>
    (await claimDue(world.db, { endpointId, nowMs: atMs, untilMs: atMs + 15_000, limit: 32 })).map(({ id }) => id);
  const [one = '', other = '', ...none] = await ids(nowMs);
  expect(none).toEqual([]);
  const claim = { claimedUntilMs: nowMs + 15_000 };
  await writeOutcomes(world.db, [
    outcome({ id: one, ...claim }, nowMs, false),
    outcome({ id: other, ...claim }, nowMs, true),
  ]);
  await putOffBehind(world.db, endpointId, nowMs);
  const failed = new Date(nowMs + HOUR_MS);
  expect(await messages()).toMatchObject([
    { status: waiting, attempts: 1, next_at: failed },
    { status: delivered, attempts: 1, next_at: null },
    { status: waiting, attempts: 0, next_at: failed },
  ]);
  const atMs = nowMs + HOUR_MS;
  expect(await ids(atMs)).toEqual([one]);
  await writeOutcomes(world.db, [outcome({ id: one, claimedUntilMs: atMs + 15_000 }, atMs, true)]);
  expect(await messages()).toMatchObject([{ status: delivered, attempts: 2 }, {}, { attempts: 0, next_at: null }]);
});

test('a message that is sent by hand at that moment puts off nothing behind it', async () => {
  for (const member of [7, 7]) await world.write('order.settled', member);
  const first = await claimed(nowMs);
  await writeOutcomes(world.db, [outcome(first, nowMs, false)]);
  await world.owner.transaction(async (tx) => {
    expect(await retryMessage(tx, first.id, nowMs)).toBe(true);
    // Another process, which sees the failure still.
    await putOffBehind(world.db, endpointId, nowMs);
  });
  expect(await messages()).toMatchObject([{ next_at: null }, { next_at: null }]);
  expect(await nextDue(world.db, endpointId, nowMs)).toBeNull();
});
