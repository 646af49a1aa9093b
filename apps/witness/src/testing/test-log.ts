import { createHash } from 'node:crypto';
import {
  checkpointText,
  consistencyProof,
  formatVerifierKey,
  joinNote,
  leafHash,
  nodeHash,
  rootOf,
  signText,
  toBase64,
  type Hash,
  type Sign,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { signerOf } from '../ed25519.ts';

/** A key of a log, the same at every run. */
export function logKey(
  origin: string,
  seed: string,
): { readonly key: VerifierKey; readonly sign: Sign; readonly vkey: string } {
  const { publicKey, sign } = signerOf(createHash('sha256').update(seed).digest());
  const key: VerifierKey = { name: origin, type: 'ed25519', publicKey };
  return { key, sign, vkey: formatVerifierKey(key) };
}

/** A log that may fork: its leaves are texts. */
export class TestLog {
  readonly origin: string;
  readonly #leaves: readonly string[];
  readonly #hashes = new Map<string, Hash>();

  constructor(origin: string, leaves: readonly string[]) {
    this.origin = origin;
    this.#leaves = leaves;
  }

  /** The log in which everything from an entry on is another. */
  forkedAt(index: number, mark: string): TestLog {
    return new TestLog(
      this.origin,
      this.#leaves.map((leaf, at) => (at < index ? leaf : `${mark} ${leaf}`)),
    );
  }

  readonly #read = (level: number, index: number): Hash => {
    const name = `${level}/${index}`;
    const known = this.#hashes.get(name);
    if (known) return known;
    const hash =
      level === 0
        ? leafHash(Buffer.from(this.#leaves[index] ?? ''))
        : nodeHash(this.#read(level - 1, 2 * index), this.#read(level - 1, 2 * index + 1));
    this.#hashes.set(name, hash);
    return hash;
  };

  /** The text of its checkpoint. */
  async text(size: number): Promise<string> {
    return checkpointText({ origin: this.origin, size, root: await rootOf(size, this.#read) });
  }

  async checkpoint(size: number, ...keys: readonly ReturnType<typeof logKey>[]): Promise<string> {
    const text = await this.text(size);
    return joinNote(
      text,
      keys.map(({ key, sign }) => signText(text, key, sign)),
    );
  }

  async proof(old: number, size: number): Promise<string[]> {
    return (await consistencyProof(old, size, this.#read)).map((hash) => toBase64(hash));
  }
}

/** The body of `add-checkpoint`. */
export const requestOf = (old: number | string, proof: readonly string[], note: string): string =>
  `${[`old ${old}`, ...proof].join('\n')}\n\n${note}`;
