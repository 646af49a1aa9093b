import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../platform/secret.ts';

/** A notice's id and 256 bits. */
const TOKEN = /^([1-9]\d{0,18})\.([A-Za-z0-9_-]{43})$/;

/** Links in mails that freeze the account; nothing of them is stored. */
export interface FreezeLinks {
  tokenOf(noticeId: string): string;
  hrefOf(noticeId: string, origin: string): string;
  /** The notice of a token; undefined for a forged one. The caller checks age and use. */
  noticeOf(token: string): string | undefined;
}

/** Makes {@link FreezeLinks} by a key derived from the server's secret. */
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
