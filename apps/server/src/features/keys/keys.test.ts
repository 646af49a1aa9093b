import { generateKeyPairSync, sign } from 'node:crypto';
import { refuse, type Answer, type OrderInput, type OrderKind } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import {
  FROM,
  openKeyWorld,
  queryOf,
  signatureOf,
  type KeyAnswer,
  type KeyWorld,
  type MadeKey,
} from '../../testing/key-world.ts';

// Keys of programs over HTTP: made, listed, ended, used; and the kinds of orders.

let opened: KeyWorld;
beforeAll(async () => {
  opened = await openKeyWorld();
});
afterAll(() => opened.close());

const limit = (side: 'buy' | 'sell', at: string, num: string, kind?: OrderKind): OrderInput => ({
  m_id: '1',
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
  ...(kind ? { kind } : {}),
});

describe('a key', () => {
  test('needs the login password, and is shown once', async () => {
    expect(
      await opened.http.call('makeKey', { name: 'bot', password: 'wrong' }, { token: opened.token }),
    ).toMatchObject({
      reason: 'bad_login',
    });
    const made = await opened.make({
      trade: '1',
      networks: `${FROM}, 2001:db8::1/32`,
      markets: 'btcusdt',
      day_cap: '500',
    });
    const { data } = await opened.http.call('getKeys', {}, { token: opened.token });
    expect(data).toMatchObject({
      list: [
        {
          id: made.id,
          name: 'bot',
          shown: made.access.slice(0, 8),
          kind: 'hmac',
          trade: 1,
          transfer: 0,
          networks: [`${FROM}/32`, '2001:db8::/32'],
          markets: ['btcusdt'],
          day_cap: '500.00000000',
          loss_cap: null,
          last_used: null,
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    expect(JSON.stringify(data)).not.toContain(made.access);
  });

  test('is kept as a hash of its access key and a sealed secret', async () => {
    const made = await opened.make();
    const rows = await opened.world.db.run(
      sql<object>('test.keys', 'select k::text, encode(secret, $1) from api_key k'),
      ['escape'],
    );
    const text = JSON.stringify(rows);
    expect(text).not.toContain(made.access);
    expect(text).not.toContain(made.secret);
  });

  test('takes twenty networks, and no more', async () => {
    const networks = (count: number) => Array.from({ length: count }, (_, at) => `203.0.113.${100 + at}/32`).join(',');
    await opened.make({ networks: networks(20) });
    expect(
      await opened.http.call(
        'makeKey',
        { name: 'bot', password: 'right', networks: networks(21) },
        { token: opened.token },
      ),
    ).toMatchObject({ reason: 'bad_value' });
  });

  test.each([
    [{ networks: '1.2.3.4/33' }, 'bad_value'],
    [{ networks: 'quay' }, 'bad_value'],
    [{ networks: '1.2.3.4/8/8' }, 'bad_value'],
    [{ networks: 'fe80::1%eth0' }, 'bad_value'],
    [{ networks: 'fe80::1%eth0/64' }, 'bad_value'],
    [{ markets: 'nothing' }, 'not_found'],
    [{ kind: 'ed25519' }, 'bad_value'],
    [{ kind: 'ed25519', public_key: 'AAAA' }, 'bad_value'],
    [
      {
        public_key: generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
      'bad_value',
    ],
    [{ expires: '1000' }, 'bad_value'],
    [{ name: '' }, 'bad_text'],
  ])('of %j is refused: %s', async (fields, reason) => {
    expect(
      await opened.http.call('makeKey', { name: 'bot', password: 'right', ...fields }, { token: opened.token }),
    ).toMatchObject({
      reason,
    });
  });

  test.each([
    [{ networks: '1.2.3.4/33' }, 'networks'],
    [{ kind: 'ed25519' }, 'public_key'],
    [{ expires: '1000' }, 'expires'],
  ])('of %j is refused by the name of its field', async (fields, field) => {
    expect(
      await opened.http.call('makeKey', { name: 'bot', password: 'right', ...fields }, { token: opened.token }),
    ).toMatchObject({ reason: 'bad_value', data: { field } });
  });

  test('works until it is ended by its member, and by nobody else', async () => {
    const made = await opened.make();
    expect(await opened.send(opened.request(made))).toMatchObject({ status: 'ok' });
    const other = await opened.http.newMember();
    expect(await opened.http.call('endKey', { id: String(made.id) }, { token: other.token })).toMatchObject({
      reason: 'not_found',
    });
    expect(await opened.http.call('endKey', { id: String(made.id) }, { token: opened.token })).toMatchObject({
      code: 1,
    });
    opened.world.clock.advance(1_000);
    expect(await opened.send(opened.request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    expect(await opened.http.call('endKey', { id: String(made.id) }, { token: opened.token })).toMatchObject({
      reason: 'not_found',
    });
  });

  test('lists when its switch cancels the open orders', async () => {
    const made = await opened.make({ trade: '1' });
    const listed = async () => {
      const { data } = await opened.http.call('getKeys', {}, { token: opened.token });
      return (data as Answer<'getKeys'>).list.find(({ id }) => id === made.id)?.cancels;
    };
    expect(await listed()).toBeNull();
    const dueAt = new Date(opened.world.clock.nowMs() + 60_000).toISOString();
    await opened.send(
      opened.request(made, { method: 'POST', path: '/v2/algo-orders/cancel-all-after', body: { timeout: 60 } }),
    );
    expect(await listed()).toBe(dueAt);
  });

  test('ends when its time is over', async () => {
    const made = await opened.make({ expires: String(opened.world.clock.nowMs() + 60_000) });
    expect(await opened.send(opened.request(made))).toMatchObject({ status: 'ok' });
    opened.world.clock.advance(60_000);
    expect(await opened.send(opened.request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  });

  test('ends with the freeze of its account, at once, and stays ended after it', async () => {
    const frozen = await opened.world.member({ USDT: '100' });
    const { token: theirs } = { token: await opened.http.sessions.open(frozen) };
    const { data } = await opened.http.call('makeKey', { name: 'bot', password: 'right' }, { token: theirs });
    const made = data as MadeKey;
    expect(await opened.send(opened.request(made))).toMatchObject({ status: 'ok' });
    const freeze = sql<never>('test.freeze', 'update member set frozen = $2 where id = $1');
    await opened.world.db.run(freeze, [frozen, true]);
    // As freezing does, of this member without any other session.
    await opened.http.sessions.endAll(frozen);
    opened.world.clock.advance(1_000);
    expect(await opened.send(opened.request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    await opened.world.db.run(freeze, [frozen, false]);
    opened.world.clock.advance(1_000);
    expect(await opened.send(opened.request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  });

  test('of Ed25519 signs by its own secret, which the platform never has', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const made = await opened.make({
      kind: 'ed25519',
      public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    });
    expect(made.secret).toBeNull();
    const asked = opened.request(made, { signatureMethod: 'Ed25519', secret: '' });
    const query = queryOf(asked);
    const signature = sign(null, Buffer.from(`GET\n${asked.host}\n${asked.path}\n${query}`), privateKey).toString(
      'base64',
    );
    expect(await opened.send(asked, { search: `${query}&Signature=${encodeURIComponent(signature)}` })).toMatchObject({
      status: 'ok',
    });
    expect(await opened.send(opened.request(made, { secret: 'a guess', atMs: asked.atMs - 1000 }))).toMatchObject({
      'err-code': 'api-signature-not-valid',
    });
  });
});

describe('a signature', () => {
  test('may come again for five seconds, never later; the same number is the same order', async () => {
    const made = await opened.make({ trade: '1' });
    const asked = opened.order(made, { type: 'buy-limit', amount: '1', price: '50' });
    const before = await opened.ordersKept();
    const first = await opened.send(asked);
    expect(first).toMatchObject({ status: 'ok' });
    opened.world.clock.advance(5_000);
    expect(await opened.send(asked)).toEqual(first);
    expect(await opened.ordersKept()).toBe(before + 1);
    opened.world.clock.advance(1);
    expect(await opened.send(asked)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    opened.world.clock.advance(120_000);
    expect(await opened.send(asked)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    expect(await opened.ordersKept()).toBe(before + 1);
  });

  test('two orders of one second have one signature, and are two orders', async () => {
    const made = await opened.make({ trade: '1' });
    const [one, two] = [
      opened.order(made, { type: 'buy-limit', amount: '1', price: '50' }),
      opened.order(made, { type: 'buy-limit', amount: '2', price: '50' }),
    ];
    expect(signatureOf(one)).toBe(signatureOf(two));
    const [first, second] = [await opened.send(one), await opened.send(two)];
    expect([first.status, second.status]).toEqual(['ok', 'ok']);
    expect(first.data).not.toBe(second.data);
  });
});

test('a key has its own throttle', async () => {
  const made = await opened.make();
  const answers: KeyAnswer[] = [];
  for (let count = 0; count < 101; count += 1)
    answers.push(await opened.send(opened.request(made, { atMs: opened.world.clock.nowMs() - count * 1000 })));
  expect(answers.slice(0, 100).every(({ status }) => status === 'ok')).toBe(true);
  expect(answers[100]).toMatchObject({ 'err-code': 'base-request-exceed-frequency-limit' });
  opened.world.clock.advance(1_000);
  expect(await opened.send(opened.request(made))).toMatchObject({ status: 'ok' });
});

test('bad signatures count for a network of IPv6, whichever of its addresses they come from', async () => {
  const made = await opened.make();
  const from = (address: string, secret = made.secret ?? '') => opened.send(opened.request(made, { address, secret }));
  for (let count = 1; count <= 50; count += 1)
    expect(await from(`2001:db8:7:1::${count.toString(16)}`, 'a guess')).toMatchObject({
      'err-code': 'api-signature-not-valid',
    });
  expect(await from('2001:db8:7:1:ffff::1')).toMatchObject({ 'err-code': 'base-request-exceed-frequency-limit' });
  expect(await from('2001:db8:7:2::1')).toMatchObject({ status: 'ok' });
});

test('the history of logins shows a key once for a place', async () => {
  const made = await opened.make();
  const shown = sql<{ count: number }>(
    'test.signIns',
    `select count(*)::int as count from sign_in where member_id = $1 and second_factor = 'key' and address like '198.18.%'`,
  );
  const seen = async () => (await opened.world.db.run(shown, [opened.memberId]))[0]?.count;
  await opened.send(opened.request(made, { address: '198.18.0.9' }));
  await expect.poll(seen).toBe(1);
  opened.world.clock.advance(2_000);
  await opened.send(opened.request(made, { address: '198.18.0.9' }));
  expect(await seen()).toBe(1);
});

describe('order kinds', () => {
  const place = (input: OrderInput) => opened.world.service.place(opened.memberId, input);
  test.each([
    ['IOC beyond the book', limit('buy', '50', '1', 'ioc'), 3],
    ['IOC within it', limit('buy', '101', '1', 'ioc'), 2],
    ['FOK within it', limit('buy', '101', '1', 'fok'), 2],
    ['FOK beyond it', limit('buy', '101', '5000', 'fok'), 3],
    ['post-only beyond it', limit('buy', '50', '1', 'maker'), 1],
    ['post-only within it', limit('buy', '101', '1', 'maker'), 3],
  ])('%s', async (_what, input, status) => {
    opened.world.clock.advance(900_000);
    await opened.quote();
    expect(await place(input)).toMatchObject({ ok: true, value: { status } });
  });

  test('what an IOC order is not filled for is cancelled and released', async () => {
    opened.world.clock.advance(900_000);
    await opened.quote('2');
    const lea = await opened.world.member({ USDT: '1010' });
    expect(await opened.world.service.place(lea, limit('buy', '101', '10', 'ioc'))).toMatchObject({
      ok: true,
      value: { status: 3 },
    });
    expect(await opened.world.balances(lea)).toEqual({ USDT: '808.00000000', BTC: '1.99800000' });
  });

  test('none of them is placed without a fresh book', async () => {
    opened.world.clock.advance(60_000);
    for (const kind of ['ioc', 'fok', 'maker'] as const)
      expect(await place(limit('buy', '50', '1', kind))).toEqual(refuse('stale_market'));
  });
});

// The last one: a month passes, and with it every session.
test('a key is listed as ended for a month, behind those that work', async () => {
  const { id, token } = await opened.http.newMember();
  const list = async (by = token) => {
    const { data } = await opened.http.call('getKeys', {}, { token: by });
    return (data as Answer<'getKeys'>).list.map(({ name, ended }) => [name, ended]);
  };
  const make = async (name: string, more: object = {}) => {
    const { data } = await opened.http.call('makeKey', { name, password: 'right', ...more }, { token });
    return String((data as MadeKey).id);
  };
  const soon = opened.world.clock.nowMs() + 60_000;
  await make('works');
  await make('of a minute', { expires: String(soon) });
  const last = await make('ended');
  await opened.http.call('endKey', { id: last }, { token });
  const endedAt = new Date(opened.world.clock.nowMs()).toISOString();
  expect(await list()).toEqual([
    ['of a minute', null],
    ['works', null],
    ['ended', endedAt],
  ]);
  opened.world.clock.advance(60_000);
  expect(await list()).toEqual([
    ['works', null],
    ['ended', endedAt],
    ['of a minute', new Date(soon).toISOString()],
  ]);
  opened.world.clock.advance(30 * 24 * 60 * 60_000);
  expect(await list(await opened.http.sessions.open(id))).toEqual([['works', null]]);
});
