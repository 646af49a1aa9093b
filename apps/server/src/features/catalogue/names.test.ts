import type { Answer } from '@plimsoll/contract';
import { LANGUAGES } from '@plimsoll/i18n/languages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedMarkets } from '../../market/index.ts';
import { openCatalogueWorld, refusal, type CatalogueWorld } from '../../testing/catalogue-world.ts';
import { seedNetworks } from '../payouts/index.ts';

let world: CatalogueWorld;
let token: string;
beforeAll(async () => {
  world = await openCatalogueWorld();
  ({ token } = await world.http.newMember());
});
afterAll(() => world.close());

const USDT = 1;
const TRON = 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4';
const OTHERS = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');

/** Names of all tabs by id, as a reader of a language has them. */
async function tabs(lang: string): Promise<Map<unknown, string>> {
  // The list is made again at most four times a second.
  world.clock.advance(1_000);
  const { list } = (await world.http.call('getAllCurrencyList', {}, { lang })).data as Answer<'getAllCurrencyList'>;
  return new Map(
    list.flatMap(({ child, ...tab }) => [tab, ...child]).map(({ id, currency_name }) => [id, currency_name]),
  );
}
async function networks(lang: string): Promise<Map<unknown, string>> {
  const { data } = await world.http.call('getrecharge', {}, { method: 'GET', token, lang });
  const { list } = data as Answer<'getrecharge'>;
  return new Map(list.flatMap(({ networkList }) => networkList).map(({ id, coin_net }) => [id, coin_net]));
}
const namesOf = async (resource: string, id: unknown) => (await world.read(resource, id)).body['names'];

test('the demo’s tabs and its bank transfer have a name in every language', async () => {
  const inAll = OTHERS.map((lang) => ({ lang, name: expect.stringMatching(/\S/) }));
  for (const [resource, title] of [
    ['currencies', 'Layer 1'],
    ['currencies', 'Payments'],
    ['currencies', 'DeFi'],
    ['currencies', 'Meme'],
    ['networks', 'Wire transfer'],
  ] as const)
    expect([title, await namesOf(resource, await world.idOf(resource, title))]).toEqual([title, inAll]);
  const payments = await world.idOf('currencies', 'Payments');
  expect((await tabs('de')).get(payments)).toBe('Zahlungen');
  expect((await tabs('ar')).get(payments)).toBe('المدفوعات');
  expect((await tabs('en')).get(payments)).toBe('Payments');
  const wire = await world.idOf('networks', 'Wire transfer');
  expect((await networks('de')).get(wire)).toBe('Banküberweisung');
  expect((await networks('en')).get(wire)).toBe('Wire transfer');
});

test('a reader of a language without a name reads the English one', async () => {
  const { id } = (
    await world.create('currencies', { currency_name: 'Old money', names: [{ lang: 'de', name: 'Altgeld' }] })
  ).body;
  expect((await tabs('de')).get(id)).toBe('Altgeld');
  for (const lang of ['en', 'fr', 'ar']) expect((await tabs(lang)).get(id)).toBe('Old money');
});

test('a tab’s names decide neither its markets nor its place', async () => {
  const id = await world.idOf('currencies', 'USDT');
  await world.change('currencies', id, { names: [{ lang: 'de', name: 'Dollar' }] });
  expect((await tabs('de')).get(id)).toBe('Dollar');
  const { list } = (await world.http.call('getAllMarketList', { fid: id }, { lang: 'de' }))
    .data as Answer<'getAllMarketList'>;
  expect(list.map(({ trade_coin }) => trade_coin)).toContain('USDT');
});

test('names are stored by language, in the order of languages, and logged before and after', async () => {
  const { id } = (await world.create('currencies', { currency_name: 'Metals' })).body;
  const given = [
    { lang: 'FR', name: ' Métaux ' },
    { lang: 'zh-CN', name: '金属' },
  ];
  const kept = [
    { lang: 'zh-cn', name: '金属' },
    { lang: 'fr', name: 'Métaux' },
  ];
  expect((await world.change('currencies', id, { names: given })).body['names']).toEqual(kept);
  await world.change('currencies', id, { names: [] });
  expect(await world.logged('currencies', id)).toMatchObject([
    { action: 'create', after: { names: [] } },
    { action: 'change', before: { names: [] }, after: { names: kept } },
    { action: 'change', before: { names: kept }, after: { names: [] } },
  ]);
});

const A_NAME = { lang: 'de', name: 'Ahoi' };
test.each<[string, unknown, string]>([
  ['English', [{ lang: 'en', name: 'Ahoy' }], '422 bad_lang names'],
  ['a language that there is not', [{ lang: 'xx', name: 'Ahoy' }], '422 bad_lang names'],
  ['no language', [{ lang: '', name: 'Ahoy' }], '422 bad_lang names'],
  ['one language twice', [A_NAME, { lang: 'DE', name: 'Moin' }], '422 bad_lang names'],
  ['nothing for a name', [{ lang: 'de', name: ' ' }], '422 bad_text names'],
  ['a name that is too long', [{ lang: 'de', name: 'x'.repeat(65) }], '422 bad_text names'],
  ['something besides', [{ ...A_NAME, sort: 1 }], '422 bad_value names'],
  ['no list', 'Ahoi', '422 bad_value names'],
])('names in %s are refused', async (_what, names, answer) => {
  const tab = await world.idOf('currencies', 'Meme');
  expect(refusal(await world.change('currencies', tab, { names }))).toBe(answer);
  expect(refusal(await world.create('currencies', { currency_name: 'New', names }))).toBe(answer);
  const wire = await world.idOf('networks', 'Wire transfer');
  expect(refusal(await world.change('networks', wire, { names }))).toBe(answer);
});

test('a name may be as long as the English one, in characters', async () => {
  const tab = await world.idOf('currencies', 'DeFi');
  const wire = await world.idOf('networks', 'Wire transfer');
  const name = (length: number) => ({ names: [{ lang: 'de', name: '\u{1f6a2}'.repeat(length) }] });
  expect(refusal(await world.change('currencies', tab, name(41)))).toBe('422 bad_text names');
  expect((await world.change('currencies', tab, name(40))).status).toBe(200);
  expect((await world.change('networks', wire, name(64))).status).toBe(200);
});

test('another English name takes the others away, unless they change with it', async () => {
  const { id } = (
    await world.create('networks', { c_id: USDT, pay_type: 1, coin_net: 'Tron', address: TRON, names: [A_NAME] })
  ).body;
  await world.change('networks', id, { coin_net: 'TRC20 fast' });
  expect(await namesOf('networks', id)).toEqual([]);
  expect((await networks('de')).get(id)).toBe('TRC20 fast');
  await world.change('networks', id, { names: [A_NAME] });
  await world.change('networks', id, { coin_net: 'TRC20 slow', names: [{ lang: 'de', name: 'TRC20 langsam' }] });
  expect((await networks('de')).get(id)).toBe('TRC20 langsam');
  expect((await world.logged('networks', id))[1]).toMatchObject({
    before: { coin_net: 'Tron', names: [A_NAME] },
    after: { coin_net: 'TRC20 fast', names: [] },
  });
});

test('a start names what was never named, and leaves what an owner cleared, wrote, or calls otherwise', async () => {
  const { id: parent } = (await world.create('currencies', { currency_name: 'EUR' })).body;
  const make = async (currency_name: string, fid: unknown) =>
    (await world.create('currencies', { currency_name, fid })).body['id'];
  const never = await make('Payments', parent);
  const own = await make('Fish', parent);
  const written = await make('Meme', parent);
  await world.change('currencies', written, { names: [{ lang: 'de', name: 'Spaß' }] });
  const cleared = await world.idOf('currencies', 'Layer 1');
  await world.change('currencies', cleared, { names: [] });
  const wire = await world.idOf('networks', 'Wire transfer');
  await world.change('networks', wire, { names: [] });
  await seedMarkets(world.db);
  await seedNetworks(world.db);
  expect(await namesOf('currencies', never)).toHaveLength(OTHERS.length);
  expect(await namesOf('currencies', written)).toEqual([{ lang: 'de', name: 'Spaß' }]);
  for (const id of [own, cleared]) expect(await namesOf('currencies', id)).toEqual([]);
  expect(await namesOf('networks', wire)).toEqual([]);
});

test('what a network is called in another language needs two operators, who see it before and after', async () => {
  const id = await world.idOf('networks', 'USDT ERC20');
  const asked = await world.http.ask('PATCH', `/networks/${String(id)}`, {
    token: world.owner,
    fields: { names: [{ lang: 'ru', name: 'TRC20' }] },
  });
  expect(asked).toMatchObject({
    status: 202,
    body: { proposal: { before: { names: [] }, after: { names: [{ lang: 'ru', name: 'TRC20' }] } } },
  });
  expect((await networks('ru')).get(id)).toBe('ERC20');
});
