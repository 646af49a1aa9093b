import { createHmac, randomBytes } from 'node:crypto';

/** Begins the text of a secret. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** What one request is signed with and for. */
interface Signed {
  /** The message's, the same at each attempt. */
  readonly id: string;
  /** Of the attempt. */
  readonly atMs: number;
  readonly body: string;
}

/** A new secret's 32 bytes. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);
/** `whsec_` and base64: how a secret is handed to who receives. */
export const secretText = (secret: Uint8Array): string => PREFIX + Buffer.from(secret).toString('base64');

/**
 * The three headers of Standard Webhooks: HMAC-SHA-256 over `id.timestamp.body`, once by each secret, so that a
 * receiver may change its own at any time of the overlap.
 */
export function signatureHeaders(secrets: readonly Uint8Array[], { id, atMs, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
