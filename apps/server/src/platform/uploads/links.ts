import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { derivedKey } from '../secret.ts';

/** Where uploads are opened. Below `/api`, which the app's service worker leaves to the server. */
export const UPLOADS_PATH = '/api/uploads/';
/** How long a link opens (wire, Membership). */
const OPENS_FOR_MS = 60 * 60 * 1000;

const PLACE = /^(?:https?:\/\/[^/?#\s]{1,255})?\/api\/uploads\/([0-9a-f]{32})(?:\?[^#\s]*)?$/;
const EXPIRES = /^\d{1,12}$/;

/** The upload that a `url` or `fullurl` names, whether or not its signature still opens it; undefined when it is neither. */
export const namedIn = (url: string): string | undefined => PLACE.exec(url)?.[1];

/** Links that open one upload each, for whoever holds them, for an hour (rules 7). */
export class Links {
  readonly #key: Buffer;
  readonly #clock: Clock;

  /** `secret` is the server's; processes that share it open each other's links. */
  constructor(secret: string, clock: Clock) {
    this.#key = derivedKey(secret, 'upload links');
    this.#clock = clock;
  }

  /** A fresh link to the upload `name`, without an address before it. */
  to(name: string): string {
    const expires = String(Math.ceil((this.#clock.nowMs() + OPENS_FOR_MS) / 1000));
    return `${UPLOADS_PATH}${name}?expires=${expires}&signature=${this.#sign(name, expires)}`;
  }

  /** The upload that a request's path and query may open at this moment; undefined when they may not. */
  opened(path: string, search: string): string | undefined {
    const name = namedIn(path);
    const query = new URLSearchParams(search);
    const [expires = '', ...more] = query.getAll('expires');
    const [signature = '', ...others] = query.getAll('signature');
    if (name === undefined || more.length + others.length > 0 || !EXPIRES.test(expires)) return undefined;
    const given = Buffer.from(signature);
    // As texts: several of them stand for the same bytes.
    const right = Buffer.from(this.#sign(name, expires));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return this.#clock.nowMs() < Number(expires) * 1000 ? name : undefined;
  }

  #sign(name: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${name} ${expires}`).digest('base64url');
  }
}
