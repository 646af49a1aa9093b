import { createPublicKey, verify } from 'node:crypto';
import type { VerifySignature } from '@plimsoll/proof/log';

const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');

/** Ed25519 (RFC 8032) by `node:crypto`; false for anything malformed. */
export const verifySignature: VerifySignature = (publicKey, message, signature) =>
  publicKey.length === 32 &&
  signature.length === 64 &&
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );
