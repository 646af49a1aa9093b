import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../platform/secret.ts';

/** A notice's number and 256 bits. */
const TOKEN = /^([1-9]\d{0,18})\.([A-Za-z0-9_-]{43})$/;

/**
 * What stands in the link "this was not me" of a mail. Nothing of it is stored: who has read the database alone can
 * freeze nobody.
 */
export interface FreezeLinks {
  /** The token that goes with a notice. */
  tokenOf(noticeId: string): string;
  /** The whole link, where the app is open at `origin`. */
  hrefOf(noticeId: string, origin: string): string;
  /**
   * The notice that a token goes with; undefined for what is none of ours. Whether it was used, or is too old, is the
   * caller's to see.
   */
  noticeOf(token: string): string | undefined;
}

/** {@link FreezeLinks} by a key of the server's secret. */
export function createFreezeLinks(secret: string): FreezeLinks {
  const key = derivedKey(secret, 'freeze links of notices');
  const sign = (noticeId: string): string => createHmac('sha256', key).update(noticeId).digest('base64url');
  const tokenOf = (noticeId: string): string => `${noticeId}.${sign(noticeId)}`;
  return {
    tokenOf,
    hrefOf: (noticeId, origin) => `${origin}/freeze?token=${tokenOf(noticeId)}`,
    noticeOf(token) {
      const [, noticeId, mac] = TOKEN.exec(token) ?? [];
      if (noticeId === undefined || mac === undefined) return undefined;
      return timingSafeEqual(Buffer.from(mac), Buffer.from(sign(noticeId))) ? noticeId : undefined;
    },
  };
}
