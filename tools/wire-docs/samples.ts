import type { CallField } from '@plimsoll/contract/descriptions';
import { goodValue } from '../../apps/server/src/testing-matrix/field-values.ts';
import { decimal, id, time } from '@plimsoll/contract/call';
import { checksOf, definitionOf, unwrapped, type Schema } from './types.ts';

/** Example values of fields, where a class's usual value is unclear. */
const ASKED: Readonly<Record<string, unknown>> = {
  num: '0.5',
  price: '64000',
  amount: '250',
  symbol: 'btcusdt',
  ctime: '60',
  ctzed: '100',
  username: 'demo',
  email: 'anna@example.org',
  address: 'TXYZexample',
  real_name: 'Anna Example',
  bank_name: 'Example Bank',
  card_name: 'Anna Example',
  title: 'Example',
  content: '<p>Example</p>',
  remark: 'Checked',
  name: 'My phone',
  q: 'anna',
  account: 'spot',
  lang: 'en',
  front_card: '/api/uploads/front',
  back_card: '/api/uploads/back',
  later_card: '/api/uploads/back',
  handheld_card: '/api/uploads/holder',
  payimg: '/api/uploads/proof',
};
/** Example codes and titles. */
const SPELLED: Readonly<Record<string, string>> = {
  hash: 'ab'.repeat(32),
  title: 'ABC',
  symbol: 'abcusdt',
  base: 'ABC',
  quote: 'USDT',
};
/** Optional fields that an example shows, by call. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tape: { from: '52001', to: '52010' },
  setHyLimit: { daily_loss: '200', exclude_days: '7' },
  register: { email: 'anna@example.org', type: '2' },
  changeSettings: { spot_fee: '0.001' },
};
/** Fields of lists and files, not shown. */
const HIDDEN = new Set([
  'page',
  'limit',
  'sort',
  'status',
  'q',
  'before',
  'second',
  'code',
  'passkey',
  'file',
  'enabled',
  'title',
  'symbol',
]);

/** Classes always shown with their usual value. */
const USUAL = new Set(['choice', 'password', 'operatorPassword', 'id', 'rate']);

/** Example input of a call. */
export function askedSample(name: string, fields: readonly CallField[]): Record<string, unknown> {
  const needed = fields.filter(({ isOptional }) => !isOptional);
  const isChange = needed.every((each) => each.name === 'id') && name.startsWith('change');
  const extra = isChange
    ? fields.filter((each) => each.isOptional && !HIDDEN.has(each.name) && each.kind !== 'fixed').slice(0, 1)
    : [];
  const sample = Object.fromEntries(
    [...needed, ...extra]
      .filter((each) => !['page', 'limit', 'funds'].includes(each.kind))
      .map((each) => {
        const known = each.kind === 'spelling' ? SPELLED : ASKED;
        return [each.name, USUAL.has(each.kind) ? goodValue(each) : (known[each.name] ?? goodValue(each))];
      }),
  );
  return { ...sample, ...SHOWN[name] };
}

const HASH = '9f2c1b7e4d5a60839f2c1b7e4d5a60839f2c1b7e4d5a60839f2c1b7e4d5a6083';
const TEXTS: Readonly<Record<string, string>> = {
  symbol: 'btcusdt',
  market: 'btcusdt',
  coinname: 'BTC',
  coinName: 'USDT',
  trade_coin: 'USDT',
  coin: 'USDT',
  title: 'USDT',
  base: 'BTC',
  quote: 'USDT',
  fee_coin: 'BTC',
  change: '+1.23',
  username: 'anna@example.org',
  name: 'Example',
  token: 'example-token',
  known: 'example-known',
  currency_name: 'USDT',
  language_name: 'English',
  file_name: 'en',
  lang: 'en',
  address: 'TXYZexample',
  coin_net: 'TRC20',
  remark: '',
  msg: 'Funds to options',
  type_text: 'Buy',
  ordertype_text: 'Limit',
  hyzd_text: 'Up',
  order_num: 'T20261123-1001',
  img: '',
  logo: '',
  url: '',
  role: 'treasurer',
  source: 'htx',
  custom_script: '',
  custom_script_src: '',
  custom_service: 'https://help.example',
  invit_url: '/register?invite=',
  ios_url: '',
  android_url: '',
  content: '<p>Example</p>',
  imgs: '',
  invit: 'K7M2P9',
  code: 'K7M2P9',
  browser: 'Firefox',
  system: 'Linux',
  to_username: 'bert@example.org',
  email: 'anna@example.org',
  pay_img: '',
  bank_name: 'Example Bank',
  card_name: 'Anna Example',
  real_name: 'Anna Example',
  card_number: '6222021234567890',
  hash: HASH,
  previous: HASH,
  kind: 'spot-fill',
};
/** Examples by slice, where a name has several meanings. */
const OF_SLICE: Readonly<Record<string, string>> = {
  'market.title': 'BTC/USDT',
  'site.title': 'How options are settled',
  'notices.title': 'Maintenance on Sunday',
  'loans.title': 'Thirty days',
  'products.title': 'Thirty days',
  'mining.title': 'BTC, thirty days',
  'options.name': 'htx',
  'options.coinname': 'BTC/USDT',
  'options.break_even': '55.56',
  'voids.coinname': 'BTC/USDT',
  'site.name': 'Plimsoll',
};
const DECIMALS: Readonly<Record<string, string>> = {
  price: '64000.00000000',
  close: '64000.00000000',
  mark: '64001.25000000',
  bid: '64001.00000000',
  ask: '64001.50000000',
  spot_fee: '0.00100000',
  spread: '0.00200000',
  rate: '0.80000000',
  fee: '0.00050000',
  exchange_spread: '0.00200000',
  lean: '0.00000000',
  lean_buy: '0.00000000',
  lean_sell: '0.00000000',
  difference: '0.00000000',
};
const MOMENT = '2026-11-23T09:30:00.000Z';

/** A text that a schema accepts, by the field's name where known. */
function textSample(name: string, schema: Schema, slice: string): string {
  const tried = [OF_SLICE[`${slice}.${name}`], TEXTS[name], 'example', HASH, '+1.23', '1.00000000', ''];
  const found = tried.find((each) => each !== undefined && schema.safeParse(each).success);
  if (found === undefined) throw new Error(`no sample is known for the text ${name}`);
  return found;
}

const NUMBERS: Readonly<Record<string, number>> = {
  total: 1,
  decimals: 8,
  seq: 52_001,
  days: 30,
  seconds: 60,
  time: 60,
  hytime: 60,
  line_delay: 1000,
  line_within: 5000,
  next_within: 60_000,
  fresh_seconds: 5,
  limit: 5,
  cycle: 30,
  vip: 1,
  credit_score: 600,
  rules: 2,
};

function numberSample(name: string, schema: Schema): number {
  const known = NUMBERS[name];
  if (known !== undefined && schema.safeParse(known).success) return known;
  const floor = checksOf(schema).find(({ check }) => check === 'greater_than');
  const min = floor?.value ?? 0;
  return floor?.inclusive === false ? min + 1 : min;
}

/** An example value of a schema. */
export function answerSample(schema: Schema, slice: string, name = ''): unknown {
  const { inner, isOptional } = unwrapped(schema);
  if (isOptional) return undefined;
  if (inner === decimal) return DECIMALS[name] ?? '1.00000000';
  if (inner === id) return 1001;
  if (inner === time) return MOMENT;
  const { type, shape, element, options, values, entries, keyType, valueType, format } = definitionOf(inner);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape ?? {})
          .map(([key, each]) => [key, answerSample(each, slice, key)])
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return element === undefined ? [] : [answerSample(element, slice, name)];
    case 'union':
      return options?.[0] === undefined ? null : answerSample(options[0], slice, name);
    case 'literal':
      return values?.[0];
    case 'enum':
      return Object.values(entries ?? {})[0];
    case 'record': {
      const keys = Object.values((keyType && definitionOf(keyType).entries) ?? { name: 'name' });
      return Object.fromEntries(
        keys.map((key) => [key, valueType === undefined ? null : answerSample(valueType, slice, key)]),
      );
    }
    case 'number':
      return numberSample(name, inner);
    case 'string':
      return format === 'datetime' ? MOMENT : textSample(name, inner, slice);
    case 'boolean':
      return true;
    default:
      return null;
  }
}
