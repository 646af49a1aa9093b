import { vi } from 'vitest';
import type { House } from './house.ts';
import { ADDRESS } from './described-known.ts';
import type { Errand, Errands, Ground, Hand } from './described-errands.ts';
import { PASSWORD, photo } from './lea.ts';

// Errands of members with money, and what operators decide about it.

const PAY_PASSWORD = `${PASSWORD}2`;
const USDT = '1';
/** While a new server waits for its first book and mark. */
const passing = ['stale_market', 'no_liquidity'];

/** A member with demo money and a payment password. */
export async function rich({ house, hand }: Ground): Promise<Hand> {
  const by = await hand();
  await house.obtain('demoFunds', {}, by.token);
  await house.obtain('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD }, by.token);
  return by;
}

/** A link to a picture of a member's. */
export async function picture(house: House, by: Hand, seed = by.id): Promise<string> {
  const { data } = await house.upload(by.token, await photo(seed));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
  return (data as { readonly url: string }).url;
}

/** A call that is refused for what passes by itself is asked again. */
async function inTime(house: House, name: 'upbbbuy' | 'creatorder', fields: object, by: Hand): Promise<number> {
  const answer = await vi.waitFor(
    async () => {
      const got = await house.call(name, { ...fields }, by.token);
      if (got.code !== 1) throw new Error(`${name}: ${got.text}`);
      return got;
    },
    { timeout: 30_000, interval: 100 },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
  const data = answer.data as { readonly id?: number; readonly order_id?: number };
  return data.id ?? data.order_id ?? 0;
}

const LIMIT = { m_id: '1', type: '1', operate_type: '1', num: '0.01', price: '1000' };
const MARKET = { m_id: '1', type: '1', operate_type: '2', amount: '500' };

/** A member with an order that rests. */
async function withOrder(ground: Ground): Promise<{ readonly by: Hand; readonly bb_id: number }> {
  const by = await rich(ground);
  return { by, bb_id: await inTime(ground.house, 'upbbbuy', LIMIT, by) };
}

/** A member with an order that was filled, and the line of its first fill in the log. */
async function withFill(ground: Ground): Promise<{ readonly by: Hand; readonly id: number; readonly entry: string }> {
  const by = await rich(ground);
  const id = await inTime(ground.house, 'upbbbuy', MARKET, by);
  const entry = await vi.waitFor(
    async () => {
      const { list } = await ground.house.obtain('getReceipt', { kind: 'fill', id }, by.token);
      if (!list[0]) throw new Error('it is not in the log');
      return list[0].entry;
    },
    { timeout: 30_000, interval: 100 },
  );
  return { by, id, entry };
}

/** What an option takes, of a member with money for it. */
async function staking(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await rich(ground);
  await ground.house.obtain('transfer', { c_id: USDT, num: '2000', from_type: '1', to_type: '2' }, by.token);
  const { hytime, hymin } = await ground.house.obtain('getHyConfig', {}, by.token);
  return { by, fields: { m_id: '1', ctime: hytime[0], ctzed: hymin[0]?.split('.')[0], buytype: '1' } };
}

/** What a loan takes. */
async function borrowing(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await rich(ground);
  const [offered] = (await ground.house.obtain('getLoanProjects', {}, by.token)).list;
  const fields = {
    id: offered?.id,
    amount: offered?.minprice.split('.')[0],
    front_card: await picture(ground.house, by, 1),
    later_card: await picture(ground.house, by, 2),
    handheld_card: await picture(ground.house, by, 3),
  };
  return { by, fields };
}

/** A loan that waits for its decision. */
export async function asked(ground: Ground): Promise<{ readonly by: Hand; readonly id: number }> {
  const { by, fields } = await borrowing(ground);
  return { by, id: (await ground.house.obtain('applyLoan', { ...fields }, by.token)).id };
}

/** A claim of a deposit, and a withdrawal, as members ask for them. */
async function claiming(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await rich(ground);
  const { list } = await ground.house.obtain('getrecharge', {}, by.token);
  const a_id = list.find(({ id }) => String(id) === USDT)?.networkList[0]?.id;
  return { by, fields: { c_id: USDT, num: '10', type: '1', a_id, payimg: await picture(ground.house, by) } };
}
async function leaving(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await rich(ground);
  await ground.house.obtain('setusraddress', { c_id: USDT, address: ADDRESS, password: PASSWORD }, by.token);
  return { by, fields: { c_id: USDT, num: '100', type: '1', withdraw_type: '1', paypwd: PAY_PASSWORD } };
}
/** A claimed deposit that waits, by its id. */
export async function claimed(ground: Ground): Promise<number> {
  const { by, fields } = await claiming(ground);
  return (await ground.house.obtain('recharge', { ...fields }, by.token)).id;
}
/** A withdrawal that waits, by its id. */
export async function left(ground: Ground): Promise<number> {
  const { by, fields } = await leaving(ground);
  return (await ground.house.obtain('withdraw', { ...fields }, by.token)).id;
}

/** What a stake takes. */
async function laying(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await rich(ground);
  const { list } = await ground.house.obtain('getStakingProjects', {}, by.token);
  const project = list.find(({ coin }) => coin.title === 'USDT');
  const [info] = project?.staking_info ?? [];
  return { by, fields: { id: project?.id, s_id: info?.id, amount: info?.min_price, paypassword: PAY_PASSWORD } };
}

/** What a transfer to another member takes. */
async function sending(ground: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const [by, to] = [await rich(ground), await ground.hand()];
  return { by, fields: { to_uid: to.id, c_id: USDT, amount: '10', paypassword: PAY_PASSWORD } };
}

/** A member with an address in the book. */
async function keeping({ house, hand }: Ground): Promise<{ readonly by: Hand; readonly fields: object }> {
  const by = await hand();
  const kept = { c_id: USDT, address: ADDRESS, label: 'Hull', password: PASSWORD };
  const { id } = await house.obtain('keepAddress', kept, by.token);
  return { by, fields: { id, password: PASSWORD } };
}

const errandOf = ({ by, fields }: { readonly by: Hand; readonly fields: object }): Errand => ({
  fields: { ...fields },
  token: by.token,
  passing,
});

export const dealingErrands: Errands = {
  async demoFunds({ hand }) {
    return { token: (await hand()).token };
  },
  async transfer(ground) {
    const { token } = await rich(ground);
    return { fields: { c_id: USDT, num: '5', from_type: '1', to_type: '2' }, token };
  },
  async upbbbuy(ground) {
    return errandOf({ by: await rich(ground), fields: LIMIT });
  },
  async planOrder(ground) {
    return errandOf({ by: await rich(ground), fields: LIMIT });
  },
  async planCancel(ground) {
    const { by, bb_id } = await withOrder(ground);
    return errandOf({ by, fields: { bb_id } });
  },
  async tradecancelOrder(ground) {
    const { by, bb_id } = await withOrder(ground);
    return errandOf({ by, fields: { bb_id } });
  },
  async trademoveOrder(ground) {
    const { by, bb_id } = await withOrder(ground);
    return errandOf({ by, fields: { bb_id, price: '1100' } });
  },
  async tradegetFillList(ground) {
    const { by } = await withFill(ground);
    return errandOf({ by, fields: { m_id: '1' } });
  },
  async getReceipt(ground) {
    const { by, id } = await withFill(ground);
    return errandOf({ by, fields: { kind: 'fill', id } });
  },
  async book(ground) {
    const { entry } = await withFill(ground);
    return { fields: { hash: /"book":"([0-9a-f]{64})"/.exec(entry)?.[1] ?? entry } };
  },
  async exchangeCoin(ground) {
    const fields = { type: '1', from_coin_id: USDT, to_coin_id: '2', amount: '100', paypassword: PAY_PASSWORD };
    return errandOf({ by: await rich(ground), fields });
  },
  async creatorder(ground) {
    return errandOf(await staking(ground));
  },
  async planOption(ground) {
    return errandOf(await staking(ground));
  },
  async getHyOrderInfo(ground) {
    const { by, fields } = await staking(ground);
    return errandOf({ by, fields: { order_id: await inTime(ground.house, 'creatorder', fields, by) } });
  },
  async applyLoan(ground) {
    return errandOf(await borrowing(ground));
  },
  async cancelLoanApply(ground) {
    const { by, id } = await asked(ground);
    return errandOf({ by, fields: { id } });
  },
  async repayLoan(ground) {
    const { by, id } = await asked(ground);
    await ground.house.operate('POST', `/loans/${id}/approve`, await ground.operator('owner'), {});
    return errandOf({ by, fields: { id } });
  },
  async allowAddress(ground) {
    return errandOf(await keeping(ground));
  },
  async removeAddress(ground) {
    return errandOf(await keeping(ground));
  },
  async setBank({ hand }) {
    const fields = { bank_name: 'Quay', card_number: '6222000011112222', card_name: 'Zoe', password: PASSWORD };
    return { fields, token: (await hand()).token };
  },
  async moveFavourite({ house, hand }) {
    const { token } = await hand();
    for (const market of ['1', '2']) await house.obtain('setFavourite', { market, on: '1' }, token);
    return { fields: { market: '2', before: '1' }, token };
  },
  async recharge(ground) {
    return errandOf(await claiming(ground));
  },
  async withdraw(ground) {
    return errandOf(await leaving(ground));
  },
  async submitStaking(ground) {
    return errandOf(await laying(ground));
  },
  async redeemStaking(ground) {
    const { by, fields } = await laying(ground);
    const { id } = await ground.house.obtain('submitStaking', { ...fields }, by.token);
    return errandOf({ by, fields: { id } });
  },
  async buyMiningMachine(ground) {
    const by = await rich(ground);
    const [offered] = (await ground.house.obtain('getMiningMachineList', {}, by.token)).list;
    return errandOf({ by, fields: { id: offered?.id, amount: '1000' } });
  },
  async balanceTransfer(ground) {
    return errandOf(await sending(ground));
  },
  async cancelInternalTransfer(ground) {
    const { by, fields } = await sending(ground);
    const { id } = await ground.house.obtain('balanceTransfer', { ...fields }, by.token);
    return errandOf({ by, fields: { id } });
  },
  async usrsetreal(ground) {
    const by = await rich(ground);
    const [front_card, back_card] = [await picture(ground.house, by, 1), await picture(ground.house, by, 2)];
    return errandOf({ by, fields: { real_name: 'Zoe Quay', front_card, back_card } });
  },
  // A member who came before the newest total.
  async getLiabilityProof({ hand }) {
    return { token: (await hand()).token, passing: ['no_epoch_yet'] };
  },
  async liabilities() {
    return { passing: ['no_epoch_yet'] };
  },
};
