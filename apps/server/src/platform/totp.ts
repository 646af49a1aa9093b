import { Secret, TOTP } from 'otpauth';
import { createSeal } from './seal.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** How many periods a phone's clock may be off, to either side. */
const WINDOW = 1;
const CODE = /^\d{6}$/;

/** The codes of authenticators: RFC 6238 with SHA-1, six digits, 30 seconds, which every authenticator knows. */
export interface Totp {
  /** A new secret: as it is kept, as it is typed, and as the link that a QR code is drawn of. */
  make(ownerId: string, username: string): { readonly sealed: Buffer; readonly secret: string; readonly uri: string };
  /** The time step that `code` is of; undefined when it is not one of now, or the secret cannot be read. */
  stepOf(code: string, kept: { readonly ownerId: string; readonly sealed: Buffer }, nowMs: number): number | undefined;
}

const authenticator = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Plimsoll', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });

/**
 * {@link Totp} of one kind of owners, with secrets sealed by the server's. `whenUnreadable` is told of one that was
 * sealed with another.
 */
export function createTotp(
  serverSecret: string,
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
      return delta === null ? undefined : Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + delta;
    },
  };
}
