import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { derivedKeys, isOfOne, type SecretOrSecrets } from '../secret.ts';

/** Path of uploads; the app's service worker leaves `/api` to the server. */
export const UPLOADS_PATH = '/api/uploads/';
/** How long a link opens (docs/wire/membership.md). */
const OPENS_FOR_MS = 60 * 60 * 1000;

const PLACE = /^(?:https?:\/\/[^/?#\s]{1,255})?\/api\/uploads\/([0-9a-f]{32})(?:\?[^#\s]*)?$/;
const EXPIRES = /^\d{1,12}$/;
const OPERATOR = /^[1-9]\d{0,18}$/;
const SHOWN_IN = /^([a-z][a-z-]{0,39})\.([1-9]\d{0,18})\.([a-z][a-z_]{0,39})$/;

/** The upload named by a `url` or `fullurl`, whether or not its signature is valid; undefined for other links. */
export const namedIn = (url: string): string | undefined => PLACE.exec(url)?.[1];

/** The operator and the thing are signed. */
export interface Viewer {
  readonly operatorId: string;
  /** As in console paths: `identities`, with the thing's id and the image's field. */
  readonly resource: string;
  readonly ref: string;
  readonly image: string;
}

interface Opened {
  readonly name: string;
  readonly signature: string;
  /** Undefined for its owner's. */
  readonly viewer: Viewer | undefined;
}

/** Links that open one upload for an hour (RULES 7). An operator's names the operator. */
export class Links {
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #clock: Clock;

  /** The same secret opens each other's links. */
  constructor(secret: SecretOrSecrets, clock: Clock) {
    this.#keys = derivedKeys(secret, 'upload links');
    this.#clock = clock;
  }

  /** A fresh link, without a host; an operator's with a `viewer`. */
  to(name: string, viewer?: Viewer): string {
    const expires = String(Math.ceil((this.#clock.nowMs() + OPENS_FOR_MS) / 1000));
    const named = viewer
      ? { operator: viewer.operatorId, of: `${viewer.resource}.${viewer.ref}.${viewer.image}` }
      : undefined;
    const whose = named ? `&operator=${named.operator}&of=${named.of}` : '';
    return `${UPLOADS_PATH}${name}?expires=${expires}&signature=${signed(this.#keys[0], name, expires, named)}${whose}`;
  }

  /** What they open now; undefined for nothing. */
  opened(path: string, search: string): Opened | undefined {
    const name = namedIn(path);
    const query = new URLSearchParams(search);
    const [expires = '', signature = '', operator, of] = ['expires', 'signature', 'operator', 'of'].map((each) => {
      const [value, ...more] = query.getAll(each);
      return more.length > 0 ? '' : value;
    });
    const named = operator === undefined && of === undefined ? undefined : { operator: operator ?? '', of: of ?? '' };
    const viewer = named && viewerIn(named);
    if (name === undefined || !EXPIRES.test(expires) || (named && !viewer)) return undefined;
    // Compared as texts: several texts can be the same bytes.
    const isOurs = isOfOne(this.#keys, Buffer.from(signature), (key) => Buffer.from(signed(key, name, expires, named)));
    if (!isOurs) return undefined;
    return this.#clock.nowMs() < Number(expires) * 1000 ? { name, signature, viewer } : undefined;
  }
}

function signed(key: Buffer, name: string, expires: string, named: Named | undefined): string {
  const whose = named ? ` ${named.operator} ${named.of}` : '';
  return createHmac('sha256', key).update(`${name} ${expires}${whose}`).digest('base64url');
}

interface Named {
  readonly operator: string;
  readonly of: string;
}

function viewerIn({ operator, of }: Named): Viewer | undefined {
  const [, resource, ref, image] = SHOWN_IN.exec(of) ?? [];
  return OPERATOR.test(operator) && resource !== undefined && ref !== undefined && image !== undefined
    ? { operatorId: operator, resource, ref, image }
    : undefined;
}
