import { memberCalls } from '@plimsoll/contract';
import { picture } from '../support/picture.ts';
import { totpOf } from '../support/totp.ts';
import type { LivePlatform } from './platform.ts';
import type { Reply, Wire } from './wire.ts';
import { objectOf, type Json } from '../support/json.ts';

export type Fields = Readonly<Record<string, string>>;

export const PASSWORD = 'quay4load7line';
export const PAY_PASSWORD = 'anchor4down';
const PERIOD_MS = 30_000;
const ONLY_GET = new Set(memberCalls.filter(({ methods }) => !methods.includes('POST')).map(({ name }) => name));

export function askMember(wire: Wire, name: string, fields: Fields = {}, headers: Fields = {}): Promise<Reply> {
  const query = new URLSearchParams(fields);
  return ONLY_GET.has(name)
    ? wire.send(`/api/${name}?${query.toString()}`, { headers })
    : wire.send(`/api/${name}`, { method: 'POST', headers, body: query });
}

/** A member with their e-mail address, passwords and authenticator. */
export class MemberUser {
  readonly email: string;
  id = '';
  token = '';
  readonly #platform: LivePlatform;
  readonly #wire: Wire;
  #key: string | undefined;

  constructor(platform: LivePlatform, wire: Wire, email: string) {
    this.#platform = platform;
    this.#wire = wire;
    this.email = email;
  }

  async register(): Promise<this> {
    await this.obtain('emssend', { email: this.email });
    const captcha = await this.#platform.mailed(this.email, /\b(\d{6})\b/);
    await this.#entered(
      await this.obtain('register', {
        type: '2',
        email: this.email,
        password: PASSWORD,
        repassword: PASSWORD,
        captcha,
      }),
    );
    this.id = String((await this.obtain('getusr'))['id']);
    return this;
  }

  async login(): Promise<void> {
    const reply = await this.ask('login', { username: this.email, password: PASSWORD });
    if (reply.reason !== 'second_factor_required') return this.#entered(dataOf(reply));
    await this.#entered(
      await this.obtain('loginSecond', { ticket: String(dataOf(reply)['ticket']), ...(await this.factor()) }),
    );
  }

  /** Sets an authenticator; no answer may show its secrets from then on. */
  async enrol(): Promise<void> {
    const { secret } = await this.obtain('startTotp', { password: PASSWORD });
    this.#key = String(secret);
    const { recovery_codes } = await this.obtain('confirmTotp', await this.factor());
    for (const code of Array.isArray(recovery_codes) ? recovery_codes : [])
      this.#wire.keep(`a recovery code of ${this.email}`, String(code));
    this.#wire.keep(`the authenticator of ${this.email}`, this.#key);
  }

  /** An unused code of the authenticator; nothing where none is set. */
  async factor(): Promise<Fields> {
    if (this.#key === undefined) return {};
    await this.#platform.advance(PERIOD_MS);
    return { second: totpOf(this.#key, 0, this.#platform.nowMs()) };
  }

  ask(name: string, fields: Fields = {}, headers: Fields = {}): Promise<Reply> {
    return askMember(this.#wire, name, fields, { ...(this.token === '' ? {} : { Token: this.token }), ...headers });
  }

  async obtain(name: string, fields: Fields = {}): Promise<Json> {
    const reply = await this.ask(name, fields);
    if (reply.reason !== 'done') throw new Error(`${this.email}: ${name}: ${reply.text}`);
    return dataOf(reply);
  }

  /** Claims a deposit with a numbered proof picture. @returns its id. */
  async claim(coin: string, network: string, num: string, image: number): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([picture(image, { width: 40, height: 40 })], { type: 'image/png' }), 'proof.png');
    const { url } = dataOf(
      await this.#wire.send('/api/api/common/upload', { method: 'POST', headers: { Token: this.token }, body: form }),
    );
    return String(
      (await this.obtain('recharge', { c_id: coin, num, payimg: String(url), a_id: network, type: '1' }))['id'],
    );
  }

  async #entered(data: Json): Promise<void> {
    this.token = String(objectOf(data['userinfo'])['token']);
  }
}

const dataOf = ({ body }: Reply): Json => objectOf(body?.['data']);
