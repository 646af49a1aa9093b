import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** As long as a session may live (`SESSION_MAX_MS`). */
const KEPT_SECONDS = 90 * 24 * 60 * 60;
/** Digits of the token's hash in a cookie's name. */
const NAME_LENGTH = 16;
/** Of a browser's tabs; the oldest go first. */
const MAX_KEPT = 8;
const RANDOM_BYTES = 32;

export interface Binding {
  /**
   * The cookie of the session with this token's hash.
   * @returns SHA-256 (hex) of its value, to be stored with the session
   */
  bind(tokenHash: string): string;
}

export interface Bound {
  /** Whether the session's cookie came with the request. */
  holds(tokenHash: string, cookieHash: string): boolean;
}

/**
 * Cookies that bind sessions to a browser, and the answer's changes to them. Each session has its own, so that tabs may
 * have different logins. The value is made here: one planted before a login binds nothing. HttpOnly, SameSite=Strict;
 * without the token it opens nothing.
 */
export class SessionCookies implements Binding, Bound {
  readonly #request: Pick<IncomingMessage, 'headers' | 'socket'>;
  readonly #isSecure: () => boolean;
  #bound: { readonly name: string; readonly value: string } | undefined;
  #dropped: readonly string[] = [];

  /**
   * @param isSecure whether the client came over TLS: then the cookie is `__Host-` and Secure, which browsers would not
   * keep over plain http.
   */
  constructor(
    request: Pick<IncomingMessage, 'headers' | 'socket'>,
    isSecure: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean,
  ) {
    this.#request = request;
    this.#isSecure = () => isSecure(request);
  }

  holds(tokenHash: string, cookieHash: string): boolean {
    const name = this.#nameOf(tokenHash);
    return this.#sent().some((each) => each.name === name && hash('sha256', each.value, 'hex') === cookieHash);
  }

  bind(tokenHash: string): string {
    // A repeated transaction opens its session again: the last one counts.
    this.#bound = { name: this.#nameOf(tokenHash), value: randomBytes(RANDOM_BYTES).toString('base64url') };
    return hash('sha256', this.#bound.value, 'hex');
  }

  /** Removes the cookie of the session with this token's hash. */
  drop(tokenHash: string): void {
    const name = this.#nameOf(tokenHash);
    if (this.#sent().some((each) => each.name === name)) this.#dropped = [...this.#dropped, name];
  }

  headers(): string[] {
    // Browsers send the oldest first (RFC 6265, 5.4).
    const names = [...new Set(this.#sent().map(({ name }) => name))];
    const tooOld = this.#bound ? names.slice(0, Math.max(0, names.length + 1 - MAX_KEPT)) : [];
    return [...new Set([...this.#dropped, ...tooOld])]
      .map((name) => this.#cookie(name, '', 0))
      .concat(this.#bound ? [this.#cookie(this.#bound.name, this.#bound.value, KEPT_SECONDS)] : [])
      .flatMap((cookie) => ['Set-Cookie', cookie]);
  }

  #prefix(): string {
    return this.#isSecure() ? '__Host-session-' : 'session-';
  }

  #nameOf(tokenHash: string): string {
    return `${this.#prefix()}${tokenHash.slice(0, NAME_LENGTH)}`;
  }

  /** Those of sessions, in their order. */
  #sent(): { readonly name: string; readonly value: string }[] {
    const prefix = this.#prefix();
    return (this.#request.headers.cookie ?? '').split(';').flatMap((each) => {
      const cut = each.indexOf('=');
      const name = each.slice(0, Math.max(0, cut)).trim();
      return name.startsWith(prefix) && name.length === prefix.length + NAME_LENGTH
        ? [{ name, value: each.slice(cut + 1).trim() }]
        : [];
    });
  }

  #cookie(name: string, value: string, seconds: number): string {
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${this.#isSecure() ? '; Secure' : ''}`;
  }
}

/** The cookies of a socket's handshake, without the request, which would be kept as long as the socket. */
export const cookiesOfHandshake = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isSecure: boolean,
): Bound => new SessionCookies({ headers: { cookie: headers.cookie }, socket }, () => isSecure);
