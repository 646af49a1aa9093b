import { createPrivateKey, createPublicKey, sign as signWith } from 'node:crypto';
import { formatVerifierKey, joinNote, signText, type Sign, type VerifierKey } from '@plimsoll/proof/log';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { readLoggedKeys } from './log-table.ts';

const PKCS8_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_KEY_AT = 12;
/** For so long after a new key is in the log the one before signs beside it (PROOF 2.3). */
const BOTH_SIGN_MS = 24 * 60 * 60 * 1000;
const LOOK_EVERY_MS = 1_000;

/** A signing key of the log. */
export interface LogKey {
  readonly key: VerifierKey;
  /** Its C2SP line. */
  readonly vkey: string;
  readonly sign: Sign;
}

/**
 * The Ed25519 key of a seed.
 * @param name the log's origin
 * @param seed base64 of 32 bytes, as `LOG_KEY` has it
 * @throws RangeError when it is another length
 */
export function logKeyOf(name: string, seed: string): LogKey {
  const bytes = Buffer.from(seed, 'base64');
  if (bytes.length !== 32) throw new RangeError('a key of the log is the base64 of 32 bytes');
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_SEED, bytes]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  const key: VerifierKey = { name, type: 'ed25519', publicKey: Uint8Array.from(spki.subarray(SPKI_KEY_AT)) };
  return { key, vkey: formatVerifierKey(key), sign: (message) => signWith(null, message, secret) };
}

interface SignerDeps {
  readonly db: Query;
  readonly clock: Clock;
  /** This process's keys: the present one, and the one before, if it is given. */
  readonly keys: () => readonly LogKey[];
}

/** Signs notes with this process's keys, none of them before it is in the log. */
export class LogSigner {
  readonly #deps: SignerDeps;
  #logged: readonly { readonly vkey: string; readonly atMs: number }[] = [];
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: SignerDeps) {
    this.#deps = deps;
  }

  /** The keys of the log, the newest first, one a line. */
  async vkeys(): Promise<string> {
    return (await this.#loggedKeys()).map(({ vkey }) => `${vkey}\n`).join('');
  }

  /** A signed note; undefined while no key of this process is in the log. */
  async note(text: string): Promise<string | undefined> {
    const logged = await this.#loggedKeys();
    const nowMs = this.#deps.clock.nowMs();
    const known = this.#deps.keys().flatMap((each) => {
      const found = logged.find(({ vkey }) => vkey === each.vkey);
      return found ? [{ ...each, atMs: found.atMs }] : [];
    });
    const [present, ...before] = known;
    if (!present) return undefined;
    const signing = [present, ...before.filter(() => nowMs - present.atMs < BOTH_SIGN_MS)];
    return joinNote(
      text,
      signing.map(({ key, sign }) => signText(text, key, sign)),
    );
  }

  async #loggedKeys() {
    const { db, clock, keys } = this.#deps;
    const isComplete = keys().every(({ vkey }) => this.#logged.some((each) => each.vkey === vkey));
    if (!isComplete || Math.abs(clock.nowMs() - this.#lookedMs) >= LOOK_EVERY_MS) {
      this.#lookedMs = clock.nowMs();
      this.#logged = await readLoggedKeys(db);
    }
    return this.#logged;
  }
}
