import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { derivedKeys, isOfOne, type SecretOrSecrets } from './secret.ts';

const LIFE_MS = 90 * 24 * 60 * 60_000;
const PARTS = 3;
const MAC_BYTES = 32;

/** A name, with the hash of the password. */
export interface Knows {
  readonly name: string;
  readonly passwordHash: string;
}

/**
 * A token by which a browser is known: wrong tries of strangers do not slow it down. It replaces no password and no
 * factor. Nothing is stored; a changed password ends it.
 */
export class KnownBrowsers {
  readonly #clock: Clock;
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #who: string;

  /** Tokens of one `who` are not valid for another. `secret` is the same in every process. */
  constructor({
    clock,
    secret,
    who,
  }: {
    readonly clock: Clock;
    readonly secret: SecretOrSecrets;
    readonly who: string;
  }) {
    this.#clock = clock;
    this.#keys = derivedKeys(secret, 'known browsers');
    this.#who = who;
  }

  /** For a browser after a login. */
  make(knows: Knows): string {
    const until = (this.#clock.nowMs() + LIFE_MS).toString(36);
    const id = randomBytes(12).toString('base64url');
    return `${until}.${id}.${this.#mac(this.#keys[0], knows, until, id).toString('base64url')}`;
  }

  /** The browser's id, when `token` is valid. */
  idOf(knows: Knows, token: string): string | undefined {
    const parts = token.split('.');
    const [until = '', id = '', mac = ''] = parts;
    const given = Buffer.from(mac, 'base64url');
    if (
      parts.length !== PARTS ||
      given.length !== MAC_BYTES ||
      !isOfOne(this.#keys, given, (key) => this.#mac(key, knows, until, id))
    )
      return undefined;
    // not money: a time of our own making
    return Number.parseInt(until, 36) > this.#clock.nowMs() ? id : undefined;
  }

  #mac(key: Buffer, { name, passwordHash }: Knows, until: string, id: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([this.#who, name, passwordHash, until, id]))
      .digest();
  }
}
