import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  TRON,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';

// The address book, and allowed addresses (RULES 8).

const PASSWORD = 'Sailor2026';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DAY_MS = 24 * 60 * 60_000;
type Fields = Readonly<Record<string, unknown>>;
let world: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
let tom: FundedMember;

beforeAll(async () => {
  world = await openFundingWorld();
  live = world.another('live');
});
beforeEach(async () => {
  [lea, tom] = [await world.member({ USDT: '5000' }), await world.member()];
  await world.owner.run({ name: 'test.bookPassword', text: 'update member set password_hash = $2 where id = $1' }, [
    lea.id,
    `plain ${PASSWORD}`,
  ]);
  world.world.clock.advance(2 * DAY_MS);
});
afterEach(() => world.audit());
afterAll(async () => {
  await live.close();
  await world.close();
});
const call = (name: string, fields: Fields = {}, http = live.http) =>
  http.call(name, { password: PASSWORD, ...fields }, { token: lea.token });
const withdraw = (http = live.http) => call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD }, http);
const send = (http = live.http) =>
  call('balanceTransfer', { to_uid: tom.id, c_id: FUNDED.USDT, amount: '20', paypassword: PAY_PASSWORD }, http);
const book = async (http = live.http): Promise<Answer<'getAddressBook'>> =>
  (await http.call('getAddressBook', {}, { token: lea.token })).data as Answer<'getAddressBook'>;
const keep = async (fields: Fields = {}, http = live.http): Promise<number> =>
  (
    (await call('keepAddress', { c_id: FUNDED.USDT, address: OTHER, label: 'Cold store', ...fields }, http))
      .data as Answer<'keepAddress'>
  ).id;
const bind = (address: string) => call('setusraddress', { c_id: FUNDED.USDT, address });
const changePayPassword = () =>
  world.http.call('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD }, { token: lea.token });

test('an address is kept under a name beside the bound one, which stays as it is; keeping one makes nobody wait', async () => {
  const id = await keep();
  expect(await book()).toMatchObject({
    allowed_only: 0,
    allowed_until: null,
    list: [
      {
        id,
        c_id: 1,
        title: 'USDT',
        address: OTHER,
        label: 'Cold store',
        networks: ['ERC20'],
        opens_at: null,
        used: 0,
        last_used: null,
      },
    ],
  });
  expect(
    (await call('getusraddress')).data ??
      (await live.http.call('getusraddress', {}, { token: lea.token, method: 'GET' })).data,
  ).toMatchObject([{ address: TRON }]);
  expect(await withdraw()).toMatchObject({ code: 1 });
  // A repetition changes nothing.
  expect(await keep({ label: 'Another' })).toBe(id);
  expect(await call('keepAddress', { c_id: FUNDED.USDT, address: 'nowhere', label: 'x' })).toMatchObject({
    reason: 'bad_address',
  });
  expect(await call('keepAddress', { c_id: '99', address: OTHER, label: 'x' })).toMatchObject({ reason: 'not_found' });
});

test('to allow one is a change: others wait 24 hours in live mode, it counts after them, and goes on then while others wait', async () => {
  const id = await keep({ address: TRON });
  expect(await call('allowAddress', { id: String(id) })).toMatchObject({ code: 1 });
  expect((await book()).list).toMatchObject([{ opens_at: new Date(world.world.clock.nowMs() + DAY_MS).toISOString() }]);
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  world.world.clock.advance(DAY_MS);
  await changePayPassword();
  expect(await withdraw()).toMatchObject({ code: 1 });
  expect(await send()).toMatchObject({ reason: 'withdrawals_wait' });
  await bind(OTHER);
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  await bind(TRON);
  expect(await withdraw()).toMatchObject({ code: 1 });
  expect(await call('removeAddress', { id: String(id) })).toMatchObject({ code: 1 });
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  expect((await book()).list).toEqual([]);
});

test('an address allowed less than 24 hours before is none yet, by a millisecond', async () => {
  await keep({ address: TRON, allow: '1' });
  world.world.clock.advance(DAY_MS - 1);
  await changePayPassword();
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  world.world.clock.advance(1);
  expect(await withdraw()).toMatchObject({ code: 1 });
});

test('with “only allowed” on nothing leaves but to those: not to another address, nor to a member; off it is 24 hours later', async () => {
  await keep({ address: TRON, allow: '1' });
  expect(await call('setAllowedOnly', { on: '1' })).toMatchObject({ code: 1 });
  expect(await book()).toMatchObject({ allowed_only: 1, allowed_until: null });
  expect(await withdraw()).toMatchObject({ code: 0, reason: 'address_not_allowed' });
  world.world.clock.advance(DAY_MS);
  expect(await withdraw()).toMatchObject({ code: 1 });
  expect(await send()).toMatchObject({ code: 0, reason: 'address_not_allowed' });
  await bind(OTHER);
  expect(await withdraw()).toMatchObject({ reason: 'address_not_allowed' });
  expect(await call('setAllowedOnly', { on: '0' })).toMatchObject({ code: 1 });
  const until = new Date(world.world.clock.nowMs() + DAY_MS).toISOString();
  expect(await book()).toMatchObject({ allowed_only: 1, allowed_until: until });
  // A repetition does not restart the wait.
  world.world.clock.advance(DAY_MS - 1);
  expect(await call('setAllowedOnly', { on: '0' })).toMatchObject({ code: 1 });
  expect(await send()).toMatchObject({ reason: 'address_not_allowed' });
  world.world.clock.advance(1);
  expect(await book()).toMatchObject({ allowed_only: 0, allowed_until: null });
  expect(await send()).toMatchObject({ code: 1 });
});

test('in a demo nothing waits: an allowed address counts at once, and “only allowed” ends at once', async () => {
  expect(await call('setAllowedOnly', { on: '1' }, world.http)).toMatchObject({ code: 1 });
  expect(await withdraw(world.http)).toMatchObject({ reason: 'address_not_allowed' });
  await keep({ address: TRON, allow: '1' }, world.http);
  expect(await withdraw(world.http)).toMatchObject({ code: 1 });
  expect(await send(world.http)).toMatchObject({ reason: 'address_not_allowed' });
  expect(await call('setAllowedOnly', { on: '0' }, world.http)).toMatchObject({ code: 1 });
  expect(await send(world.http)).toMatchObject({ code: 1 });
});

test('in live mode a change needs the password; other members’ entries are not found; at most a hundred are kept; each change is notified', async () => {
  const id = await keep();
  for (const [name, fields] of [
    ['keepAddress', { c_id: FUNDED.USDT, address: TRON, label: 'x' }],
    ['allowAddress', { id }],
    ['removeAddress', { id }],
    ['setAllowedOnly', { on: '1' }],
  ] as const) {
    expect(await live.http.call(name, fields, { token: lea.token })).toMatchObject({ reason: 'password_needed' });
  }
  expect(await world.http.call('allowAddress', { id: String(id) }, { token: tom.token })).toMatchObject({
    reason: 'not_found',
  });
  await call('allowAddress', { id: String(id) });
  await call('removeAddress', { id: String(id) });
  await call('setAllowedOnly', { on: '1' });
  const { list } = (await world.http.call('getNoticeList', {}, { token: lea.token })).data as Answer<'getNoticeList'>;
  expect(
    list
      .filter(({ title }) => title === 'Address book changed')
      .map(({ content }) => content.replaceAll(/<[^>]*>/g, ''))
      .toReversed(),
  ).toEqual([
    `${OTHER} was added for USDT.`,
    `${OTHER} was allowed for USDT withdrawals.`,
    `${OTHER} was removed for USDT.`,
    'You can now withdraw to allowed addresses only.',
  ]);
  await world.owner.run(
    {
      name: 'test.fill',
      text: `insert into address_book (member_id, coin_id, address, label, created_at) select $1, 1, 'T' || n, 'n', now() from generate_series(1, 100) n`,
    },
    [lea.id],
  );
  expect(await call('keepAddress', { c_id: FUNDED.USDT, address: OTHER, label: 'one more' })).toMatchObject({
    reason: 'too_many_addresses',
    msg: 'You have reached the limit of 100 addresses. Remove one first',
  });
});
