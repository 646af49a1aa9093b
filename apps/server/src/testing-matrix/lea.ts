import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import type { Answer, CallName } from '@plimsoll/contract';
import { sql } from '../platform/db.ts';
import type { House } from './house.ts';

/** A member's things, by what names them. */
export interface Belongings {
  readonly token: string;
  readonly order: string;
  readonly option: string;
  readonly loan: string;
  readonly stake: string;
  readonly transfer: string;
  readonly card: string;
  /** An address in her book. */
  readonly kept: string;
  readonly session: string;
  readonly device: string;
  readonly passkey: string;
  /** A key of her program. */
  readonly programKey: string;
  readonly notice: string;
  /** Link to an image of hers. */
  readonly image: string;
}
/** Lea's password, searched for where it must not be. */
export const PASSWORD = 'Keel9Haul7Spar';
/** Texts of hers that no other answer may contain. */
export const MARKS = ['Lea Hansen', '6222021234567890', 'only for Lea'];

const device = sql<{ id: string }>(
  'matrix.device',
  `
  insert into known_device (member_id, token_hash, browser, system, address, created_at, last_used_at, expires_at)
  values ($1, $2, 'Chrome', 'Android', '203.0.113.*', now(), now(), now() + interval '90 days') returning id`,
);
const passkey = sql<{ id: string }>(
  'matrix.passkey',
  `
  insert into passkey (member_id, credential_id, public_key, counter, transports, name, created_at) values ($1, 'bGVh', '\\x00', 0, '{}', 'Phone', now()) returning id`,
);

/** A new member with 10 000 USDT. */
export async function newMember(house: House, email: string): Promise<string> {
  const { userinfo } = await house.obtain('register', {
    type: '2',
    email,
    password: PASSWORD,
    repassword: PASSWORD,
  });
  await house.obtain('demoFunds', {}, userinfo.token);
  return userinfo.token;
}
export const photo = (seed = 0): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 30, g: seed % 256, b: 90 } } })
    .jpeg()
    .toBuffer();

/** A member call in her name that must succeed. */
type Own = <Name extends CallName>(name: Name, fields?: Readonly<Record<string, unknown>>) => Promise<Answer<Name>>;

/** Gives a member one of everything with an id. `toMember` receives her transfer; `operator` is an owner's token. */
export async function furnish(
  house: House,
  token: string,
  { toMember, operator }: { readonly toMember: string; readonly operator: string },
): Promise<Belongings> {
  const own: Own = (name, fields = {}) => house.obtain(name, fields, token);
  const image = async () => UPLOADED.parse((await house.upload(token, await photo(randomBytes(1)[0]))).data).url;
  const { id: member } = await own('getusr');
  const trades = await trade(house, own, token);
  const loan = await borrow(own, image);
  await own('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD });
  const stake = await putAtStake(house, own, operator);
  // Changing these needs two operators; there is one.
  await house.db.run({ name: 'matrix.days', text: 'update coin set internal_transfer_days = 3 where id = 1' });
  const sent = { to_uid: toMember, c_id: '1', amount: '10', paypassword: PAY_PASSWORD };
  const transfer = await own('balanceTransfer', sent);
  await own('setBank', { bank_name: 'Quay Bank', card_number: MARKS[1], card_name: MARKS[0] });
  const kept = await own('keepAddress', { c_id: '1', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', label: MARKS[2] });
  const [card] = await own('getUserBankList');
  const { list: sessions } = await own('getSessions', { page: '1', limit: '10' });
  const notice = await house.operate('POST', '/notices', operator, {
    title: MARKS[2],
    content: `<p>${MARKS[2]}</p>`,
    member_id: member,
  });
  const { id: programKey } = await own('makeKey', { name: MARKS[2], password: PASSWORD });
  const [known] = await house.db.run(device, [member, randomBytes(32).toString('hex')]);
  const [key] = await house.db.run(passkey, [member]);
  return {
    token,
    ...trades,
    loan: String(loan),
    stake: String(stake),
    transfer: String(transfer.id),
    card: String(card?.id),
    kept: String(kept.id),
    session: String(sessions[0]?.id),
    device: String(known?.id),
    passkey: String(key?.id),
    programKey: String(programKey),
    notice: String(notice['id']),
    image: await image(),
  };
}

const UPLOADED = z.object({ url: z.string() });
const PLACED = z.object({ order_id: z.number() });
const PAY_PASSWORD = `${PASSWORD}2`;

/** Places a spot order that waits, and an option whose line is drawn. */
async function trade(house: House, own: Own, token: string): Promise<Pick<Belongings, 'order' | 'option'>> {
  const { list: markets } = await house.obtain('getMarketList');
  const market = markets.find(({ symbol }) => symbol === 'btcusdt')?.id;
  await own('transfer', { c_id: '1', num: '2000', from_type: '1', to_type: '2' });
  const order = await own('upbbbuy', { m_id: market, type: '1', operate_type: '1', num: '0.01', price: '1000' });
  const terms = await own('getHyConfig');
  const longest = Math.max(...terms.hytime);
  const wanted = { m_id: market, ctime: longest, ctzed: terms.hymin[terms.hytime.indexOf(longest)], buytype: '1' };
  // A new server may wait for its first book and mark.
  let placed = await house.call('creatorder', wanted, token);
  while (placed.text.includes('stale_market')) {
    await delay(100);
    placed = await house.call('creatorder', wanted, token);
  }
  if (placed.code !== 1) throw new Error(`creatorder: ${placed.text}`);
  const { order_id } = PLACED.parse(placed.data);
  // Its row changes when its line is drawn.
  while ((await own('getHyOrderInfo', { order_id })).buyprice === null) await delay(100);
  return { order: String(order.id), option: String(order_id) };
}

async function borrow(own: Own, image: () => Promise<string>): Promise<number> {
  const [offered] = (await own('getLoanProjects')).list;
  const { id } = await own('applyLoan', {
    id: offered?.id,
    amount: offered?.minprice.split('.')[0],
    front_card: await image(),
    later_card: await image(),
    handheld_card: await image(),
  });
  return id;
}

async function putAtStake(house: House, own: Own, operator: string): Promise<number> {
  await house.operate('POST', '/staking-projects', operator, {
    c_id: 1,
    type: 2,
    staking_info: [{ days: 30, interest_rate: '3', min_price: '10' }],
  });
  const staking = (await own('getStakingProjects')).list.find(({ coin }) => coin.title === 'USDT');
  const [info] = staking?.staking_info ?? [];
  const { id } = await own('submitStaking', {
    id: staking?.id,
    s_id: info?.id,
    amount: info?.min_price,
    paypassword: PAY_PASSWORD,
  });
  return id;
}
