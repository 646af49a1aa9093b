import { createPrivateKey, createPublicKey, sign as signWith, verify as verifyWith } from 'node:crypto';
import {
  batchPaths,
  batchText,
  checkpointText,
  cosignText,
  inclusionProof,
  joinNote,
  leafHash,
  nodeHash,
  signText,
  toBase64,
  type Hash,
  type Receipt,
  type Sign,
  type VerifierKey,
  type VerifySignature,
} from '@plimsoll/proof/log';
import { tilesOf } from './serve.ts';
import type { LoggedEntry } from './world.ts';

const PKCS8_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');

export interface KeyPair {
  readonly key: VerifierKey;
  readonly sign: Sign;
}

/** A key pair from one byte, the same at every run. */
export function keyPair(name: string, type: VerifierKey['type'], seed: number): KeyPair {
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8_SEED, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  const key = { name, type, publicKey: Uint8Array.from(spki.subarray(SPKI_KEY.length)) };
  return { key, sign: (message) => signWith(null, message, secret) };
}

export const LOG = keyPair('plimsoll.example/log', 'ed25519', 1);
export const WITNESS = keyPair('witness.example', 'cosignature', 2);

/** Ed25519 by `node:crypto`. */
export const verifySignature: VerifySignature = (publicKey, message, signature) =>
  signature.length === 64 &&
  verifyWith(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

/** The checkpoint of these entries, cosigned at a time. */
export function checkpointOf(lines: readonly string[], seenAtMs: number, log: KeyPair = LOG): string {
  const text = checkpointText({ origin: LOG.key.name, size: lines.length, root: tilesOf(lines).root });
  return joinNote(text, [
    signText(text, log.key, log.sign),
    cosignText(text, WITNESS.key, WITNESS.sign, Math.ceil(seenAtMs / 1000)),
  ]);
}

/** The receipt of one entry of a log, signed in a batch with its neighbour. */
export async function receiptOf(entries: readonly LoggedEntry[], index: number, checkpoint: string): Promise<Receipt> {
  const lines = entries.map(({ line }) => line);
  const batch = lines.slice(index, index + 2);
  const { root, paths } = await batchPaths(batch);
  const note = batchText(LOG.key.name, batch.length, root);
  const leaves = lines.map((line) => leafHash(Buffer.from(line)));
  const proof = await inclusionProof(index, lines.length, (level, at) => subtree(leaves, level, at));
  const entry = entries[index];
  if (!entry) throw new RangeError(`no entry ${index}`);
  return {
    entry: entry.line,
    salt: entry.salt,
    opened: entry.opened,
    signature: { i: 0, path: paths[0] ?? [], note: joinNote(note, [signText(note, LOG.key, LOG.sign)]) },
    index,
    proof: proof.map((hash) => toBase64(hash)),
    checkpoint,
  };
}

function subtree(leaves: readonly Hash[], level: number, index: number): Hash {
  const [left, right] = level === 0 ? [] : [2 * index, 2 * index + 1].map((at) => subtree(leaves, level - 1, at));
  const leaf = leaves[index];
  if (left && right) return nodeHash(left, right);
  if (!leaf) throw new RangeError(`no leaf ${index}`);
  return leaf;
}
