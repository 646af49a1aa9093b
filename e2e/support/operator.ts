import type { Answer, Envelope } from '@plimsoll/contract';
import type { Role } from '@plimsoll/contract/operator';
import type { Member } from './member.ts';
import { picture } from './picture.ts';
import { totpOf } from './totp.ts';
import { USDT } from './wallet.ts';

/** The first operator, made by these variables. */
const OWNER = { username: 'owner', password: 'harbourmaster1' } as const;
/** Variables of a server with a console login. */
export const CONSOLE_ENV = { OPERATOR_USERNAME: OWNER.username, OPERATOR_PASSWORD: OWNER.password } as const;
const PASSWORD = 'keelhauled-at-noon';
export const PAY_PASSWORD = 'anchor4down';
/** A valid TRON address, and a bank card. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** An operator outside the browser. */
export interface Operator {
  readonly username: string;
  readonly password: string;
  readonly token: string;
  /**
   * Calls the operator API; rejects unless it answers 2xx. Another owner approves what needs two; returns the final
   * result.
   */
  call<T = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T>;
  /** Sets a second factor, once. */
  enrol(): Promise<void>;
  /** Renews the second factor: decisions about money need a fresh one. */
  showFactor(): Promise<void>;
}

interface Answered<T> {
  readonly status: number;
  /** What the contract says of a success. */
  readonly body: T;
  /** What else an answer may say; null without a body. */
  readonly other: { readonly reason?: string; readonly proposal?: { readonly id: number } } | null;
}
const proposalOf = ({ status, other }: Answered<unknown>): number | undefined =>
  status === 202 ? other?.proposal?.id : undefined;

async function send<T>(
  url: string,
  method: string,
  path: string,
  { body, token }: { readonly body?: object | undefined; readonly token?: string },
): Promise<Answered<T>> {
  const response = await fetch(`${url}/operator/api${path}`, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = response.status === 204 ? 'null' : await response.text();
  return { status: response.status, body: JSON.parse(text), other: JSON.parse(text) };
}
const good = <T>(method: string, path: string, answer: Answered<T>): T => {
  if (answer.status < 300) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
};

/** A code is fresh for five minutes; renewed somewhat earlier. */
const FRESH_MS = 4 * 60_000;
/**
 * Operators with a second factor, by server and name: a second login would need another code, accepted once in half a
 * minute.
 */
const enrolled = new Map<string, Operator & { readonly isOwner: boolean }>();
/** Who may approve a proposal of `but`: treasurers and owners for deposits, else owners. */
const secondsTo = (url: string, but: string, path: string): Operator[] =>
  [...enrolled]
    .filter(
      ([key, { username, isOwner }]) =>
        (isOwner || path.startsWith('/recharges/')) && key === `${url} ${username}` && username !== but,
    )
    .map(([, each]) => each);

class ApiOperator implements Operator {
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly isOwner: boolean;
  readonly #url: string;
  #key: string | undefined;
  #shownMs = 0;

  constructor(
    url: string,
    given: { readonly username: string; readonly password: string; readonly token: string; readonly role: string },
  ) {
    this.#url = url;
    [this.username, this.password, this.token, this.isOwner] = [
      given.username,
      given.password,
      given.token,
      given.role === 'owner',
    ];
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.#ask<T>(method, path, body);
    const proposal = proposalOf(answer);
    if (proposal === undefined) return good(method, path, answer);
    const [known] = secondsTo(this.#url, this.username, path);
    const second = known ?? (await makeOperator(this.#url, this, 'second.owner', 'owner'));
    const waiting = known ? proposal : await this.#again(proposal, method, path, body);
    return (await second.call<{ result: T }>('POST', `/proposals/${waiting}/approve`, { remark: 'seen' })).result;
  }

  /** A second made after a proposal may not approve it: it is withdrawn and proposed again. */
  async #again(proposal: number, method: string, path: string, body?: object): Promise<number | undefined> {
    await this.#ask('POST', `/proposals/${proposal}/reject`, { remark: 'once more' });
    return proposalOf(await this.#ask(method, path, body));
  }

  async enrol(): Promise<void> {
    if (this.#key !== undefined) return;
    const path = '/operators/me/totp';
    const { secret } = good(
      'POST',
      path,
      await this.#ask<{ secret: string }>('POST', path, { password: this.password }),
    );
    good('POST', path, await this.#ask('POST', path, { password: this.password, code: totpOf(secret) }));
    [this.#key, this.#shownMs] = [secret, Date.now()];
    enrolled.set(`${this.#url} ${this.username}`, this);
  }

  async showFactor(): Promise<void> {
    if (this.#key === undefined || Date.now() - this.#shownMs < FRESH_MS) return;
    good(
      'POST',
      '/session/factor',
      await send(this.#url, 'POST', '/session/factor', { body: { code: totpOf(this.#key) }, token: this.token }),
    );
    this.#shownMs = Date.now();
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<Answered<T>> {
    await this.showFactor();
    const answer = await send<T>(this.#url, method, path, { body, token: this.token });
    if (answer.other?.reason !== 'not_established' || this.#key !== undefined) return answer;
    await this.enrol();
    return send(this.#url, method, path, { body, token: this.token });
  }
}

export async function enterConsole(
  url: string,
  { username, password }: { readonly username: string; readonly password: string } = OWNER,
): Promise<Operator> {
  const known = enrolled.get(`${url} ${username}`);
  if (known) return known;
  const { token, role } = good(
    'POST',
    '/session',
    await send<{ token: string; role: string }>(url, 'POST', '/session', { body: { username, password } }),
  );
  return new ApiOperator(url, { username, password, token, role });
}

/** Makes an operator and logs them in; treasurers and owners with a second factor. */
export async function makeOperator(url: string, owner: Operator, username: string, role: Role): Promise<Operator> {
  await owner.call('POST', '/operators', { username, password: PASSWORD, role });
  const made = await enterConsole(url, { username, password: PASSWORD });
  if (role === 'owner' || role === 'treasurer') await made.enrol();
  return made;
}

/** Uploads a picture; the same `image` is the same picture. @returns its link. */
async function uploadPicture(url: string, member: Member, image: number): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([picture(image)], { type: 'image/png' }), 'proof.png');
  const response = await fetch(`${url}/api/api/common/upload`, {
    method: 'POST',
    headers: { Token: member.token },
    body: form,
  });
  const { data }: Envelope<{ url: string }> = await response.json();
  if (!data) throw new Error('the picture was not stored');
  return data.url;
}

/** Applies for certification with pictures `image` and the next. @returns the application's id. */
export async function applyForIdentity(url: string, member: Member, real_name: string, image: number): Promise<number> {
  await member.obtain('usrsetreal', {
    real_name,
    front_card: await uploadPicture(url, member, image),
    back_card: await uploadPicture(url, member, image + 1),
  });
  return (await member.obtain('getIdentity')).application?.id ?? 0;
}

/** Uploads a proof and claims a deposit of USDT over TRC20; the same `image` is the same proof. @returns its id. */
export async function claimDeposit(url: string, member: Member, num: string, image: number): Promise<number> {
  const payimg = await uploadPicture(url, member, image);
  const networks = await fetch(`${url}/api/getrecharge`, { headers: { Token: member.token } });
  const { data: coins }: Envelope<Answer<'getrecharge'>> = await networks.json();
  const network = coins?.list
    .find(({ title }) => title === 'USDT')
    ?.networkList.find(({ coin_net }) => coin_net === 'TRC20');
  if (!network) throw new Error('there is no network');
  return (await member.obtain('recharge', { c_id: USDT, num, payimg, a_id: String(network.id), type: '1' })).id;
}

/** Gives a member a payment password and a bound USDT address. */
export async function readyToWithdraw(member: Member): Promise<void> {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  await member.obtain('setusraddress', { c_id: USDT, address: TRON });
}

/** Requests a withdrawal of USDT to the bound address. @returns its id. */
export const askWithdrawal = async (member: Member, num: string): Promise<number> =>
  (await member.obtain('withdraw', { c_id: USDT, num, type: '1', paypwd: PAY_PASSWORD, withdraw_type: '1' })).id;
