import { createPrivateKey, createPublicKey, sign as signWith, verify as verifyWith } from 'node:crypto';
import type { Sign, VerifySignature } from '@plimsoll/proof/log';

const PKCS8_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');
/** Bytes of a private seed. */
export const SEED_BYTES = 32;

/** Ed25519 by `node:crypto`; false for anything malformed. */
export const verifySignature: VerifySignature = (publicKey, message, signature) =>
  publicKey.length === 32 &&
  signature.length === 64 &&
  verifyWith(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

/** The public key of a seed, and what signs with it. */
export function signerOf(seed: Uint8Array): { readonly publicKey: Uint8Array; readonly sign: Sign } {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_SEED, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    publicKey: Uint8Array.from(spki.subarray(SPKI_KEY.length)),
    sign: (message) => signWith(null, message, secret),
  };
}
