import type { Hash } from './bytes.ts';
import { joinSubtrees, leafHash, nodeHash } from './merkle.ts';

/** Hashes of a full tile, and entries of a full bundle (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
/** A level of tiles beyond which no tree of 2^53 leaves goes. */
const MAX_TILE_LEVEL = 6;
/** Max bytes of an entry: its length is sent in two bytes, and the log's own limit is lower (PROOF 2). */
export const MAX_ENTRY_BYTES = 16_384;

/** Which tile, or which bundle of entries. */
export interface TileName {
  /** 0 for hashes of leaves; `entries` for a bundle. */
  readonly level: number | 'entries';
  /** Its number from the left. */
  readonly index: number;
  /** Hashes, or entries, in it: {@link TILE_WIDTH}, or fewer for a partial one. */
  readonly width: number;
}

/** The path of a tile below the log's prefix: `tile/0/x001/x234/067`, `tile/entries/000.p/3`. */
export function tilePath({ level, index, width }: TileName): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const parts = padded.match(/\d{3}/g) ?? [];
  const name = parts.map((part, at) => (at === parts.length - 1 ? part : `x${part}`)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile that a path names; undefined for every spelling but the one of {@link tilePath}. */
export function parseTilePath(path: string): TileName | undefined {
  const [, level = '', name = '', partial] = PATH.exec(path) ?? [];
  if (name === '') return undefined;
  const tile: TileName = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  };
  const isPossible = (tile.level === 'entries' || tile.level <= MAX_TILE_LEVEL) && Number.isSafeInteger(tile.index);
  return isPossible && tile.width <= TILE_WIDTH && tilePath(tile) === path ? tile : undefined;
}

/** The hashes that a tile of a tree of `size` leaves has; 0 when it is beyond the tree. */
export function widthOf(level: number | 'entries', index: number, size: number): number {
  const total = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, total - index * TILE_WIDTH));
}

/** Entries one after another, each with its length in front, two bytes, big-endian. */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`);
    bytes.set([entry.length >> 8, entry.length & 255], at);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** The entries of a bundle; undefined when it is cut off. */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [high, low] = bytes.subarray(at, at + 2);
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + (high << 8) + low;
    if (end > bytes.length) return undefined;
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries;
}

/** The hash at the top of a full tile, which is one hash of the tile above. */
function topOf(hashes: readonly Hash[]): Hash {
  let row = hashes;
  while (row.length > 1)
    row = row.flatMap((left, at) => {
      const right = row[at + 1];
      return at % 2 === 0 && right ? [nodeHash(left, right)] : [];
    });
  const [top] = row;
  if (!top) throw new RangeError('a tile without hashes');
  return top;
}

/** A tile that became full. */
export interface FullTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: readonly Hash[];
}

/**
 * The right edge of a log's tiles: all that is needed to append to it and to know its root. Partial tiles alone are kept,
 * at most 255 hashes a level.
 */
export class TileEdge {
  #size: number;
  /** By level, the hashes of the tile that is not full yet. */
  readonly #partial: Hash[][];

  /**
   * @param partial by level, the hashes of the partial tile of a log of `size` leaves; none for an empty log
   * @throws RangeError when their widths are not those of that size
   */
  constructor(size = 0, partial: readonly (readonly Hash[])[] = []) {
    this.#size = size;
    this.#partial = partial.map((hashes) => [...hashes]);
    for (let level = 0, width = size; level < this.#partial.length || width > 0; level += 1) {
      if ((this.#partial[level] ?? []).length !== width % TILE_WIDTH)
        throw new RangeError(`level ${level} of a log of ${size} leaves has ${width % TILE_WIDTH} hashes in its edge`);
      width = Math.floor(width / TILE_WIDTH);
    }
  }

  get size(): number {
    return this.#size;
  }

  /** The partial tiles by level; a level whose last tile is full has an empty one. */
  get partial(): readonly (readonly Hash[])[] {
    return this.#partial;
  }

  /**
   * Appends an entry's bytes.
   * @returns the tiles that became full by it, the lowest first
   */
  append(entry: Uint8Array): FullTile[] {
    const full: FullTile[] = [];
    const add = (level: number, hash: Hash): void => {
      const row = (this.#partial[level] ??= []);
      row.push(hash);
      if (row.length < TILE_WIDTH) return;
      this.#partial[level] = [];
      full.push({ level, index: this.#size / TILE_WIDTH ** (level + 1) - 1, hashes: row });
      add(level + 1, topOf(row));
    };
    this.#size += 1;
    add(0, leafHash(entry));
    return full;
  }

  /** The root of the whole tree. */
  get root(): Hash {
    return joinSubtrees(this.#partial.flatMap((row) => subtreesOf(row).reverse()).reverse());
  }
}

/** The complete subtrees that the hashes of a partial tile make, from the left. */
function subtreesOf(row: readonly Hash[]): Hash[] {
  const subtrees: Hash[] = [];
  for (let at = 0, width = TILE_WIDTH / 2; width >= 1; width /= 2) {
    if ((row.length & width) === 0) continue;
    subtrees.push(topOf(row.slice(at, at + width)));
    at += width;
  }
  return subtrees;
}
