import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

/** A call to be signed. */
interface Unsigned {
  readonly path: string;
  readonly body: string;
  readonly atMs: number;
  readonly idempotencyKey?: string | undefined;
}

/** The query of a signed POST (WIRE 1.9): over its body too, and never the same twice. */
export function signedQuery({ url, access, secret }: Config, { path, body, atMs, idempotencyKey }: Unsigned): string {
  const fields: Readonly<Record<string, string>> = {
    AccessKeyId: access,
    BodySha256: createHash('sha256').update(body).digest('base64'),
    ...(idempotencyKey === undefined ? {} : { IdempotencyKey: idempotencyKey }),
    Nonce: randomBytes(12).toString('base64url'),
    SignatureMethod: 'HmacSHA256',
    SignatureVersion: '2',
    Timestamp: new Date(atMs).toISOString().slice(0, 19),
  };
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = createHmac('sha256', secret)
    .update(`POST\n${new URL(url).host}\n${path}\n${query}`)
    .digest('base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}
