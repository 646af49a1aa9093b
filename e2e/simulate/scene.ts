import { sql } from '../../apps/server/src/platform/db.ts';
import { totpOf } from '../support/totp.ts';
import { Dice } from './dice.ts';
import { Disagreement, mustAgree } from './disagreement.ts';
import { Model } from './model/model.ts';
import type { Outcome } from './model/outcome.ts';
import { openProcess, type ServerProcess } from './process.ts';
import { OWNER } from './set-up.ts';
import { SimClock } from './sim-clock.ts';
import { objectOf, textOf, type Json } from '../support/json.ts';

/** No code is accepted twice, nor an older one: after the clock was set back an operator would have to wait. */
const FORGET_STEPS = sql<never>('simulate.forgetSteps', 'update operator set totp_step = 0 where username = $1');

export interface Player {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  token: string | undefined;
  /** A picture of theirs, to be named as proof. */
  picture: string;
}

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly reason?: string;
  readonly data: Json | null;
}

export type Fields = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const START_MS = Date.UTC(2026, 0, 5);
/** Calls that move no money and ignore keys. */
const UNKEYED: ReadonlySet<string> = new Set([
  'setHyLimit',
  'resetpay',
  'setusraddress',
  'usrsetreal',
  'login',
  'logout',
]);
const MAX_ATTEMPTS = 6;

/** One seed's server and model side by side, with all random draws. */
export class Scene {
  readonly dice: Dice;
  readonly clock: SimClock;
  readonly model: Model;
  readonly players: Player[] = [];
  /** What was done, oldest first; a failure prints the end. */
  readonly events: string[] = [];
  /** Connection string of its database, as the role that owns it. */
  readonly url: string;
  #server: ServerProcess | undefined;
  #keys = 0;
  readonly #operators = new Map<string, string>();
  readonly #factors = new Map<string, string>();
  readonly answered = new Map<string, number>();

  constructor(seed: string, url: string) {
    this.dice = new Dice(seed);
    this.clock = new SimClock(START_MS + this.dice.from(0, 86_400_000 - 1));
    this.model = new Model(() => this.clock.nowMs());
    this.url = url;
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error('no process is running');
    return this.#server;
  }

  async start(): Promise<void> {
    this.#server = await openProcess(this.url, this.clock);
  }

  /** Kills the process and opens another on the same database. */
  async restart(): Promise<void> {
    await this.end();
    this.model.restarted();
    await this.start();
  }

  async end(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.kill();
  }

  note(what: string): void {
    this.events.push(`${new Date(this.clock.nowMs()).toISOString()} ${what}`);
  }

  /** A member's call, once and unchecked. */
  async ask(token: string | undefined, name: string, fields: Fields, key?: string): Promise<Answer> {
    const response = await this.server.inject({
      method: 'POST',
      url: `/api/${name}`,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(token === undefined ? {} : { token }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    });
    return { ...response.json<Omit<Answer, 'status'>>(), status: response.statusCode };
  }

  newKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /**
   * A call that may move money: repeated until the answer is final, compared with the model's, and sometimes sent
   * again.
   */
  async submit(player: Player, name: string, fields: Fields, expect: () => Outcome): Promise<Answer> {
    const { dice } = this;
    const key = !UNKEYED.has(name) && dice.chance(60) ? this.newKey() : undefined;
    const breaks = key !== undefined && dice.chance(8) ? this.#breakSomething() : 'nothing';
    // Links are random, while all else here replays.
    const shown =
      player.picture === '' ? JSON.stringify(fields) : JSON.stringify(fields).replaceAll(player.picture, 'a picture');
    this.note(
      `member ${player.id} ${name} ${shown}${key ? ` ${key}` : ''}${breaks === 'nothing' ? '' : `, ${breaks} breaks`}`,
    );
    const isTwice = key !== undefined && breaks === 'nothing' && dice.chance(6);
    const answer = isTwice
      ? await this.#atOnceTwice(player, name, fields, key)
      : await this.#untilAnswered(player, name, fields, key);
    if (breaks !== 'nothing') this.mend();
    const outcome: Outcome = player.token === undefined ? { refused: ['login_required'] } : expect();
    this.compare(name, outcome, answer);
    if (key !== undefined && player.token !== undefined && dice.chance(12))
      await this.#again(player, name, fields, key, answer);
    return answer;
  }

  compare(name: string, outcome: Outcome, answer: Answer): void {
    const result = answer.code === 1 ? 'ok' : (answer.reason ?? String(answer.code));
    this.events.push(`    ${result}`);
    this.answered.set(`${name} ${result}`, (this.answered.get(`${name} ${result}`) ?? 0) + 1);
    if ('refused' in outcome) {
      if (answer.reason === undefined || !outcome.refused.includes(answer.reason))
        throw new Disagreement(`answer to ${name}`, outcome.refused, answer);
      return;
    }
    if (answer.code !== 1) throw new Disagreement(`answer to ${name}`, outcome.done, answer);
    for (const [field, value] of Object.entries(outcome.done))
      mustAgree(`${field} of ${name}`, value, answer.data?.[field]);
    const id = answer.data?.['id'] ?? answer.data?.['order_id'];
    outcome.named?.(String(id));
  }

  async #untilAnswered(player: Player, name: string, fields: Fields, key: string | undefined): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.ask(player.token, name, fields, key);
      if (answer.status < 500) return answer;
      if (key === undefined || tries === MAX_ATTEMPTS)
        throw new Disagreement(`answer to ${name}`, 'one that stands', { answer, logged: this.server.logged.at(-1) });
      this.events.push(`    ${answer.status}, asked again`);
    }
  }

  /** One key twice at the same moment: both get the same answer. */
  async #atOnceTwice(player: Player, name: string, fields: Fields, key: string): Promise<Answer> {
    const [first, second] = await Promise.all([
      this.ask(player.token, name, fields, key),
      this.ask(player.token, name, fields, key),
    ]);
    mustAgree(`answers to ${name} with one key at one moment`, first, second);
    return first;
  }

  /** The same key gives the same answer and moves nothing; with another body it is refused. */
  async #again(player: Player, name: string, fields: Fields, key: string, first: Answer): Promise<void> {
    mustAgree(`second answer to ${name} with one key`, first, await this.ask(player.token, name, fields, key));
    const [spoiled] = Object.keys(fields);
    if (spoiled === undefined || !this.dice.chance(50)) return;
    const other = await this.ask(player.token, name, { ...fields, [spoiled]: '77777' }, key);
    mustAgree(`answer to ${name} with a key that stood for another body`, 'idempotency_conflict', other.reason);
  }

  /** Repairs the connections; the errors they logged were expected. */
  mend(): void {
    for (const connection of this.server.connections) connection.heal();
    this.server.logged.length = 0;
  }

  #breakSomething(): string {
    const how = this.dice.pick([
      { kind: 'took-effect' },
      { kind: 'took-none' },
      { kind: 'cut', before: this.dice.from(1, 8) },
    ] as const);
    this.server.connections[0]?.breakNext(how);
    return how.kind;
  }

  /** A console call by an operator, who logs in when necessary. */
  async operate(
    username: string,
    method: Method,
    path: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<{ status: number; body: Json }> {
    for (let tries = 1; ; tries += 1) {
      const token = this.#operators.get(username);
      const response = await this.server.inject({
        method,
        url: `/operator/api${path}`,
        ...(method === 'GET' ? {} : { payload: JSON.stringify(fields) }),
        headers: {
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      const body = response.body === '' ? {} : response.json<Record<string, unknown>>();
      if (tries > 2 || (response.statusCode !== 401 && body['reason'] !== 'factor_needed'))
        return { status: response.statusCode, body };
      if (response.statusCode === 401) await this.#logIn(username);
      else await this.#showFactor(username);
    }
  }

  /** The same; another owner approves it where two are needed. A value that is already set needs no approval. */
  async agree(
    username: string,
    method: Method,
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ status: number; body: Json }> {
    const answer = await this.operate(username, method, path, fields);
    if (answer.body['reason'] === 'nothing_to_change') return { status: 200, body: {} };
    const id = textOf(objectOf(answer.body['proposal'])['id']);
    if (id === '') return answer;
    const { status, body } = await this.operate(
      username === OWNER.username ? 'second' : OWNER.username,
      'POST',
      `/proposals/${id}/approve`,
    );
    return { status, body: status === 200 ? objectOf(body['result']) : body };
  }

  async enrol(username: string): Promise<void> {
    const path = '/operators/me/totp';
    const { body } = await this.operate(username, 'POST', path, { password: OWNER.password });
    const key = String(body['secret']);
    const { status } = await this.operate(username, 'POST', path, {
      password: OWNER.password,
      code: totpOf(key, 0, this.clock.nowMs()),
    });
    if (status !== 200) throw new Disagreement(`second factor of ${username}`, 200, status);
    this.#factors.set(username, key);
  }

  async #showFactor(username: string): Promise<void> {
    await this.server.db.run(FORGET_STEPS, [username]);
    await this.operate(username, 'POST', '/session/factor', {
      code: totpOf(this.#factors.get(username) ?? '', 0, this.clock.nowMs()),
    });
  }

  async #logIn(username: string): Promise<void> {
    const key = this.#factors.get(username);
    await this.server.db.run(FORGET_STEPS, [username]);
    const response = await this.server.inject({
      method: 'POST',
      url: '/operator/api/session',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        username,
        password: OWNER.password,
        ...(key === undefined ? {} : { totp: totpOf(key, 0, this.clock.nowMs()) }),
      }),
    });
    const { token } = response.json<{ token?: string }>();
    if (token === undefined) throw new Disagreement(`login of the operator ${username}`, 'a token', response.body);
    this.#operators.set(username, token);
  }
}
