import { createHmac } from 'node:crypto';
import { secretsOf, type SecretOrSecrets } from '../secret.ts';

/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

const signatureOf = (secret: string, channel: string, message: string): string =>
  createHmac('sha256', secret).update(`${channel}\n${message}`).digest('base64url').slice(0, SIGNATURE_LENGTH);

/** How messages between processes are signed. */
export interface Envelope {
  readonly seal: (channel: string, message: string) => string;
  /** The message; undefined when no secret that is read with signed it for its channel. */
  readonly open: (channel: string, sealed: string) => string | undefined;
}

/** Signs messages for their channel: whoever can write to Redis, or notify in the database, publishes no price by that. */
export function envelope(secret: SecretOrSecrets): Envelope {
  const [present, ...before] = secretsOf(secret);
  return {
    seal: (channel, message) => signatureOf(present, channel, message) + message,
    open(channel, sealed) {
      const message = sealed.slice(SIGNATURE_LENGTH);
      const signature = sealed.slice(0, SIGNATURE_LENGTH);
      return [present, ...before].some((each) => signatureOf(each, channel, message) === signature)
        ? message
        : undefined;
    },
  };
}
