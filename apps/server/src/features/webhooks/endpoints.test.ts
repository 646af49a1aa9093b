import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivedKeys } from '../../platform/secret.ts';
import { sql } from '../../platform/db.ts';
import {
  openReceiver,
  openWebhookWorld,
  verified,
  type Got,
  type Receiver,
  type WebhookWorld,
} from '../../testing/webhook-world.ts';
import { failingLog } from '../../testing/world-parts.ts';
import { Proposals } from '../proposals/index.ts';
import { resealWebhooks } from './index.ts';

let world: WebhookWorld;
let receiver: Receiver;
beforeAll(async () => {
  [world, receiver] = [await openWebhookWorld(), await openReceiver()];
  await world.webhooks.deliverer.start();
});
afterAll(async () => {
  await world.webhooks.deliverer.stop();
  await receiver.close();
  await world.close();
});

const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, fields: object = {}, token = world.token) =>
  world.http.ask(method, path, { token, fields: { ...fields } });
/** Of another process. */
const elsewhere = () => new Proposals({ db: world.db, clock: world.clock, log: failingLog });
function lastGot(): Got {
  const got = receiver.got.at(-1);
  if (!got) throw new Error('nothing was delivered');
  return got;
}
const GOOD = { name: 'Ledger', url: 'https://hooks.example/plimsoll', events: ['deposit.decided'] };

test('an endpoint is proposed by one owner and made by another; nothing is sent before', async () => {
  const proposed = await ask('POST', '/webhooks', GOOD);
  expect(proposed).toMatchObject({
    status: 202,
    body: { proposal: { kind: 'webhooks', what: 'create', after: { ...GOOD, enabled: 1 } } },
  });
  expect(JSON.stringify(proposed.body)).not.toContain('whsec_');
  const { id } = proposed.body['proposal'] as { id: number };
  expect(await ask('POST', `/proposals/${id}/approve`)).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect((await ask('GET', '/webhooks')).body).toEqual({ list: [], total: 0 });
  const other = await world.http.operator('owner');
  const approved = await ask('POST', `/proposals/${id}/approve`, {}, other.token);
  expect(approved).toMatchObject({ status: 200, body: { result: { ...GOOD, secrets: 1, unseen: 1 } } });
  expect(JSON.stringify(approved.body)).not.toContain('whsec_');
  const { list } = (await ask('GET', '/webhooks')).body as { list: object[] };
  expect(list).toMatchObject([
    { ...GOOD, enabled: 1, state: { waiting: 0, oldest: null, given_up: 0, last: null, delivered: null } },
  ]);
});

test.each([
  ['no address', 'hooks.example', 'bad_value'],
  ['another scheme', 'ftp://hooks.example/', 'bad_value'],
  ['a script', 'javascript:alert(1)', 'bad_value'],
  ['a name and password', 'https://lea:secret@hooks.example/', 'bad_value'],
  ['a fragment', 'https://hooks.example/#part', 'bad_value'],
  ['a space within', 'https://hooks.example/a b', 'bad_value'],
  ['letters that look alike', 'https://hооks.example/', 'bad_value'],
  ['an endless address', `https://hooks.example/${'a'.repeat(500)}`, 'bad_value'],
  ['a port that there is not', 'https://hooks.example:99999/', 'bad_value'],
  ['a private address', 'https://192.168.1.1/', 'not_public'],
  ['loopback', 'https://127.0.0.2/', 'not_public'],
  ['loopback as a number', 'https://2130706434/', 'not_public'],
  ['loopback, mapped', 'https://[::ffff:127.0.0.1]/', 'not_public'],
  ['the metadata of a cloud', 'http://169.254.169.254/', 'not_public'],
  ['a public address without TLS', 'http://8.8.8.8/', 'not_public'],
])('%s is refused when it is proposed', async (_what, url, reason) => {
  expect(await ask('POST', '/webhooks', { ...GOOD, name: 'Bad', url })).toMatchObject({
    status: 422,
    body: { reason, field: 'url' },
  });
});

test('where no network is allowed, an address without TLS is refused, a name too', async () => {
  const strict = world.another({ webhookAllow: [], proposals: elsewhere() });
  const route = strict.operatorRoutes.find(({ call }) => call.method === 'POST' && call.path === '/webhooks');
  const { id, username } = await world.http.operator('owner');
  const operator = { operatorId: id, username, role: 'owner', sessionHash: '' };
  const context = { lang: 'en', address: '203.0.113.7', origin: 'http://house.example', operator };
  const plain = { ...GOOD, name: 'Plain', url: 'http://hooks.example/' };
  expect(await route?.handle(plain, context)).toMatchObject({ refusal: { reason: 'not_public' } });
  expect(await route?.handle({ ...plain, url: 'https://hooks.example/' }, context)).toMatchObject({ ok: true });
});

test('nothing but known types can be asked for, each once, in one order', async () => {
  for (const events of [[], ['order.placed'], 'deposit.decided', [1]])
    expect(await ask('POST', '/webhooks', { ...GOOD, name: 'Types', events })).toMatchObject({
      body: { field: 'events' },
    });
  const made = await world.http.agreed('POST', '/webhooks', {
    token: world.token,
    fields: { ...GOOD, name: 'Types', events: ['alert.raised', 'deposit.decided', 'alert.raised'] },
  });
  expect(made.body['events']).toEqual(['deposit.decided', 'alert.raised']);
  const again = await ask('POST', '/webhooks', { ...GOOD, name: 'Types' });
  expect(again).toMatchObject({ status: 409, body: { reason: 'already_exists' } });
});

test('another address, other types and a new start need two owners; one is enough to stop', async () => {
  const { id } = await world.endpoint(receiver.url);
  for (const change of [{ url: 'https://elsewhere.example/' }, { events: ['alert.raised'] }, { name: 'Else' }])
    expect((await ask('PATCH', `/webhooks/${id}`, change)).status).toBe(202);
  expect(await ask('POST', `/webhooks/${id}/stop`)).toMatchObject({ status: 200, body: { enabled: 0 } });
  expect(await ask('POST', `/webhooks/${id}/stop`)).toMatchObject({
    status: 422,
    body: { reason: 'nothing_to_change' },
  });
  expect((await ask('PATCH', `/webhooks/${id}`, { enabled: 1 })).status).toBe(202);
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({ enabled: 0, url: `${receiver.url}/` });
  expect(await ask('POST', '/webhooks/999/stop')).toMatchObject({ status: 404 });
});

test('messages that wait when an endpoint is stopped are delivered when it starts again', async () => {
  const { id } = await world.endpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(500).end();
  const before = receiver.got.length;
  await world.write('deposit.decided', 7, { n: 'kept' });
  await receiver.until(before + 1);
  await world.webhooks.deliverer.settled();
  receiver.answer = (response) => response.writeHead(204).end();
  await ask('POST', `/webhooks/${id}/stop`);
  world.clock.advance(60_000);
  await world.webhooks.deliverer.settled();
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({
    state: { waiting: 1, given_up: 0, last: { result: '500' }, delivered: null },
  });
  await world.http.agreed('PATCH', `/webhooks/${id}`, { token: world.token, fields: { enabled: 1 } });
  world.webhooks.deliverer.wake();
  await receiver.until(before + 2);
  await world.webhooks.deliverer.settled();
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({ state: { waiting: 0, last: { result: '204' } } });
  await ask('POST', `/webhooks/${id}/stop`);
});

test('a secret is shown once, to an owner, and the log says to whom', async () => {
  const made = await world.http.agreed('POST', '/webhooks', {
    token: world.token,
    fields: { ...GOOD, name: 'Once' },
  });
  const id = String(made.body['id']);
  const treasurer = await world.http.operator('treasurer');
  expect(await ask('POST', `/webhooks/${id}/secret`, {}, treasurer.token)).toMatchObject({ status: 403 });
  const shown = await ask('POST', `/webhooks/${id}/secret`);
  expect(shown.body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await ask('POST', `/webhooks/${id}/secret`)).toMatchObject({
    status: 422,
    body: { reason: 'nothing_to_change' },
  });
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({ unseen: 0 });
  const lines = sql<{ action: string }>(
    'test.lines',
    `select action from operator_audit where resource = 'webhooks' and ref = $1 order by id`,
  );
  expect(await world.db.run(lines, [id])).toEqual([{ action: 'create' }, { action: 'view-secret' }]);
  const kept = sql<{ sealed: Buffer }>('test.sealed', 'select sealed from webhook_secret where endpoint_id = $1');
  const [row] = await world.db.run(kept, [id]);
  const bytes = Buffer.from(String(shown.body['secret']).slice(6), 'base64');
  expect(row?.sealed.includes(bytes)).toBe(false);
});

test('a new secret needs two owners, and for a day the one before signs too', async () => {
  const { id, secret } = await world.endpoint(receiver.url, ['alert.raised']);
  expect((await ask('POST', `/webhooks/${id}/rotate`)).status).toBe(202);
  const rotated = await world.http.agreed('POST', `/webhooks/${id}/rotate`, { token: world.token });
  expect(rotated.body).toMatchObject({ id, secrets: 2, unseen: 1 });
  const present = String((await ask('POST', `/webhooks/${id}/secret`)).body['secret']);
  expect(present).not.toBe(secret);
  const deliver = async () => {
    const before = receiver.got.length;
    await world.write('alert.raised', 0, { name: 'Test' });
    await receiver.until(before + 1);
    await world.webhooks.deliverer.settled();
    return lastGot();
  };
  const both = await deliver();
  for (const each of [secret, present])
    expect(verified(each, both, world.clock.nowMs())).toMatchObject({ type: 'alert.raised' });
  world.clock.set(world.clock.nowMs() + 24 * 3_600_000 + 1);
  const one = await deliver();
  expect(verified(present, one, world.clock.nowMs())).toMatchObject({ type: 'alert.raised' });
  expect(() => verified(secret, one, world.clock.nowMs())).toThrow('No matching signature');
  await ask('POST', `/webhooks/${id}/stop`);
});

test('a change of SECRET seals the secrets of webhooks again', async () => {
  const { secret } = await world.endpoint(receiver.url, ['member.registered']);
  const secrets = { present: 'another of this test', before: 'of this test alone' };
  expect(derivedKeys(secrets, 'secrets of webhooks')).toHaveLength(2);
  const resealed = await resealWebhooks(world.db, secrets);
  expect(resealed.again).toBeGreaterThan(0);
  expect(resealed.unreadable).toEqual([]);
  expect((await resealWebhooks(world.db, secrets)).again).toBe(0);
  const fresh = world.another({ secret: 'another of this test', proposals: elsewhere() });
  await world.webhooks.deliverer.stop();
  await fresh.deliverer.start();
  const before = receiver.got.length;
  await world.write('member.registered', 7, { member: 7 });
  await receiver.until(before + 1);
  expect(verified(secret, lastGot(), world.clock.nowMs())).toMatchObject({ type: 'member.registered' });
  await fresh.deliverer.stop();
});

test('the list of messages is narrowed by endpoint, status and type', async () => {
  const viewer = await world.http.operator('viewer');
  const { id } = await world.endpoint('https://nowhere.example/', ['deposit.decided', 'order.settled']);
  await world.write('deposit.decided', 7, { n: 1 });
  await world.write('order.settled', 9, { n: 2 });
  const listed = async (fields: object) =>
    ((await ask('GET', '/webhook-messages', fields, viewer.token)).body as { list: object[] }).list;
  expect(await listed({ webhook: id })).toMatchObject([
    { webhook: id, type: 'order.settled', member_id: 9, status: 1, attempts: 0, last: null, next: null },
    { webhook: id, type: 'deposit.decided', member_id: 7 },
  ]);
  expect(await listed({ webhook: id, type: 'deposit.decided' })).toHaveLength(1);
  expect(await listed({ webhook: id, status: '3' })).toEqual([]);
  expect(await listed({ webhook: id, sort: 'id' })).toMatchObject([{ member_id: 7 }, { member_id: 9 }]);
  const retry = await ask('POST', '/webhook-messages/999999/retry');
  expect(retry.status).toBe(404);
  const [first] = (await listed({ webhook: id })) as { id: number }[];
  expect((await ask('POST', `/webhook-messages/${first?.id}/retry`, {}, viewer.token)).status).toBe(403);
});
