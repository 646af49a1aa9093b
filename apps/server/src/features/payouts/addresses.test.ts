import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCode, openDb, sql } from '../../platform/db.ts';
import { openPayoutWorld, PAID_IN, type PayoutWorld } from '../../testing/payout-world.ts';
import { seedNetworks } from './seed-networks.ts';

let payouts: PayoutWorld;
beforeAll(async () => {
  payouts = await openPayoutWorld();
});
afterEach(() => {
  delete payouts.switches.can_edit_address;
});
afterAll(() => payouts.close());

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const bind = (token: string, c_id: unknown, address: unknown, lang = 'en') =>
  payouts.http.call('setusraddress', { c_id, address }, { token, lang });
const bound = async (token: string): Promise<Answer<'getusraddress'>> =>
  (await payouts.http.call('getusraddress', {}, { token, method: 'GET' })).data as Answer<'getusraddress'>;
const history = sql<{ address: string }>(
  'test.history',
  'select address from payout_address where member_id = $1 order by id',
);
const historyOf = async (memberId: string) =>
  (await payouts.world.db.run(history, [memberId])).map(({ address }) => address);

test('a coin that can be paid in is listed with its networks; a bank account says whose it is', async () => {
  const { token } = await payouts.http.newMember();
  const { code, data } = await payouts.http.call('getrecharge', {}, { token, method: 'GET' });
  const { list } = data as Answer<'getrecharge'>;
  expect([code, list.map(({ title }) => title)]).toEqual([1, ['USDT', 'BTC', 'ETH', 'SOL']]);
  expect(list[0]?.networkList.map(({ coin_net, pay_type }) => [coin_net, pay_type])).toEqual([
    ['TRC20', 1],
    ['ERC20', 2],
    ['Wire transfer', 3],
  ]);
  const [tron, , wire] = list[0]?.networkList ?? [];
  expect(tron).toEqual({
    id: expect.any(Number),
    pay_type: 1,
    coin_net: 'TRC20',
    pay_img: '',
    address: expect.stringMatching(/^T/),
  });
  expect(wire).toMatchObject({
    address: '',
    bank_name: 'Quayside Example Bank',
    account_name: 'Plimsoll Demo',
    account_number: 'GB82 WEST 1234 5698 7654 32',
  });
  expect(list.find(({ title }) => title === 'SOL')?.decimals).toBe(6);
});

test('a network that is retired is listed no more, and its addresses are taken no more', async () => {
  const { token } = await payouts.http.newMember();
  const retire = (isEnabled: boolean) =>
    payouts.world.db.run(
      sql<never>('test.retire', `update coin_network set enabled = $1 where name = 'ERC20' and coin_id = 1`),
      [isEnabled],
    );
  await retire(false);
  expect(await bind(token, PAID_IN.USDT, ETHEREUM)).toMatchObject({ code: 0, reason: 'bad_address' });
  const { data } = await payouts.http.call('getrecharge', {}, { token, method: 'GET' });
  await retire(true);
  expect((data as Answer<'getrecharge'>).list[0]?.networkList.map(({ coin_net }) => coin_net)).toEqual([
    'TRC20',
    'Wire transfer',
  ]);
  expect(await bind(token, PAID_IN.USDT, ETHEREUM)).toMatchObject({ code: 1 });
});

test('what a demo is seeded with stays as operators left it, however often it starts', async () => {
  const { db } = payouts.world;
  const count = sql<{ networks: string }>('test.count', 'select count(*) as networks from coin_network');
  const before = await db.run(count);
  await Promise.all([seedNetworks(db), seedNetworks(db)]);
  expect(await db.run(count)).toEqual(before);
});

test('the demo’s own deposit addresses are well written', async () => {
  const { token } = await payouts.http.newMember();
  const { data } = await payouts.http.call('getrecharge', {}, { token, method: 'GET' });
  const addresses = (data as Answer<'getrecharge'>).list.flatMap(({ id, networkList }) =>
    networkList.filter(({ pay_type }) => pay_type !== 3).map(({ address }) => [id, address] as const),
  );
  expect(addresses).toHaveLength(5);
  for (const [id, address] of addresses) expect(await bind(token, id, address)).toMatchObject({ code: 1 });
});

test('an address is bound to a coin and listed with its networks and time; another replaces it', async () => {
  const { id, token } = await payouts.http.newMember();
  expect(await bound(token)).toEqual([]);
  expect(await bind(token, PAID_IN.USDT, ` ${TRON}\n`)).toMatchObject({
    code: 1,
    data: null,
    msg: 'Withdrawal address saved',
  });
  const addtime = new Date(payouts.world.clock.nowMs()).toISOString();
  const [first] = await bound(token);
  expect(first).toEqual({
    id: expect.any(Number),
    c_id: 1,
    title: 'USDT',
    address: TRON,
    networks: ['TRC20'],
    addtime,
    used: 0,
  });
  payouts.world.clock.advance(60_000);
  await bind(token, PAID_IN.BTC, BITCOIN);
  expect(await bind(token, PAID_IN.USDT, ETHEREUM)).toMatchObject({ code: 1 });
  const after = await bound(token);
  expect(after.map(({ title, address, networks }) => [title, address, networks])).toEqual([
    ['USDT', ETHEREUM, ['ERC20']],
    ['BTC', BITCOIN, ['BTC']],
  ]);
  expect(after[0]?.addtime).toBe(new Date(payouts.world.clock.nowMs()).toISOString());
  expect(after[0]?.id).not.toBe(first?.id);
  expect(await historyOf(id)).toEqual([TRON, BITCOIN, ETHEREUM]);
});

test('the same address again is no change: it keeps its id and its time', async () => {
  const { id, token } = await payouts.http.newMember();
  await bind(token, PAID_IN.USDT, TRON);
  const before = await bound(token);
  payouts.world.clock.advance(1000);
  expect(await bind(token, PAID_IN.USDT, TRON)).toMatchObject({ code: 1 });
  expect(await bound(token)).toEqual(before);
  expect(await historyOf(id)).toEqual([TRON]);
});

test.each<[string, keyof typeof PAID_IN, string, 'bound' | 'bad_address']>([
  ['a TRON address', 'USDT', TRON, 'bound'],
  ['an Ethereum address', 'USDT', ETHEREUM, 'bound'],
  ['an Ethereum address in small letters', 'ETH', ETHEREUM.toLowerCase(), 'bound'],
  ['an Ethereum address with a wrong capital', 'ETH', ETHEREUM.replace('aA', 'AA'), 'bad_address'],
  ['a TRON address with one letter turned', 'USDT', TRON.replace('Q', 'q'), 'bad_address'],
  ['a Bitcoin address', 'USDT', BITCOIN, 'bad_address'],
  ['a TRON address', 'ETH', TRON, 'bad_address'],
  ['an Ethereum address', 'BTC', ETHEREUM, 'bad_address'],
  ['a text', 'USDT', 'my wallet', 'bad_address'],
  ['a text', 'SOL', 'my wallet', 'bound'],
  ['255 letters', 'SOL', 'é'.repeat(255), 'bound'],
  ['a text', 'XMR', 'no network says how it is written', 'bound'],
])('%s for %s is judged by the networks of that coin', async (_what, coin, address, verdict) => {
  const { token } = await payouts.http.newMember();
  const { code, reason } = await bind(token, PAID_IN[coin], address);
  expect(verdict === 'bound' ? [code, (await bound(token))[0]?.address] : [code, reason]).toEqual(
    verdict === 'bound' ? [1, address] : [0, verdict],
  );
});

test('what is refused binds nothing, and says why in the member’s language', async () => {
  const { id, token } = await payouts.http.newMember();
  const refused = async (c_id: unknown, address: unknown) => {
    const { code, reason } = await bind(token, c_id, address);
    return [code, reason];
  };
  expect(await refused('999', TRON)).toEqual([204, 'not_found']);
  expect(await refused('x', TRON)).toEqual([0, 'bad_id']);
  expect(await refused(PAID_IN.SOL, '')).toEqual([0, 'bad_text']);
  expect(await refused(PAID_IN.SOL, 'a'.repeat(256))).toEqual([0, 'bad_text']);
  expect(await bind(token, PAID_IN.BTC, 'nothing')).toMatchObject({
    msg: 'This is not a valid BTC address. Check the address and its network',
  });
  expect((await bind(token, PAID_IN.BTC, 'nothing', 'zh-cn')).msg).toContain('BTC');
  expect(await historyOf(id)).toEqual([]);
  expect(await payouts.http.call('setusraddress', { c_id: '1', address: TRON })).toMatchObject({ code: 401 });
});

test('while addresses are fixed the first of each coin is bound, and none is changed', async () => {
  const { token } = await payouts.http.newMember();
  payouts.switches.can_edit_address = 0;
  expect(await bind(token, PAID_IN.USDT, TRON)).toMatchObject({ code: 1 });
  expect(await bind(token, PAID_IN.USDT, ETHEREUM)).toMatchObject({ code: 0, reason: 'address_fixed' });
  expect(await bind(token, PAID_IN.USDT, TRON)).toMatchObject({ code: 1 });
  expect(await bind(token, PAID_IN.BTC, BITCOIN)).toMatchObject({ code: 1 });
  expect((await bound(token)).map(({ address }) => address)).toEqual([TRON, BITCOIN]);
  payouts.switches.can_edit_address = 1;
  expect(await bind(token, PAID_IN.USDT, ETHEREUM)).toMatchObject({ code: 1 });
});

test('of many first addresses at one moment exactly one is bound while addresses are fixed', async () => {
  const { id, token } = await payouts.http.newMember();
  payouts.switches.can_edit_address = 0;
  const answers = await Promise.all(Array.from({ length: 8 }, (_each, at) => bind(token, PAID_IN.SOL, `wallet ${at}`)));
  expect(answers.map(({ reason }) => reason ?? 'bound').sort()).toEqual([
    ...Array.from({ length: 7 }, () => 'address_fixed'),
    'bound',
  ]);
  expect(await historyOf(id)).toHaveLength(1);
});

test('nobody sees another member’s address', async () => {
  const [one, other] = [await payouts.http.newMember(), await payouts.http.newMember()];
  await bind(one.token, PAID_IN.USDT, TRON);
  expect(await bound(other.token)).toEqual([]);
});

test('what was bound when can be neither changed nor removed by the server', async () => {
  const { id, token } = await payouts.http.newMember();
  await bind(token, PAID_IN.USDT, TRON);
  const failure = (text: string) =>
    payouts.world.db.run(sql<never>(`test.${text.slice(0, 40)}`, text)).then(
      () => 'done',
      (error: unknown) => errorCode(error),
    );
  expect(await failure(`update payout_address set address = 'mine' where member_id = ${id}`)).toBe('42501');
  expect(await failure(`update payout_address set created_at = now() where member_id = ${id}`)).toBe('42501');
  expect(await failure(`delete from payout_address where member_id = ${id}`)).toBe('42501');
  expect(await historyOf(id)).toEqual([TRON]);
});

test('a network of a bank has no kind of address, and one of addresses has', async () => {
  const owner = openDb(payouts.world.url, { connections: 1, role: null });
  const insert = (payType: number, kind: string) =>
    owner
      .run(
        sql<never>(
          'test.network',
          `insert into coin_network (coin_id, method, name, address_kind) values (5, $1, 'Nowhere', $2)`,
        ),
        [payType, kind],
      )
      .then(
        () => 'done',
        (error: unknown) => errorCode(error),
      );
  expect([
    await insert(3, 'tron'),
    await insert(1, 'bank'),
    await insert(4, 'other'),
    await insert(1, 'unheard'),
  ]).toEqual(['23514', '23514', '23514', '23514']);
  await owner.close();
});
