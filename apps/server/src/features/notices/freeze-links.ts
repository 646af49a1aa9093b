import { createHmac } from 'node:crypto';
import { derivedKeys, isOfOne, type SecretOrSecrets } from '../../platform/secret.ts';

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
export function createFreezeLinks(secret: SecretOrSecrets): FreezeLinks {
  const keys = derivedKeys(secret, 'freeze links of notices');
  const sign = (key: Buffer, noticeId: string): string =>
    createHmac('sha256', key).update(noticeId).digest('base64url');
  const tokenOf = (noticeId: string): string => `${noticeId}.${sign(keys[0], noticeId)}`;
  return {
    tokenOf,
    hrefOf: (noticeId, origin) => `${origin}/freeze?token=${tokenOf(noticeId)}`,
    noticeOf(token) {
      const [, noticeId, mac] = TOKEN.exec(token) ?? [];
      if (noticeId === undefined || mac === undefined) return undefined;
      return isOfOne(keys, Buffer.from(mac), (key) => Buffer.from(sign(key, noticeId))) ? noticeId : undefined;
    },
  };
}
