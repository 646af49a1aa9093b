import { joinNote, openNote, type Checkpoint, type VerifierKey } from '@plimsoll/proof/log';
import type { Clock } from '../../platform/clock.ts';
import { verifySignature } from './verify-signature.ts';

/** A witness of this log, as `WITNESSES` names it. */
export interface WitnessAddress {
  /** Its key's line, of type 0x04. */
  readonly vkey: string;
  readonly key: VerifierKey;
  /** Where it takes checkpoints, without a slash at the end. */
  readonly url: string;
}

/** A checkpoint that the log has signed. */
export interface Submitted {
  readonly note: string;
  /** What is signed. */
  readonly text: string;
  readonly checkpoint: Checkpoint;
}

/** A witness's signature line, and its time in seconds since 1970. */
export interface Cosignature {
  readonly line: string;
  readonly atSeconds: number;
}

/** The proof that a checkpoint extends an older size: hashes in base64 (RFC 6962, 2.1.2). */
export type ReadConsistency = (old: number, checkpoint: Checkpoint) => Promise<readonly string[]>;

/** For all requests about one checkpoint. */
const ANSWER_WITHIN_MS = 4_000;
/** The first names the size, the second extends it; another process may have been in between. */
const MAX_TRIES = 3;
const MAX_BODY_BYTES = 16 * 1024;
/** Verifiers take a log whose entries are 60 s after a cosignature for one that dates back (PROOF 2.4). */
const CLOCK_WITHIN_S = 30;
const SIZE = /^(0|[1-9]\d{0,15})\n$/;

/** The cosignature of a key among the lines of a note; undefined when it has none, or a wrong one. */
export function cosignatureIn(note: string, key: VerifierKey): Cosignature | undefined {
  const text = openNote(note, [], verifySignature)?.text;
  if (text === undefined) return undefined;
  for (const line of note.slice(text.length + 1).split(/(?<=\n)/)) {
    const atSeconds = openNote(joinNote(text, [line]), [key], verifySignature)?.signatures[0]?.atSeconds;
    if (atSeconds !== undefined) return { line, atSeconds };
  }
  return undefined;
}

/** Submits checkpoints to one witness (C2SP tlog-witness). */
export class WitnessClient {
  readonly address: WitnessAddress;
  readonly #clock: Clock;
  readonly #consistency: ReadConsistency;
  /** The size that it last cosigned, as far as is known here. */
  #known = 0;

  constructor(
    address: WitnessAddress,
    { clock, consistency }: { readonly clock: Clock; readonly consistency: ReadConsistency },
  ) {
    this.address = address;
    this.#clock = clock;
    this.#consistency = consistency;
  }

  /**
   * Its cosignature of a checkpoint, checked with its key.
   * @throws Error when it does not answer within four seconds, refuses, or answers with something else
   */
  async cosign({ note, text, checkpoint }: Submitted): Promise<Cosignature> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const known = this.#known;
    // After a failure it is asked again for the size.
    this.#known = 0;
    let old = known;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (old > checkpoint.size) throw new Error(`it knows ${old} entries, the log has ${checkpoint.size}`);
      const proof = await this.#consistency(old, checkpoint);
      const { status, body } = await this.#post([`old ${old}`, ...proof, '', note].join('\n'), signal);
      if (status === 200) {
        const cosignature = this.#good(joinNote(text, [body]));
        this.#known = checkpoint.size;
        return cosignature;
      }
      const size = status === 409 ? SIZE.exec(body)?.[1] : undefined;
      if (size === undefined) throw new Error(`it answered ${status}: ${body.slice(0, 100).trim()}`);
      old = Number(size);
    }
    throw new Error('it names another size each time');
  }

  #good(note: string): Cosignature {
    const cosignature = cosignatureIn(note, this.address.key);
    if (!cosignature) throw new Error('its answer is no cosignature by its key');
    const aheadS = cosignature.atSeconds - this.#clock.nowMs() / 1000;
    if (Math.abs(aheadS) > CLOCK_WITHIN_S)
      throw new Error(`its clock, or this one, is wrong by ${Math.abs(Math.round(aheadS))} s`);
    return cosignature;
  }

  async #post(body: string, signal: AbortSignal): Promise<{ readonly status: number; readonly body: string }> {
    const answer = await fetch(`${this.address.url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      redirect: 'manual',
      signal,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    const parts: AsyncIterable<Uint8Array> = answer.body ?? (async function* none() {})();
    for await (const chunk of parts) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw new Error(`its answer is longer than ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
    return { status: answer.status, body: Buffer.concat(chunks).toString() };
  }
}
