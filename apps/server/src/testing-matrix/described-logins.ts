import { unused, type Device, type Errands, type Ground, type Hand } from './described-errands.ts';
import { PASSWORD } from './lea.ts';
import { mailed } from './mailbox.ts';

// Errands of members about logins, second factors and addresses.

const CODE = /\b(\d{6})\b/;
const password = PASSWORD;

/** The secret of an authenticator that waits for its first code. */
async function begun({ house, hand, codeOf }: Ground): Promise<{ readonly by: Hand; readonly code: string }> {
  const by = await hand();
  const { secret } = await house.obtain('startTotp', { password }, by.token);
  return { by, code: codeOf(secret) };
}

/** A member with an authenticator, and a recovery code: a code of the authenticator is valid once. */
async function withTotp(ground: Ground): Promise<{ readonly by: Hand; readonly second: string }> {
  const { by, code } = await begun(ground);
  const { recovery_codes } = await ground.house.obtain('confirmTotp', { second: code }, by.token);
  return { by, second: recovery_codes?.[0] ?? '' };
}

interface Holder {
  readonly by: Hand;
  readonly second: string;
  readonly id: number;
  readonly key: Device;
}

/** A device's new passkey for a member, and what belongs to it. */
async function device({ house, hand, passkey }: Ground) {
  const by = await hand();
  const { passkey_origin: origin } = await house.obtain('getSecurity', {}, by.token);
  const key = passkey(origin);
  return { by, made: key.made(await house.obtain('startPasskey', { password }, by.token)), key };
}

/** A member with a passkey. */
async function withPasskey(ground: Ground): Promise<Holder> {
  const { by, made, key } = await device(ground);
  const { id, recovery_codes } = await ground.house.obtain('addPasskey', { name: 'Phone', passkey: made }, by.token);
  return { by, id, second: recovery_codes?.[0] ?? '', key };
}

/** What the second step of a login takes. */
async function secondStep(ground: Ground) {
  const { by, second } = await withTotp(ground);
  const refused = await ground.house.call('login', { username: by.email, password });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as login's refusal says
  const { ticket } = refused.data as { readonly ticket: string };
  return { ticket, second, remember_device: '1' };
}

/** The token in a mailed link for a new password. */
async function resetLink({ house, hand }: Ground): Promise<string> {
  const { email } = await hand();
  await house.obtain('forgotpwd', { email });
  return mailed(house, email, /\/forgot#([\w.-]+)/);
}

/** A code mailed to an address. */
async function codeTo({ house }: Ground, by: Hand, email: string): Promise<string> {
  await house.obtain('sendEmailCode', { email }, by.token);
  return mailed(house, email, CODE);
}

export const loginErrands: Errands = {
  async register() {
    return { fields: { type: '2', email: `${unused()}@quay.example`, password, repassword: password } };
  },
  async login({ hand }) {
    return { fields: { username: (await hand()).email, password } };
  },
  async loginSecond(ground) {
    return { fields: await secondStep(ground) };
  },
  async loginPasskey(ground) {
    const { key } = await withPasskey(ground);
    return { fields: { passkey: key.signed(await ground.house.obtain('passkeyLoginChallenge')) } };
  },
  async endSession({ house, hand }) {
    const { email, token } = await hand();
    await house.obtain('login', { username: email, password });
    const { list } = await house.obtain('getSessions', {}, token);
    return { fields: { id: list.find(({ current }) => current === 0)?.id }, token };
  },
  async forgetDevice(ground) {
    const { token } = (await ground.house.obtain('loginSecond', await secondStep(ground))).userinfo;
    const [known] = (await ground.house.obtain('getDevices', {}, token)).list;
    return { fields: { id: known?.id }, token };
  },
  async makeKey({ hand }) {
    const fields = { name: 'Bot', trade: '1', networks: '10.0.0.0/8', markets: 'btcusdt', day_cap: '500', password };
    return { fields, token: (await hand()).token };
  },
  async passkeyChallenge(ground) {
    const { by } = await withPasskey(ground);
    return { fields: { purpose: 'change' }, token: by.token };
  },
  async startTotp({ hand }) {
    return { fields: { password }, token: (await hand()).token };
  },
  async confirmTotp(ground) {
    const { by, code } = await begun(ground);
    return { fields: { second: code }, token: by.token };
  },
  async removeTotp(ground) {
    const { by, second } = await withTotp(ground);
    return { fields: { password, second }, token: by.token };
  },
  async renewRecoveryCodes(ground) {
    const { by, second } = await withTotp(ground);
    return { fields: { password, second }, token: by.token };
  },
  async startPasskey({ hand }) {
    return { fields: { password }, token: (await hand()).token };
  },
  async addPasskey(ground) {
    const { by, made } = await device(ground);
    return { fields: { name: 'Phone', passkey: made }, token: by.token };
  },
  async removePasskey(ground) {
    const { by, id, second } = await withPasskey(ground);
    return { fields: { id, password, second }, token: by.token };
  },
  async setPhrase({ hand }) {
    return { fields: { phrase: 'Fair winds', password }, token: (await hand()).token };
  },
  async freezeMe({ hand }) {
    return { token: (await hand()).token };
  },
  async resetpwd({ hand }) {
    return { fields: { oldpassword: password, newpassword: `${password}3` }, token: (await hand()).token };
  },
  async resetpay({ hand }) {
    return { fields: { logpassword: password, newpassword: `${password}2` }, token: (await hand()).token };
  },
  async proveEmail(ground) {
    const by = await ground.hand();
    return { fields: { captcha: await codeTo(ground, by, by.email) }, token: by.token };
  },
  async setEmail(ground) {
    const [by, email] = [await ground.hand(), `${unused()}@quay.example`];
    return { fields: { email, captcha: await codeTo(ground, by, email), password }, token: by.token };
  },
  async getNewpwd(ground) {
    return { fields: { token: await resetLink(ground) } };
  },
  async newpwd(ground) {
    const fields = { token: await resetLink(ground), password: `${password}4`, repassword: `${password}4` };
    return { fields };
  },
  // Off until registration by phone is on.
  async smssend({ house, operator }) {
    await house.operate('PATCH', '/settings', await operator('owner'), { phone_register_switch: 1 });
    return { fields: { phone: '491700000000' } };
  },
};
