import { AUTHENTICATOR_SECONDS, CODE_DIGITS } from '@plimsoll/contract/figures';
import { Secret, TOTP } from 'otpauth';
import { createSeal } from './seal.ts';
import type { SecretOrSecrets } from './secret.ts';

const SECRET_BYTES = 20;
/** Periods a phone's clock may be off, either way. */
const WINDOW = 1;
const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** RFC 6238 with SHA-1, six digits, 30 seconds. */
export interface Totp {
  /** Sealed, to be typed, and as the link of a QR code. */
  make(ownerId: string, username: string): { readonly sealed: Buffer; readonly secret: string; readonly uri: string };
  /** The time step of `code`; undefined when it is not current or the secret is unreadable. */
  stepOf(code: string, kept: { readonly ownerId: string; readonly sealed: Buffer }, nowMs: number): number | undefined;
}

const authenticator = (secret: Secret, label: string) =>
  new TOTP({
    issuer: 'Plimsoll',
    label,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: AUTHENTICATOR_SECONDS,
    secret,
  });

/**
 * {@link Totp} of one kind of owners, with sealed secrets. `whenUnreadable` is called for one sealed with another
 * secret.
 */
export function createTotp(
  serverSecret: SecretOrSecrets,
  of: 'operators' | 'members',
  whenUnreadable: (ownerId: string) => void,
): Totp {
  const seal = createSeal(serverSecret, `authenticators of ${of}`);
  return {
    make(ownerId, username) {
      const secret = new Secret({ size: SECRET_BYTES });
      return {
        sealed: seal.seal(ownerId, new Uint8Array(secret.buffer)),
        secret: secret.base32,
        uri: authenticator(secret, username).toString(),
      };
    },
    stepOf(code, { ownerId, sealed }, nowMs) {
      const token = code.replaceAll(' ', '');
      const bytes = seal.unseal(ownerId, sealed);
      if (!bytes) whenUnreadable(ownerId);
      if (!bytes || !CODE.test(token)) return undefined;
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
      const delta = authenticator(secret, '').validate({ token, timestamp: nowMs, window: WINDOW });
      return delta === null ? undefined : Math.floor(nowMs / (AUTHENTICATOR_SECONDS * 1000)) + delta;
    },
  };
}
