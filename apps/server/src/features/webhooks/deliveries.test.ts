import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import {
  openReceiver,
  openWebhookWorld,
  verified,
  type Receiver,
  type WebhookWorld,
} from '../../testing/webhook-world.ts';
import type { Webhooks } from './index.ts';

let world: WebhookWorld;
let receiver: Receiver;
let started: Webhooks[];
beforeEach(async () => {
  [world, receiver, started] = [await openWebhookWorld(), await openReceiver(), []];
});
afterEach(async () => {
  await receiver.close();
  for (const { deliverer } of started) await deliverer.stop();
  await world.close();
});

/** Delivers in this process and waits until nothing is under way. */
async function begin(webhooks = world.webhooks): Promise<void> {
  started.push(webhooks);
  await webhooks.deliverer.start();
  await settled();
}
async function settled(): Promise<void> {
  for (const { deliverer } of started) {
    deliverer.wake();
    await deliverer.settled();
  }
}
/** Without timers: a look that they begin would go on while the clock jumps. */
async function pass(ms: number): Promise<void> {
  world.clock.set(world.clock.nowMs() + ms);
  await settled();
}

const rows = sql<{ id: string; status: number; attempts: number; result: string | null }>(
  'test.messages',
  'select id, status, attempts, answer as result from webhook_message order by id',
);
const messages = () => world.db.run(rows);
const data = ({ body }: { body: string }) => (JSON.parse(body) as { data: { n: number } }).data.n;

test('what was written is delivered, signed for the receiver, and what is asked of nobody is not written', async () => {
  const { secret } = await world.endpoint(`${receiver.url}/hooks`, ['deposit.decided']);
  await world.write('deposit.decided', 7, { n: 1 });
  await world.write('order.settled', 7, { n: 2 });
  await begin();
  expect(receiver.got).toHaveLength(1);
  const [got] = receiver.got;
  if (!got) return;
  expect(got.path).toBe('/hooks');
  expect(verified(secret, got, world.clock.nowMs())).toEqual({
    type: 'deposit.decided',
    timestamp: '2026-01-05T09:00:00.000Z',
    data: { n: 1 },
  });
  const [message] = await messages();
  expect(message).toMatchObject({ status: 2, attempts: 1, result: '204' });
  expect(got.headers['webhook-id']).toBe(`msg_${message?.id}`);
});

test('without an endpoint nothing is written at all, nor for one that is stopped', async () => {
  await world.write('deposit.decided', 7, { n: 1 });
  const { id } = await world.endpoint(receiver.url);
  await world.http.ask('POST', `/webhooks/${id}/stop`, { token: world.token });
  await world.write('deposit.decided', 7, { n: 2 });
  expect(await messages()).toEqual([]);
});

test('a commit wakes the deliverer at once', async () => {
  await world.endpoint(receiver.url);
  await begin();
  await world.write('deposit.decided', 7, { n: 1 });
  await receiver.until(1);
  await world.db.transaction(async () => world.write('deposit.decided', 7, { n: 2 }));
  await receiver.until(2);
  expect(receiver.got.map(data)).toEqual([1, 2]);
});

test('a member’s messages are delivered in order, and wait for one that fails; others’ do not', async () => {
  await world.endpoint(receiver.url);
  receiver.answer = (response, got) => response.writeHead(data(got) === 1 ? 500 : 204).end();
  for (const [member, n] of [
    [7, 1],
    [7, 2],
    [8, 3],
    [7, 4],
    [8, 5],
  ])
    await world.write('order.settled', member ?? 0, { n });
  await begin();
  expect(new Set(receiver.got.map(data))).toEqual(new Set([1, 3, 5]));
  expect(receiver.got.map(data).filter((n) => n !== 1)).toEqual([3, 5]);
  expect(await messages()).toMatchObject([
    { status: 1, attempts: 1, result: '500' },
    { status: 1, attempts: 0 },
    { status: 2 },
    { status: 1, attempts: 0 },
    { status: 2 },
  ]);
  receiver.answer = (response) => response.writeHead(204).end();
  await pass(4_000);
  expect(receiver.got).toHaveLength(3);
  await pass(2_000);
  expect(receiver.got.map(data).slice(3)).toEqual([1, 2, 4]);
});

test('a failure is tried again with longer and longer waits, each time with a new signature and the same id', async () => {
  const { secret } = await world.endpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(503).end();
  await world.write('deposit.decided', 7, { n: 1 });
  await begin();
  const times = [world.clock.nowMs()];
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await pass(60_000);
    while (times.length < receiver.got.length) times.push(world.clock.nowMs());
  }
  expect(receiver.got.length).toBe(6);
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-signature'])).size).toBe(6);
  for (const [at, got] of receiver.got.entries())
    expect(verified(secret, got, times[at])).toMatchObject({ data: { n: 1 } });
});

test('a message is given up after its last attempt, which lets those behind it go, and is sent again by hand', async () => {
  await world.endpoint(receiver.url);
  receiver.answer = (response, got) => response.writeHead(data(got) === 1 ? 400 : 204).end();
  await world.write('deposit.decided', 7, { n: 1 });
  await world.write('deposit.decided', 7, { n: 2 });
  await begin();
  for (let hours = 0; hours < 100; hours += 1) await pass(3_600_000);
  expect(await messages()).toMatchObject([{ status: 3, attempts: 12, result: '400' }, { status: 2 }]);
  expect(receiver.got.map(data)).toEqual([...Array.from({ length: 12 }, () => 1), 2]);
  receiver.answer = (response) => response.writeHead(200).end();
  const { list } = (await world.http.ask('GET', '/webhook-messages', { token: world.token, fields: { status: '3' } }))
    .body as { list: { id: number }[] };
  const retried = await world.http.ask('POST', `/webhook-messages/${list[0]?.id}/retry`, { token: world.token });
  expect(retried).toMatchObject({ status: 200, body: { status: 1, attempts: 0, last: null, next: null } });
  await settled();
  expect(await messages()).toMatchObject([{ status: 2, attempts: 1 }, { status: 2 }]);
  const again = await world.http.ask('POST', `/webhook-messages/${list[0]?.id}/retry`, { token: world.token });
  expect(again).toMatchObject({ status: 409, body: { reason: 'already_decided' } });
});

/** As the deliverer has. */
const AT_ONCE = 32;
test('an endpoint that is silent keeps no other endpoint waiting', async () => {
  const silent = await openReceiver();
  silent.answer = () => {};
  await world.endpoint(silent.url);
  await world.endpoint(receiver.url);
  for (let n = 0; n < 80; n += 1) await world.write('order.settled', n + 1, { n });
  started.push(world.webhooks);
  await world.webhooks.deliverer.start();
  await receiver.until(80);
  await silent.until(AT_ONCE);
  expect(silent.got).toHaveLength(AT_ONCE);
  world.clock.advance(10_000);
  await silent.until(2 * AT_ONCE);
  expect(receiver.got).toHaveLength(80);
  await silent.close();
});

test('of two processes that deliver, each message is sent by one, and each member’s in order', async () => {
  await world.endpoint(receiver.url);
  for (let n = 0; n < 120; n += 1) await world.write('order.settled', (n % 6) + 1, { n });
  const other = world.another();
  started.push(world.webhooks, other);
  await Promise.all([world.webhooks.deliverer.start(), other.deliverer.start()]);
  await receiver.until(120);
  await settled();
  expect(receiver.got).toHaveLength(120);
  for (let member = 0; member < 6; member += 1) {
    const own = receiver.got.map(data).filter((n) => n % 6 === member);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
});

test('what a process had claimed when it was killed is delivered by another, once the claim has ended', async () => {
  await world.endpoint(receiver.url);
  await world.write('order.settled', 7, { n: 1 });
  await world.write('order.settled', 7, { n: 2 });
  const claimed = sql<never>('test.claim', 'update webhook_message set claimed_until = $1 where body like $2');
  await world.owner.run(claimed, [new Date(world.clock.nowMs() + 15_000), '%"n":1%']);
  await begin();
  expect(receiver.got).toEqual([]);
  await pass(14_000);
  expect(receiver.got).toEqual([]);
  await pass(2_000);
  expect(receiver.got.map(data)).toEqual([1, 2]);
});

test('a stop ends what is under way and leaves it to the next process, not counted as an attempt', async () => {
  await world.endpoint(receiver.url);
  receiver.answer = () => {};
  await world.write('order.settled', 7, { n: 1 });
  await world.webhooks.deliverer.start();
  await receiver.until(1);
  const stopped = world.webhooks.deliverer.stop();
  // Its grace begins when it has stopped to listen and to look.
  const timer = setInterval(() => world.clock.advance(1_000), 5);
  await stopped;
  clearInterval(timer);
  expect(await messages()).toMatchObject([{ status: 1, attempts: 0 }]);
  receiver.answer = (response) => response.writeHead(204).end();
  await begin(world.another());
  expect(await messages()).toMatchObject([{ status: 2, attempts: 1 }]);
});

test('a long queue behind a member’s failing message is looked through once, not at every look', async () => {
  await world.endpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(500).end();
  const many = sql<never>(
    'test.many',
    `select webhook_write('order.settled', 7, now(), json_build_object('n', n)) from generate_series(1, 600) n`,
  );
  await world.db.run(many);
  await begin();
  await settled();
  const put = sql<{ n: number }>('test.put', 'select count(*)::int as n from webhook_message where next_at is null');
  expect(await world.db.run(put)).toEqual([{ n: 0 }]);
  receiver.answer = (response) => response.writeHead(204).end();
  await pass(6_000);
  expect(receiver.got).toHaveLength(601);
  expect(receiver.got.slice(1).map(data)).toEqual(Array.from({ length: 600 }, (_none, n) => n + 1));
});

test('a long line behind a member’s message that is being delivered is put off too, and let go one by one', async () => {
  await world.endpoint(receiver.url);
  const open: (() => void)[] = [];
  receiver.answer = (response) => void open.push(() => response.writeHead(204).end());
  const many = sql<never>(
    'test.line',
    `select webhook_write('order.settled', 7, now(), json_build_object('n', n)) from generate_series(1, 1200) n`,
  );
  await world.db.run(many);
  started.push(world.webhooks);
  await world.webhooks.deliverer.start();
  await receiver.until(1);
  const due = sql<{ n: number }>('test.due', 'select count(*)::int as n from webhook_message where next_at is null');
  await expect.poll(() => world.db.run(due)).toEqual([{ n: 1 }]);
  for (let n = 1; n <= 5; n += 1) {
    open.shift()?.();
    await receiver.until(n + 1);
  }
  expect(receiver.got.map(data)).toEqual([1, 2, 3, 4, 5, 6]);
  receiver.answer = (response) => response.writeHead(204).end();
});

test('delivered messages are kept for a week, others for a month', async () => {
  await world.endpoint(receiver.url);
  receiver.answer = (response, got) => response.writeHead(data(got) === 1 ? 500 : 204).end();
  await world.write('order.settled', 7, { n: 1 });
  await world.write('order.settled', 8, { n: 2 });
  const DAY_MS = 86_400_000;
  await begin();
  await pass(8 * DAY_MS);
  expect(await messages()).toMatchObject([{ attempts: 2 }]);
  // By the database's clock, which is later than this test's.
  world.clock.set(Date.now() + 31 * DAY_MS);
  await settled();
  expect(await messages()).toEqual([]);
});
