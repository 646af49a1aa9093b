import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

const PLACE_BYTES = 4;
/** Leaves that are put in order at once; their nodes are made in memory. */
const STRETCH_LEAVES = 65_536;
/** Rows gathered for a stretch before they are written. */
const GATHERED_ROWS = 512;

/**
 * Leaves that come in any order and leave in theirs: each goes to the part of a file that belongs to its stretch of the
 * tree, so that a stretch can be put in order in memory and the file is written in pieces, not leaf by leaf.
 */
export class Scattered {
  readonly #path: string;
  readonly #file: number;
  readonly #rowBytes: number;
  readonly #stretch: number;
  readonly #gathered: Buffer[];
  readonly #used: number[];
  readonly #written: number[];

  /** @param leaves a power of two */
  constructor(path: string, { leaves, leafBytes }: { readonly leaves: number; readonly leafBytes: number }) {
    this.#path = path;
    this.#file = openSync(path, 'wx+', 0o600);
    this.#rowBytes = PLACE_BYTES + leafBytes;
    this.#stretch = Math.min(leaves, STRETCH_LEAVES);
    const stretches = leaves / this.#stretch;
    const rows = Math.min(GATHERED_ROWS, this.#stretch);
    this.#gathered = Array.from({ length: stretches }, () => Buffer.alloc(rows * this.#rowBytes));
    this.#used = Array.from({ length: stretches }, () => 0);
    this.#written = Array.from({ length: stretches }, () => 0);
  }

  get stretches(): number {
    return this.#gathered.length;
  }

  /** Takes the leaf of a place: its hash, 32 bytes as text, and its amounts, which begin at `from` in `amounts`. */
  put(place: number, hash: string, amounts: Buffer, from: number, to: number): void {
    const stretch = Math.floor(place / this.#stretch);
    const gathered = this.#gathered[stretch];
    if (!gathered) throw new RangeError(`no place ${place}`);
    const at = this.#used[stretch] ?? 0;
    gathered.writeUInt32LE(place % this.#stretch, at);
    gathered.write(hash, at + PLACE_BYTES, 'latin1');
    amounts.copy(gathered, at + PLACE_BYTES + 32, from, to);
    this.#used[stretch] = at + this.#rowBytes;
    if (at + this.#rowBytes === gathered.length) this.#write(stretch, gathered);
  }

  #write(stretch: number, gathered: Buffer): void {
    const used = this.#used[stretch] ?? 0;
    const written = this.#written[stretch] ?? 0;
    writeSync(this.#file, gathered, 0, used, stretch * this.#stretch * this.#rowBytes + written);
    this.#written[stretch] = written + used;
    this.#used[stretch] = 0;
  }

  /** The leaves of a stretch in their order. @throws RangeError when one is missing */
  inOrder(stretch: number): Buffer {
    const gathered = this.#gathered[stretch];
    if (gathered) this.#write(stretch, gathered);
    const rows = Buffer.allocUnsafeSlow(this.#stretch * this.#rowBytes);
    if (this.#written[stretch] !== rows.length) throw new RangeError('the tree lacks leaves');
    readSync(this.#file, rows, 0, rows.length, stretch * rows.length);
    const leafBytes = this.#rowBytes - PLACE_BYTES;
    const ordered = Buffer.allocUnsafeSlow(this.#stretch * leafBytes);
    for (let at = 0; at < rows.length; at += this.#rowBytes)
      rows.copy(ordered, rows.readUInt32LE(at) * leafBytes, at + PLACE_BYTES, at + this.#rowBytes);
    return ordered;
  }

  /** Removes the file. */
  end(): void {
    closeSync(this.#file);
    rmSync(this.#path);
  }
}
