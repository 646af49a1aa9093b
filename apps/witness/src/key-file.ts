import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { formatVerifierKey, fromBase64, keyId, toBase64, type Sign, type VerifierKey } from '@plimsoll/proof/log';
import { ConfigError } from './config.ts';
import { writeDurably } from './durable.ts';
import { SEED_BYTES, signerOf } from './ed25519.ts';

/** The witness's own key. */
export interface WitnessKey {
  readonly key: VerifierKey;
  readonly sign: Sign;
  /** The line by which others trust it. */
  readonly vkey: string;
}

const PREFIX = 'PRIVATE+KEY+';
const COSIGNATURE = 4;

function keyOf(name: string, seed: Uint8Array): WitnessKey {
  const { publicKey, sign } = signerOf(seed);
  const key: VerifierKey = { name, type: 'cosignature', publicKey };
  return { key, sign, vkey: formatVerifierKey(key) };
}

/** One line, as Go’s `note` writes signers: `PRIVATE+KEY+`, name, id, base64 of type and seed. */
const lineOf = ({ key }: WitnessKey, seed: Uint8Array): string =>
  `${PREFIX}${key.name}+${Buffer.from(keyId(key)).toString('hex')}+${toBase64(Uint8Array.of(COSIGNATURE, ...seed))}\n`;

/**
 * Reads the witness's key; at the first start makes it, readable by its owner alone.
 * @throws ConfigError when the file holds no key, or that of another name
 */
export function openKey(path: string, name: string): WitnessKey {
  if (!existsSync(path)) {
    const seed = randomBytes(SEED_BYTES);
    writeDurably(path, lineOf(keyOf(name, seed), seed), 0o600);
  }
  const line = readFileSync(path, 'utf8');
  const bytes = fromBase64(line.trimEnd().split('+').slice(4).join('+'));
  if (!line.startsWith(PREFIX) || bytes?.length !== 1 + SEED_BYTES || bytes[0] !== COSIGNATURE)
    throw new ConfigError(`WITNESS_KEY: ${path} holds no key of a witness.`);
  const key = keyOf(name, bytes.subarray(1));
  if (lineOf(key, bytes.subarray(1)) !== line)
    throw new ConfigError(`WITNESS_NAME: ${path} is the key of another name, and a witness keeps its name.`);
  return key;
}
