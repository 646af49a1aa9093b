import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogueWorld, refusal, type CatalogueWorld, type Fields } from '../../testing/catalogue-world.ts';
import { seedNetworks } from './index.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
});
afterAll(() => world.close());

const USDT = 1;
const TRON = 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4';
const ETHEREUM = '0x9da009b0Ceb6b6303e0aEDf3c863A5B768E8bBee';
const NETWORK = { c_id: USDT, pay_type: 1, coin_net: 'BEP20', address: ETHEREUM };
const BANK = {
  c_id: USDT,
  pay_type: 3,
  coin_net: 'SEPA',
  bank_name: 'Quay Bank',
  account_name: 'Plimsoll',
  account_number: 'GB82 WEST 1234 5698 7654 32',
};

interface Shown {
  id: number;
  title: string;
  networkList: Fields[];
}
async function networksOf(title: string): Promise<Fields[]> {
  const { token } = await world.http.newMember();
  const { data } = await world.http.call('getrecharge', {}, { method: 'GET', token });
  return (data as { list: Shown[] }).list.find((coin) => coin.title === title)?.networkList ?? [];
}

test('a network that an owner adds is where members may pay to from then on, and gone when it is retired', async () => {
  const picture = `/uploads/public/${'a'.repeat(32)}`;
  const made = await world.create('networks', { ...NETWORK, pay_img: `https://house.example${picture}` });
  expect(made).toMatchObject({
    status: 201,
    body: { ...NETWORK, coin: 'USDT', pay_img: picture, bank_name: '', enabled: 1 },
  });
  const { id } = made.body;
  expect((await networksOf('USDT')).at(-1)).toEqual({
    id,
    pay_type: 1,
    coin_net: 'BEP20',
    pay_img: picture,
    address: ETHEREUM,
  });
  await world.change('networks', id, { enabled: 0 });
  expect((await networksOf('USDT')).map((each) => each['id'])).not.toContain(id);
  expect(await world.logged('networks', id)).toMatchObject([
    { action: 'create', before: null, after: { coin_net: 'BEP20', address: ETHEREUM } },
    { action: 'change', before: { enabled: 1 }, after: { enabled: 0 } },
  ]);
});

test('a network becomes a bank account with the bank’s three, and an address again with one', async () => {
  const { id } = (await world.create('networks', BANK)).body;
  expect((await networksOf('USDT')).at(-1)).toEqual({
    id,
    pay_type: 3,
    coin_net: 'SEPA',
    pay_img: '',
    address: '',
    bank_name: 'Quay Bank',
    account_name: 'Plimsoll',
    account_number: BANK.account_number,
  });
  expect(refusal(await world.change('networks', id, { pay_type: 2 }))).toBe('422 bad_address address');
  expect((await world.change('networks', id, { pay_type: 2, coin_net: 'TRC20-2', address: TRON })).body).toMatchObject({
    pay_type: 2,
    address: TRON,
    bank_name: '',
    account_name: '',
    account_number: '',
  });
  expect(refusal(await world.change('networks', id, { pay_type: 3 }))).toBe('422 bad_text bank_name');
  expect((await world.change('networks', id, BANK)).body).toMatchObject({ ...BANK, address: '' });
});

test.each<[string, Fields, string]>([
  ['a coin that there is not', { c_id: 99_999 }, '422 unknown_coin c_id'],
  ['a fourth way to pay', { pay_type: 4 }, '422 bad_value pay_type'],
  ['no name', { coin_net: ' ' }, '422 bad_text coin_net'],
  ['no address', { address: '' }, '422 bad_address address'],
  ['an address of another network', { address: TRON }, '422 bad_address address'],
  ['an address with a wrong letter', { address: ETHEREUM.replace('Ceb', 'ceb') }, '422 bad_address address'],
  ['a bank account without its number', { ...BANK, account_number: '' }, '422 bad_text account_number'],
  ['a script for a picture', { pay_img: 'javascript:alert(1)' }, '422 bad_image pay_img'],
  ['a member’s upload for a picture', { pay_img: `/api/uploads/${'a'.repeat(32)}` }, '422 bad_image pay_img'],
  ['a name that the coin has already', { coin_net: 'TRC20', address: TRON }, '409 already_exists'],
])('no network has %s', async (_what, fields, answer) => {
  expect(refusal(await world.create('networks', { ...NETWORK, coin_net: 'AVAX C-Chain', ...fields }))).toBe(answer);
  expect(await networksOf('USDT')).not.toContainEqual(expect.objectContaining({ coin_net: 'AVAX C-Chain' }));
});

test('a network’s coin is fixed, and its address is checked again when its name changes the format', async () => {
  const id = await world.idOf('networks', 'ETH ERC20');
  expect(refusal(await world.change('networks', id, { c_id: USDT }))).toBe('409 in_use c_id');
  expect(refusal(await world.change('networks', id, { coin_net: 'TRC20' }))).toBe('422 bad_address address');
  expect(
    (await world.change('networks', id, { coin_net: 'Arbitrum', address: 'anything it takes' })).body,
  ).toMatchObject({ coin: 'ETH', coin_net: 'Arbitrum' });
});

test('a network of a new coin lets it be paid in, and a name that an owner gave outlives the next start', async () => {
  const { id } = (await world.create('coins', { title: 'PLM', decimals: 4 })).body;
  expect(await networksOf('PLM')).toEqual([]);
  await world.create('networks', { c_id: id, pay_type: 1, coin_net: 'Plimsoll', address: 'plm1quay' });
  expect(await networksOf('PLM')).toMatchObject([{ coin_net: 'Plimsoll', address: 'plm1quay' }]);
  await world.change('networks', await world.idOf('networks', 'Solana'), { coin_net: 'SOL mainnet' });
  const before = (await world.list('networks')).total;
  await seedNetworks(world.db);
  expect((await world.list('networks')).total).toBe(before);
});

test('an address that was proposed for a coin of another name since is not approved', async () => {
  const { id } = (await world.create('coins', { title: 'PLM9', decimals: 6 })).body;
  const { body } = await world.http.ask('POST', '/networks', {
    token: world.owner,
    fields: { ...NETWORK, c_id: id, coin_net: 'ERC20' },
  });
  expect((await world.change('coins', id, { title: 'USDX' })).status).toBe(200);
  const second = await world.http.operator('owner');
  expect(
    refusal(
      await world.http.ask('POST', `/proposals/${(body['proposal'] as { id: number }).id}/approve`, {
        token: second.token,
      }),
    ),
  ).toBe('409 changed_meanwhile');
  expect((await world.list('networks', { q: 'USDX' })).total).toBe(0);
});
