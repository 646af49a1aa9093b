import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** How long a browser keeps a session's cookie, in seconds: as long as any session may live (`SESSION_MAX_MS`). */
const KEPT_SECONDS = 90 * 24 * 60 * 60;
/** How much of the hash of its token names a session's cookie: enough to tell the sessions of a browser apart. */
const NAME_LENGTH = 16;
/** Cookies that a browser keeps for sessions of its tabs; the oldest go first, so that no request grows without end. */
const MAX_KEPT = 8;
const RANDOM_BYTES = 32;

/** What binds a session that is being opened to the browser that asks for it. */
export interface Binding {
  /**
   * Makes the cookie of the session with this token's hash.
   * @returns SHA-256 (hex) of its value, to be kept with the session
   */
  bind(tokenHash: string): string;
}

/** What shows that a request comes from the browser that a session is bound to. */
export interface Bound {
  /** True when the cookie of this session came with the request. */
  holds(tokenHash: string, cookieHash: string): boolean;
}

/**
 * The cookies of one request that bind sessions to a browser, and how its answer changes them. Each session has one of
 * its own, so that tabs with several logins go on beside one another, and its value is always made here: what was
 * planted in a browser before a login binds nothing. No script reads it (HttpOnly), no other site's page sends it
 * (SameSite=Strict), and by itself it opens nothing: a token is looked for in its header alone.
 */
export class SessionCookies implements Binding, Bound {
  readonly #request: Pick<IncomingMessage, 'headers' | 'socket'>;
  readonly #isSecure: () => boolean;
  #bound: { readonly name: string; readonly value: string } | undefined;
  #dropped: readonly string[] = [];

  /**
   * @param isSecure tells whether the client came over TLS: the cookie is bound to this host and to TLS then
   *   (`__Host-`, Secure). Over plain http, as on this machine, browsers would not keep such a one.
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
    // A transaction that is tried again opens its session again: the last one counts.
    this.#bound = { name: this.#nameOf(tokenHash), value: randomBytes(RANDOM_BYTES).toString('base64url') };
    return hash('sha256', this.#bound.value, 'hex');
  }

  /** The session of this token's hash is over: its cookie goes with it. */
  drop(tokenHash: string): void {
    const name = this.#nameOf(tokenHash);
    if (this.#sent().some((each) => each.name === name)) this.#dropped = [...this.#dropped, name];
  }

  /** Headers of the answer: names and values in turn. */
  headers(): string[] {
    // Browsers send those first that they have had longest (RFC 6265, 5.4).
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
