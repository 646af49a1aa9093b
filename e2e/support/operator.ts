import type { Answer, Envelope } from '@plimsoll/contract';
import type { Role } from '@plimsoll/contract/operator';
import type { Member } from './member.ts';
import { picture } from './picture.ts';
import { USDT } from './wallet.ts';

/** The first operator of a server that was started with these variables. */
const OWNER = { username: 'owner', password: 'harbourmaster1' } as const;
/** Variables of a server whose console can be entered. */
export const CONSOLE_ENV = { OPERATOR_USERNAME: OWNER.username, OPERATOR_PASSWORD: OWNER.password } as const;
/** Of every operator that a journey makes. */
const PASSWORD = 'keelhauled-at-noon';
export const PAY_PASSWORD = 'anchor4down';
/** A real address of TRON, and a bank card. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** An operator as seen from outside the browser. */
export interface Operator {
  readonly username: string;
  readonly password: string;
  readonly token: string;
  /** Calls the operator API; rejects unless it answers 2xx. */
  call<T = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T>;
}

/** Logs an operator in. */
export async function enterConsole(url: string, { username, password }: { readonly username: string; readonly password: string } = OWNER): Promise<Operator> {
  const send = async (method: string, path: string, body?: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${url}/operator/api${path}`, {
      method,
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = response.status === 204 ? null : await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { token } = await send('POST', '/session', { username, password }) as { token: string };
  return { username, password, token, call: async <T,>(method: string, path: string, body?: object) => await send(method, path, body, token) as T };
}

/** Makes another operator, and logs them in. */
export async function makeOperator(url: string, owner: Operator, username: string, role: Role): Promise<Operator> {
  await owner.call('POST', '/operators', { username, password: PASSWORD, role });
  return enterConsole(url, { username, password: PASSWORD });
}

/** Uploads a picture; the same `image` is the same picture. Gives its link. */
async function uploadPicture(url: string, member: Member, image: number): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([picture(image)], { type: 'image/png' }), 'proof.png');
  const response = await fetch(`${url}/api/api/common/upload`, { method: 'POST', headers: { Token: member.token }, body: form });
  const { data } = await response.json() as Envelope<{ url: string }>;
  if (!data) throw new Error('the picture was not taken');
  return data.url;
}

/** Applies to be certified, with two pictures from `image` on. Gives the application's id. */
export async function applyForIdentity(url: string, member: Member, real_name: string, image: number): Promise<number> {
  await member.obtain('usrsetreal', { real_name, front_card: await uploadPicture(url, member, image), back_card: await uploadPicture(url, member, image + 1) });
  return (await member.obtain('getIdentity')).application?.id ?? 0;
}

/** Uploads a proof and claims a deposit of USDT over TRC20; the same `image` is the same proof. Gives its id. */
export async function claimDeposit(url: string, member: Member, num: string, image: number): Promise<number> {
  const payimg = await uploadPicture(url, member, image);
  const networks = await fetch(`${url}/api/getrecharge`, { headers: { Token: member.token } });
  const { data: coins } = await networks.json() as Envelope<Answer<'getrecharge'>>;
  const network = coins?.list.find(({ title }) => title === 'USDT')?.networkList.find(({ coin_net }) => coin_net === 'TRC20');
  if (!network) throw new Error('there is no network');
  return (await member.obtain('recharge', { c_id: USDT, num, payimg, a_id: String(network.id), type: '1' })).id;
}

/** Gives a member what withdrawals need: a payment password and a bound address of USDT. */
export async function readyToWithdraw(member: Member): Promise<void> {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  await member.obtain('setusraddress', { c_id: USDT, address: TRON });
}

/** Asks for a withdrawal of USDT to the bound address. Gives its id. */
export const askWithdrawal = async (member: Member, num: string): Promise<number> =>
  (await member.obtain('withdraw', { c_id: USDT, num, type: '1', paypwd: PAY_PASSWORD, withdraw_type: '1' })).id;
