import type { Role } from '@plimsoll/contract/operator';
import { totpOf } from '../support/totp.ts';
import type { LivePlatform } from './platform.ts';
import type { Reply, Wire } from './wire.ts';
import { listOf, objectOf, textOf, type Json } from '../support/json.ts';

const PASSWORD = 'Keelhauled at noon, twice';
const PERIOD_MS = 30_000;

/** An operator with name, password and authenticator. */
export class OperatorUser {
  readonly username: string;
  readonly role: Role;
  readonly #platform: LivePlatform;
  readonly #wire: Wire;
  readonly #password: string;
  #key: string | undefined;
  #token = '';
  #renewing: Promise<void> | undefined;

  constructor(
    platform: LivePlatform,
    wire: Wire,
    {
      username,
      role,
      password = PASSWORD,
    }: { readonly username: string; readonly role: Role; readonly password?: string },
  ) {
    this.#platform = platform;
    this.#wire = wire;
    this.username = username;
    this.role = role;
    this.#password = password;
  }

  async claim(link: string): Promise<void> {
    await this.#need(await this.#send('POST', '/session/claim', { link, password: this.#password }));
  }

  async login(): Promise<void> {
    const code = this.#key === undefined ? {} : { totp: await this.#code() };
    const { body } = await this.#need(
      await this.#send('POST', '/session', { username: this.username, password: this.#password, ...code }),
    );
    this.#token = String(body?.['token']);
  }

  async enrol(): Promise<void> {
    const path = '/operators/me/totp';
    const { body } = await this.#need(await this.#send('POST', path, { password: this.#password }));
    this.#key = String(body?.['secret']);
    await this.#need(await this.#send('POST', path, { password: this.#password, code: await this.#code() }));
    this.#wire.keep(`the authenticator of ${this.username}`, this.#key);
  }

  /** Calls the console with a fresh login and a fresh code. */
  async ask(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.#send(method, path, body);
    if (reply.reason !== 'unauthenticated' && reply.reason !== 'factor_needed') return reply;
    // One renewal serves concurrent requests.
    this.#renewing ??= this.#renew(reply.reason).finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
    return this.#send(method, path, body);
  }

  async #renew(lack: 'unauthenticated' | 'factor_needed'): Promise<void> {
    if (lack === 'unauthenticated') await this.login();
    else await this.#need(await this.#send('POST', '/session/factor', { code: await this.#code() }));
  }

  async obtain(method: string, path: string, body?: object): Promise<Json> {
    return (await this.#need(await this.ask(method, path, body))).body ?? {};
  }

  /** A code of an unused period: each is accepted once. */
  async #code(): Promise<string> {
    await this.#platform.advance(PERIOD_MS);
    return totpOf(this.#key ?? '', 0, this.#platform.nowMs());
  }

  #send(method: string, path: string, body?: object): Promise<Reply> {
    return this.#wire.send(`/operator/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #need(reply: Reply): Promise<Reply> {
    if (reply.status < 300) return reply;
    throw new Error(`${this.username} (${this.role}): ${reply.status} ${reply.text}`);
  }
}

/**
 * An action of two operators: the second approves the first's proposal, or repeats the request where there is none.
 * @returns the last answer.
 */
export async function byTwo(
  [first, second]: readonly [OperatorUser, OperatorUser],
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const asked = await first.ask(method, path, body);
  if (asked.status !== 202) return asked;
  const proposal = textOf(objectOf(asked.body?.['proposal'])['id']) || (await waitingFor(second, path, asked));
  return proposal === ''
    ? second.ask(method, path, body)
    : second.ask('POST', `/proposals/${proposal}/approve`, { remark: 'seen' });
}

/** The proposal of a record that has a table of its own; empty without one. */
async function waitingFor(operator: OperatorUser, path: string, { body }: Reply): Promise<string> {
  const { list } = await operator.obtain('GET', '/proposals?status=1&limit=5');
  const kind = path.split('/')[1];
  const found = listOf(list).find((each) => each['kind'] === kind && String(each['ref']) === String(body?.['id']));
  return textOf(found?.['id']);
}
