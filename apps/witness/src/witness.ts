import {
  cosignText,
  EMPTY_ROOT,
  fromBase64,
  isExtension,
  joinNote,
  openNote,
  parseCheckpoint,
  type Checkpoint,
  type Hash,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { verifySignature } from './ed25519.ts';
import type { WitnessKey } from './key-file.ts';
import { originHash, type Memory } from './memory.ts';

/** What a request to cosign is answered (C2SP tlog-witness, PROOF 4.2). */
export type Outcome =
  | { readonly kind: 'cosigned'; readonly line: string }
  /** The request extends another size than the one last cosigned, which is `size`. */
  | { readonly kind: 'other-size'; readonly size: number }
  | { readonly kind: 'inconsistent'; readonly old: number; readonly checkpoint: Checkpoint; readonly note: string }
  | { readonly kind: 'malformed' | 'unknown-log' | 'not-signed' | 'old-above-size' };

export interface WitnessParts {
  readonly key: WitnessKey;
  /** Trusted keys by origin. */
  readonly logs: ReadonlyMap<string, readonly VerifierKey[]>;
  readonly memory: Memory;
  readonly nowMs: () => number;
}

interface Cosigned {
  readonly size: number;
  readonly root: Hash;
  /** The checkpoint with the log's signatures and the cosignature. */
  readonly note: string;
}

interface Request {
  readonly old: number;
  readonly proof: readonly Hash[];
  readonly note: string;
}

/** No tree of 2^63 leaves has a longer one. */
const MAX_PROOF = 63;
const OLD = /^old (0|[1-9]\d{0,15})$/;

function parseRequest(body: string): Request | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const old = Number(OLD.exec(first)?.[1]);
  const proof = lines.flatMap((line) => fromBase64(line) ?? []).filter(({ length }) => length === 32);
  if (!Number.isSafeInteger(old) || proof.length !== lines.length || proof.length > MAX_PROOF) return undefined;
  return { old, proof, note: body.slice(end + 2) };
}

/** The signature lines of a note that are good ones of these keys, each once; undefined when one of them is wrong. */
function goodLines(note: string, text: string, keys: readonly VerifierKey[]): string[] | undefined {
  const opened = openNote(note, keys, verifySignature);
  const lines = [...new Set(note.slice(text.length + 1).split(/(?<=\n)/))];
  const isGood = (line: string): boolean =>
    openNote(joinNote(text, [line]), keys, verifySignature)?.signatures.length === 1;
  return opened && lines.filter((line) => isGood(line));
}

/** Cosigns the checkpoints of logs, each after the one before it alone, and remembers the latest of each. */
export class Witness {
  readonly #parts: WitnessParts;
  readonly #latest = new Map<string, Cosigned>();

  /** @throws Error when what it remembers of a log cannot be read: to forget it would be to allow a fork */
  constructor(parts: WitnessParts) {
    this.#parts = parts;
    for (const [origin, keys] of parts.logs) {
      const note = parts.memory.read(origin);
      if (note === undefined) continue;
      const opened = openNote(note, [...keys, parts.key.key], verifySignature);
      const checkpoint = opened && parseCheckpoint(opened.text);
      if (checkpoint?.origin !== origin || opened?.signatures.length === 0)
        throw new Error(`${originHash(origin)}/checkpoint is damaged: start with an empty WITNESS_DIR and a new key`);
      this.#latest.set(originHash(origin), { ...checkpoint, note });
    }
  }

  /** Checks and remembers in one step, in which nothing else runs, so that requests cannot overtake each other. */
  addCheckpoint(body: string): Outcome {
    const request = parseRequest(body);
    const text = request && openNote(request.note, [], verifySignature)?.text;
    const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
    if (!request || text === undefined || !checkpoint) return { kind: 'malformed' };
    const keys = this.#parts.logs.get(checkpoint.origin);
    if (!keys) return { kind: 'unknown-log' };
    const signed = goodLines(request.note, text, keys);
    if (!signed || signed.length === 0) return { kind: 'not-signed' };
    const { old, proof } = request;
    if (old > checkpoint.size) return { kind: 'old-above-size' };
    const latest = this.#latest.get(originHash(checkpoint.origin)) ?? { size: 0, root: EMPTY_ROOT };
    if (old !== latest.size) return { kind: 'other-size', size: latest.size };
    if (!isExtension(latest, checkpoint, proof)) return { kind: 'inconsistent', old, checkpoint, note: request.note };
    return { kind: 'cosigned', line: this.#cosign(checkpoint, text, signed) };
  }

  #cosign(checkpoint: Checkpoint, text: string, signed: readonly string[]): string {
    const { key, memory, nowMs } = this.#parts;
    const line = cosignText(text, key.key, key.sign, Math.floor(nowMs() / 1000));
    const note = joinNote(text, [...signed, line]);
    const hash = originHash(checkpoint.origin);
    // Anybody may repeat a request: within a second it costs no write.
    if (note === this.#latest.get(hash)?.note) return line;
    memory.write(checkpoint.origin, note);
    this.#latest.set(hash, { size: checkpoint.size, root: checkpoint.root, note });
    return line;
  }

  /** The latest checkpoint of a log with its cosignature; undefined when there is none. */
  checkpointOf(hash: string): string | undefined {
    return this.#latest.get(hash)?.note;
  }
}
