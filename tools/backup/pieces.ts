import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { UnfitBackup } from './unfit-backup.ts';

// A file of an encrypted backup: a head with the salt of its key, then pieces sealed with AES-256-GCM. A piece's nonce
// is its number and whether it is the last, so that none can be changed, moved, left out or cut off.

const MAGIC = Buffer.from('PLB1');
/** Salt of a file's key. */
export const SALT_BYTES = 32;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;

interface Place {
  readonly number: number;
  readonly isLast: boolean;
}

/** At least one; the last may be shorter or empty. */
function piecesOf(bytes: Buffer, size: number): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** Seals bytes in memory. */
export function sealBytes(salt: Buffer, key: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([
    MAGIC,
    salt,
    ...piecesOf(bytes, PIECE_BYTES).map((piece, number, all) =>
      sealPiece(key, piece, { number, isLast: number === all.length - 1 }),
    ),
  ]);
}

/** Opens bytes in memory; `keyOf` makes the key of the file's salt. */
export function openBytes(name: string, keyOf: (salt: Buffer) => Buffer, bytes: Buffer): Buffer {
  const key = keyOf(saltIn(name, bytes));
  return Buffer.concat(
    piecesOf(bytes.subarray(HEAD_BYTES), PIECE_BYTES + TAG_BYTES).map((piece, number, all) =>
      openPiece(name, key, piece, { number, isLast: number === all.length - 1 }),
    ),
  );
}

function nonceOf({ number, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealPiece(key: Buffer, piece: Buffer, place: Place): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place));
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

function openPiece(name: string, key: Buffer, piece: Buffer, place: Place): Buffer {
  if (piece.length < TAG_BYTES) throw changed(name);
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw changed(name);
  }
}

function saltIn(name: string, bytes: Buffer): Buffer {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw changed(name);
  return bytes.subarray(MAGIC.length, HEAD_BYTES);
}

const changed = (name: string): UnfitBackup =>
  new UnfitBackup(`${name} was changed or cut off, or belongs to another backup.`);

/** Splits a stream into pieces of one size; the last is known only at the end. */
abstract class Pieces extends Transform {
  readonly #size: number;
  #held: Buffer = Buffer.alloc(0);
  #number = 0;

  constructor(size: number) {
    super();
    this.#size = size;
  }

  protected abstract turn(piece: Buffer, place: Place): Buffer;
  /** Consumes what precedes the pieces; undefined while incomplete. */
  protected begin(held: Buffer): Buffer | undefined {
    return held;
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      const begun = this.begin(Buffer.concat([this.#held, part]));
      if (begun === undefined) {
        this.#held = Buffer.concat([this.#held, part]);
        return done();
      }
      let held = begun;
      while (held.length > this.#size) {
        this.push(this.turn(held.subarray(0, this.#size), { number: this.#number, isLast: false }));
        this.#number += 1;
        held = held.subarray(this.#size);
      }
      this.#held = Buffer.from(held);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.turn(this.#held, { number: this.#number, isLast: true }));
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Seals a stream. */
export class Sealing extends Pieces {
  readonly #key: Buffer;

  constructor(salt: Buffer, key: Buffer) {
    super(PIECE_BYTES);
    this.#key = key;
    this.push(Buffer.concat([MAGIC, salt]));
  }

  protected override turn(piece: Buffer, place: Place): Buffer {
    return sealPiece(this.#key, piece, place);
  }
}

/** Opens a stream; fails with {@link UnfitBackup} at the first altered piece. */
export class Opening extends Pieces {
  readonly #name: string;
  readonly #keyOf: (salt: Buffer) => Buffer;
  #key: Buffer | undefined;

  constructor(name: string, keyOf: (salt: Buffer) => Buffer) {
    super(PIECE_BYTES + TAG_BYTES);
    this.#name = name;
    this.#keyOf = keyOf;
  }

  protected override begin(held: Buffer): Buffer | undefined {
    if (this.#key) return held;
    if (held.length < HEAD_BYTES) return undefined;
    this.#key = this.#keyOf(saltIn(this.#name, held));
    return held.subarray(HEAD_BYTES);
  }

  protected override turn(piece: Buffer, place: Place): Buffer {
    if (!this.#key) throw changed(this.#name);
    return openPiece(this.#name, this.#key, piece, place);
  }
}
