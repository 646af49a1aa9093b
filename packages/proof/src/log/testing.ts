import { createPrivateKey, createPublicKey, sign as signWith, verify as verifyWith } from 'node:crypto';
import { sha } from './bytes.ts';
import type { KeyType, Sign, VerifierKey, VerifySignature } from './note.ts';

const PKCS8_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');

/** Ed25519 by `node:crypto`. */
export const verifySignature: VerifySignature = (publicKey, message, signature) =>
  signature.length === 64 &&
  verifyWith(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

/** A key pair that is the same at every run. */
export function testKey(name: string, type: KeyType = 'ed25519'): { key: VerifierKey; sign: Sign } {
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8_SEED, sha(`seed of ${name}`)]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(SPKI_KEY.length);
  return {
    key: { name, type, publicKey: Uint8Array.from(publicKey) },
    sign: (message) => signWith(null, message, secret),
  };
}
