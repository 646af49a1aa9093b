import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openHouseWorld, type HouseWorld } from '../../testing/house-world.ts';
import { COIN } from '../../testing/wallet-world.ts';

let house: HouseWorld;
let viewer: { readonly token: string };
let treasurer: { readonly token: string; readonly username: string };
beforeAll(async () => {
  house = await openHouseWorld();
  viewer = { token: (await house.http.operator('viewer')).token };
  treasurer = await house.http.operator('treasurer');
});
afterAll(async () => {
  await house.audit();
  await house.close();
});

const look = async (path: string, fields: Readonly<Record<string, unknown>> = {}) =>
  house.http.ask('GET', path, { ...viewer, fields });
const change = (method: 'POST' | 'PATCH', path: string, fields: Readonly<Record<string, unknown>> = {}) =>
  house.http.ask(method, path, { token: treasurer.token, fields });
const freeze = (id: string, way: 'freeze' | 'unfreeze' = 'freeze', remark = 'asked by the police') =>
  change('POST', `/members/${id}/${way}`, { remark });
const PASSWORD = 'Ahoy2026x';
let registered = 0;
/** A member who registered, and so has a password. */
async function register(): Promise<{ id: string; token: string; email: string }> {
  const email = `sailor${++registered}@example.com`;
  const { data } = await house.http.call('register', { type: '2', email, password: PASSWORD, repassword: PASSWORD });
  const { token } = (data as { userinfo: { token: string } }).userinfo;
  const { data: own } = await house.http.call('getusr', {}, { token });
  return { id: String((own as { id: number }).id), token, email };
}
const isIn = async (token: string): Promise<boolean> => (await house.http.call('getusr', {}, { token })).code === 1;

test('a freeze ends every session at once and refuses logins until it ends', async () => {
  const { id, token, email } = await register();
  const { data } = await house.http.call('login', { username: email, password: PASSWORD });
  const second = (data as { userinfo: { token: string } }).userinfo.token;
  expect([await isIn(token), await isIn(second)]).toEqual([true, true]);
  expect((await look(`/members/${id}`)).body).toMatchObject({ frozen: 0, sessions: 2 });

  expect(await freeze(id)).toMatchObject({ status: 200, body: { id: Number(id), frozen: 1, sessions: 0 } });
  expect([await isIn(token), await isIn(second)]).toEqual([false, false]);
  expect(await house.http.call('login', { username: email, password: PASSWORD })).toMatchObject({
    code: 0,
    reason: 'frozen_member',
  });
  expect(await freeze(id)).toMatchObject({ status: 409, body: { reason: 'already_decided' } });

  expect(await freeze(id, 'unfreeze')).toMatchObject({ status: 200, body: { frozen: 0 } });
  // Sessions that were ended stay ended.
  expect([await isIn(token), await isIn(second)]).toEqual([false, false]);
  expect(await house.http.call('login', { username: email, password: PASSWORD })).toMatchObject({ code: 1 });
  expect(
    await house.world.db.run(sql('test.notices', 'select kind from notice where member_id = $1 order by id'), [id]),
  ).toEqual([{ kind: 'frozen' }, { kind: 'unfrozen' }]);
  expect(
    await house.world.db.run(
      sql(
        'test.actions',
        `select action, username, remark, after from operator_audit where resource = 'members' and ref = $1 order by id`,
      ),
      [id],
    ),
  ).toEqual([
    { action: 'freeze', username: treasurer.username, remark: 'asked by the police', after: { frozen: 1 } },
    { action: 'unfreeze', username: treasurer.username, remark: 'asked by the police', after: { frozen: 0 } },
  ]);
});

test('a freeze and a logout end sessions in every process, cached ones included', async () => {
  const { id, token } = await register();
  const second = await house.http.sessions.open(id);
  const there = async (each: string) => (await house.elsewhere.find(each))?.memberId;
  expect([await there(token), await there(second)]).toEqual([id, id]);
  const loggedOut = house.endedElsewhere(id);
  await house.http.call('logout', {}, { token });
  await loggedOut;
  expect([await there(token), await there(second)]).toEqual([undefined, id]);
  const frozen = house.endedElsewhere(id);
  await freeze(id);
  await frozen;
  // In memory and in the database.
  expect(house.elsewhere.find(second)).toBeInstanceOf(Promise);
  expect(await there(second)).toBeUndefined();
});

test('a session opened during a freeze does not become valid when the freeze ends', async () => {
  const { id } = await register();
  await freeze(id);
  // A login that read the member before the freeze.
  const late = await house.http.sessions.open(id);
  expect(await isIn(late)).toBe(false);
  await freeze(id, 'unfreeze');
  expect(await isIn(late)).toBe(false);
});

test('a frozen member keeps balances, the open option settles, and the resting order is filled', async () => {
  const { world, http } = house;
  const member = await house.member({ 'USDT 1': '1000', 'USDT 2': '100' });
  world.market.setTick('btcusdt', '100');
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  world.market.setBook('btcusdt', { bids: [['99', '5']], asks: [['101', '5']] });
  world.clock.advance(1);
  const taken = await http.call(
    'creatorder',
    { m_id: '1', ctime: '30', ctzed: '100', buytype: '1' },
    { token: member.token },
  );
  expect(taken).toMatchObject({ code: 1 });
  expect(
    await http.call(
      'upbbbuy',
      { m_id: '1', type: '1', operate_type: '1', price: '98', num: '1' },
      { token: member.token },
    ),
  ).toMatchObject({ code: 1, data: { status: 1 } });
  await freeze(member.id);
  expect((await look(`/members/${member.id}/balances`)).body['list']).toEqual([
    {
      type: 1,
      c_id: 1,
      coinName: 'USDT',
      balance: '902.00000000',
      dbalance: '98.00000000',
      all_zhprice: '1000.00000000',
    },
    {
      type: 2,
      c_id: 1,
      coinName: 'USDT',
      balance: '0.00000000',
      dbalance: '100.00000000',
      all_zhprice: '100.00000000',
    },
  ]);

  world.clock.advance(1_000);
  world.market.setMark('btcusdt', '100');
  expect(await house.settle()).toBe(0);
  world.clock.advance(29_000);
  world.market.setTick('btcusdt', '102');
  world.market.setMark('btcusdt', '102');
  world.clock.advance(1_000);
  expect(await house.settle()).toBe(1);
  world.market.setTick('btcusdt', '98');
  world.market.setMark('btcusdt', '97.25');
  world.market.setBook('btcusdt', { bids: [['97', '5']], asks: [['97.5', '5']] });
  await world.service.sweeper.settled();
  const { body } = await look(`/members/${member.id}`);
  expect(body).toMatchObject({
    frozen: 1,
    counts: { spot_orders: 1, spot_orders_open: 0, option_orders: 1, option_orders_open: 0 },
  });
  expect(body['balances']).toMatchObject([
    { type: 1, coinName: 'USDT', balance: '902.50000000', dbalance: '0.00000000' },
    { type: 1, coinName: 'BTC', balance: '0.99900000' },
    { type: 2, coinName: 'USDT', balance: '175.00000000', dbalance: '0.00000000' },
  ]);
});

test('members are found by id, by name and by its beginning, frozen or not, page by page, and nothing secret is shown', async () => {
  const ids: string[] = [];
  for (const name of ['tide.anna', 'tide.bert', 'tide.carl', 'tide.dora', 'tide_other'])
    ids.push((await house.member({}, name)).id);
  await freeze(ids[1] ?? '');
  const list = async (fields: Readonly<Record<string, unknown>>) => {
    const { status, body } = await look('/members', fields);
    expect(status).toBe(200);
    return { names: (body['list'] as { username: string }[]).map(({ username }) => username), total: body['total'] };
  };
  expect(await list({ q: 'TIDE.' })).toEqual({ names: ['tide.dora', 'tide.carl', 'tide.bert', 'tide.anna'], total: 4 });
  expect(await list({ q: 'tide.', sort: 'username', limit: 2, page: 2 })).toEqual({
    names: ['tide.carl', 'tide.dora'],
    total: 4,
  });
  expect(await list({ q: 'tide', status: 'frozen' })).toEqual({ names: ['tide.bert'], total: 1 });
  expect(await list({ q: 'tide.', status: 'active', sort: 'id' })).toEqual({
    names: ['tide.anna', 'tide.carl', 'tide.dora'],
    total: 3,
  });
  expect(await list({ q: ids[4] })).toEqual({ names: ['tide_other'], total: 1 });
  expect(await list({ q: '%' })).toEqual({ names: [], total: 0 });
  expect((await list({ status: 'frozen' })).names).toContain('tide.bert');
  expect((await list({ limit: 3 })).names).toEqual(['tide_other', 'tide.dora', 'tide.carl']);
  expect((await list({ sort: '-username', limit: 1 })).names).toEqual(['tide_other']);
  for (const path of ['/members', `/members/${ids[0]}`]) {
    expect(JSON.stringify((await look(path)).body)).not.toMatch(/hash|"none"/);
  }
  expect(await look('/members', { status: 'gone' })).toMatchObject({
    status: 422,
    body: { reason: 'bad_value', field: 'status' },
  });
});

test('a treasurer sets VIP and credit score within bounds, and the log contains the values before', async () => {
  const { id } = await house.member();
  expect(await house.http.ask('PATCH', `/members/${id}`, { ...viewer, fields: { vip: 2 } })).toMatchObject({
    status: 403,
  });
  expect(await change('PATCH', `/members/${id}`)).toMatchObject({ status: 422, body: { reason: 'nothing_to_change' } });
  for (const wrong of [{ vip: -1 }, { vip: 1.5 }, { credit_score: 'many' }, { vip: 1_001 }])
    expect(await change('PATCH', `/members/${id}`, wrong)).toMatchObject({ status: 422 });
  expect(await change('PATCH', `/members/${id}`, { balance: '1' })).toMatchObject({
    status: 422,
    body: { reason: 'unknown_field', field: 'balance' },
  });
  expect(await change('PATCH', `/members/${id}`, { vip: 3 })).toMatchObject({
    status: 200,
    body: { vip: 3, credit_score: 100 },
  });
  expect(await change('PATCH', `/members/${id}`, { vip: 3, credit_score: 90 })).toMatchObject({
    status: 200,
    body: { vip: 3, credit_score: 90 },
  });
  expect(await change('PATCH', '/members/99', { vip: 3 })).toMatchObject({ status: 404 });
  expect(
    await house.world.db.run(
      sql(
        'test.standing',
        `select before, after from operator_audit where resource = 'members' and ref = $1 order by id`,
      ),
      [id],
    ),
  ).toEqual([
    { before: { vip: 0, credit_score: 100 }, after: { vip: 3, credit_score: 100 } },
    { before: { vip: 3, credit_score: 100 }, after: { vip: 3, credit_score: 90 } },
  ]);
});

test('bills, sessions and history are listed for one member alone, in pages', async () => {
  const { http } = house;
  const [one, other] = [await house.member({ 'USDT 1': '100' }), await house.member({ 'USDT 1': '7' })];
  for (const num of ['1', '2', '3'])
    await http.call('transfer', { c_id: COIN.USDT, num, from_type: 1, to_type: 2 }, { token: one.token });
  const bills = await look(`/members/${one.id}/bills`, { limit: 2, page: 2 });
  expect(bills.body).toMatchObject({
    total: 7,
    list: [
      { st: 1, num: '2.00000000', type: 2, kind: 'account-transfer', remark: 'Transfer from Funds' },
      { st: 2, num: '2.00000000', type: 1, c_id: 1 },
    ],
  });
  expect((await look(`/members/${one.id}/bills`, { type: 1, limit: 50 })).body).toMatchObject({ total: 4 });
  expect((await look(`/members/${other.id}/bills`)).body).toMatchObject({ total: 1, list: [{ num: '7.00000000' }] });
  const { body: sessions } = await look(`/members/${one.id}/sessions`);
  expect(sessions).toEqual({
    total: 1,
    list: [
      {
        addtime: new Date(house.world.clock.nowMs()).toISOString(),
        last_seen: new Date(house.world.clock.nowMs()).toISOString(),
      },
    ],
  });
  expect((await look(`/members/${one.id}/history`)).body).toMatchObject({
    total: 3,
    list: [
      { what: 'transfer', amount: '3.00000000', coinName: 'USDT', state: 'done', note: '1 2' },
      { amount: '2.00000000' },
      { amount: '1.00000000' },
    ],
  });
  // Older than thirty days.
  house.world.clock.advance(31 * 24 * 60 * 60 * 1000);
  expect((await look(`/members/${one.id}/history`)).body).toEqual({ list: [], total: 0 });
  for (const part of ['bills', 'sessions', 'balances', 'history'])
    expect(await look(`/members/99/${part}`)).toMatchObject({ status: 404, body: { reason: 'not_found' } });
});

test('two owners reset the second factors of a member who lost them: sessions end, the password alone is asked for, withdrawals wait, and the member is notified', async () => {
  const { id, token, email } = await register();
  const owner = await house.http.operator('owner');
  const reset = (by = owner.token, fields: object = { remark: 'showed an identity card in person' }) =>
    house.http.ask('POST', `/members/${id}/reset-factors`, { token: by, fields: { ...fields } });
  expect(await reset()).toMatchObject({ status: 422, body: { reason: 'nothing_to_change' } });
  const { data } = await house.http.call('startTotp', { password: PASSWORD }, { token });
  const { secret } = data as { secret: string };
  const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: house.world.clock.nowMs(),
  });
  expect(await house.http.call('confirmTotp', { second: code }, { token })).toMatchObject({ code: 1 });
  const { body } = await look(`/members/${id}`);
  expect(body).toMatchObject({ factors: { totp: 1, passkeys: 0, recovery_left: 10 } });
  expect(JSON.stringify(body)).not.toContain(secret);

  expect(await reset(treasurer.token)).toMatchObject({ status: 403 });
  expect(await reset(owner.token, {})).toMatchObject({ status: 422, body: { reason: 'remark_needed' } });
  expect(
    await house.http.ask('POST', '/members/999999999/reset-factors', {
      token: owner.token,
      fields: { remark: 'nobody' },
    }),
  ).toMatchObject({ status: 404 });
  expect(await isIn(token)).toBe(true);
  const {
    status,
    body: { proposal },
  } = await reset();
  expect([status, proposal]).toMatchObject([
    202,
    {
      kind: 'members',
      what: 'reset',
      name: email,
      remark: 'showed an identity card in person',
      before: { totp: 1, passkeys: 0, recovery_left: 10 },
      after: { totp: 0, passkeys: 0, recovery_left: 0 },
    },
  ]);
  expect(await isIn(token)).toBe(true);
  const approve = (by: { readonly token: string }) =>
    house.http.ask('POST', `/proposals/${(proposal as { id: number }).id}/approve`, { token: by.token });
  expect(await approve(owner)).toMatchObject({ status: 409, body: { reason: 'same_operator' } });
  expect(await approve(treasurer)).toMatchObject({ status: 404 });
  const second = await house.http.operator('owner');
  expect(await approve(second)).toMatchObject({
    status: 200,
    body: { result: { factors: { totp: 0, passkeys: 0, recovery_left: 0 }, sessions: 0 } },
  });
  expect(await isIn(token)).toBe(false);
  expect(await house.http.call('login', { username: email, password: PASSWORD })).toMatchObject({ code: 1 });
  const notices = await house.world.db.run(
    sql<{ kind: string; params: object }>(
      'test.noticesOf',
      'select kind, params from notice where member_id = $1 order by id',
    ),
    [id],
  );
  expect(notices).toEqual([
    { kind: 'authenticator-changed', params: { how: 'added' } },
    { kind: 'factors-reset', params: { remark: 'showed an identity card in person' } },
  ]);
  const [weakened] = await house.world.db.run(
    sql<{ weakened_at: Date }>('test.weakened', 'select weakened_at from second_factor where member_id = $1'),
    [id],
  );
  expect(weakened?.weakened_at.getTime()).toBe(house.world.clock.nowMs());
  const [action] = await house.world.db.run(
    sql(
      'test.reset',
      `select action, username, remark, before, after from operator_audit where action = 'reset-factors' and ref = $1`,
    ),
    [id],
  );
  expect(action).toEqual({
    action: 'reset-factors',
    username: second.username,
    remark: 'showed an identity card in person',
    before: { totp: 1, passkeys: 0, recovery_left: 10 },
    after: { totp: 0, passkeys: 0, recovery_left: 0 },
  });
});
