import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import { derivedKey } from './secret.ts';

/** How long a browser is known by who logged in there. */
const LIFE_MS = 90 * 24 * 60 * 60_000;
const PARTS = 3;
const MAC_BYTES = 32;

/** Whom a browser knows: the name, and what is kept of the password, with which it forgets them. */
export interface Knows {
  readonly name: string;
  readonly passwordHash: string;
}

/**
 * What a browser shows to be known as one in which somebody logged in: it spares no password and no factor, only a
 * stranger's wrong tries do not count there. Nothing is kept of it; a changed password ends it.
 */
export class KnownBrowsers {
  readonly #clock: Clock;
  readonly #key: Buffer;
  readonly #who: string;

  /** `who` logs in: a token of one kind is none of another. `secret` is the same in every process. */
  constructor({ clock, secret, who }: { readonly clock: Clock; readonly secret: string; readonly who: string }) {
    this.#clock = clock;
    this.#key = derivedKey(secret, 'known browsers');
    this.#who = who;
  }

  /** A token for a browser in which somebody has just logged in. */
  make(knows: Knows): string {
    const until = (this.#clock.nowMs() + LIFE_MS).toString(36);
    const id = randomBytes(12).toString('base64url');
    return `${until}.${id}.${this.#mac(knows, until, id).toString('base64url')}`;
  }

  /** The browser's number, where `token` makes it known; undefined for any other. */
  idOf(knows: Knows, token: string): string | undefined {
    const parts = token.split('.');
    const [until = '', id = '', mac = ''] = parts;
    const given = Buffer.from(mac, 'base64url');
    if (parts.length !== PARTS || given.length !== MAC_BYTES || !timingSafeEqual(given, this.#mac(knows, until, id)))
      return undefined;
    // not money: a time of our own making
    return Number.parseInt(until, 36) > this.#clock.nowMs() ? id : undefined;
  }

  #mac({ name, passwordHash }: Knows, until: string, id: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([this.#who, name, passwordHash, until, id]))
      .digest();
  }
}
