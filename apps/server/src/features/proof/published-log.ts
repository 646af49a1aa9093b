import {
  consistencyProof,
  inclusionProof,
  parseCheckpoint,
  parseTilePath,
  TILE_WIDTH,
  tilePath,
  toBase64,
  widthOf,
  nodeHash,
  type Checkpoint,
  type Hash,
  type TileName,
} from '@plimsoll/proof/log';
import type { Clock } from '../../platform/clock.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import { buildPath } from './build-list.ts';
import { CHECKPOINT } from './log-files.ts';

/** Beside the checkpoint that the log's worker writes: what is served of it, with cosignatures. */
const COSIGNED = 'cosigned';
const HASH_BYTES = 32;
/** Levels of the tree within one tile. */
const TILE_HEIGHT = 8;
/** How long a checkpoint that was read is answered. */
const KEPT_MS = 500;
/** Full tiles in memory, 8 KiB each. */
const MAX_TILES = 256;

/** A published checkpoint as it is in the store. */
export interface Published {
  readonly note: Buffer;
  readonly checkpoint: Checkpoint;
}

interface PublishedLogDeps {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Checkpoints are served as cosigned; without, as the log's worker writes them. */
  readonly hasWitnesses: boolean;
}

interface Kept {
  readonly atMs: number;
  readonly served: Published | undefined;
  /** Entries whose tiles are there. */
  readonly size: number | undefined;
}

/** The log as every process serves it, from the store. */
export class PublishedLog {
  readonly #deps: PublishedLogDeps;
  #kept: Kept | undefined;
  readonly #tiles = new Map<string, Buffer>();

  constructor(deps: PublishedLogDeps) {
    this.#deps = deps;
  }

  /** The served checkpoint, at most half a second old; undefined before the first. */
  async published(): Promise<Published | undefined> {
    return (await this.#read()).served;
  }

  /** What the log's worker published last, as it is now; undefined before the first. */
  async newest(): Promise<Published | undefined> {
    return this.#checkpoint(CHECKPOINT);
  }

  /** What was served with cosignatures last, as it is now. */
  async cosigned(): Promise<Published | undefined> {
    return this.#checkpoint(COSIGNED);
  }

  /** Serves a published checkpoint with its cosignatures from now on. */
  async serve(note: Buffer): Promise<void> {
    await this.#deps.store.put(COSIGNED, note);
  }

  async #read(): Promise<Kept> {
    const { clock, hasWitnesses } = this.#deps;
    const nowMs = clock.nowMs();
    if (this.#kept && Math.abs(nowMs - this.#kept.atMs) < KEPT_MS) return this.#kept;
    const newest = await this.newest();
    const served = (hasWitnesses ? await this.cosigned() : undefined) ?? newest;
    const size = newest && served && Math.max(newest.checkpoint.size, served.checkpoint.size);
    this.#kept = { atMs: nowMs, served, size };
    return this.#kept;
  }

  async #checkpoint(name: string): Promise<Published | undefined> {
    const note = await this.#deps.store.get(name);
    const checkpoint = note && parseCheckpoint(note.toString());
    return note && checkpoint && { note, checkpoint };
  }

  /**
   * A tile or bundle by its path below the log; undefined for any other spelling, for what is beyond the tree, for sizes
   * that had no checkpoint, and for a partial one whose full one stands.
   */
  async file(path: string): Promise<Buffer | undefined> {
    const name = parseTilePath(path);
    if (!name) return undefined;
    const kept = await this.#read();
    const found = await this.#fileAt(path, name, kept.size);
    if (found !== undefined || name.width !== TILE_WIDTH) return found;
    // It may have been filled since, and what is left of the partial one removed.
    this.#kept = undefined;
    return this.#fileAt(path, name, (await this.#read()).size);
  }

  async #fileAt(path: string, name: TileName, size: number | undefined): Promise<Buffer | undefined> {
    if (size === undefined) return undefined;
    const width = widthOf(name.level, name.index, size);
    const isThere = name.width === TILE_WIDTH ? width === TILE_WIDTH : width < TILE_WIDTH && name.width <= width;
    return isThere ? this.#deps.store.get(path) : undefined;
  }

  /** The list of a build's files, by its hash in hex. */
  async build(list: string): Promise<Buffer | undefined> {
    return this.#deps.store.get(buildPath(list));
  }

  /**
   * The hashes that prove an entry to be in the tree of a checkpoint, in base64, its sibling first.
   * @throws Error when a tile is missing
   */
  async inclusion(index: number, { size }: Checkpoint): Promise<string[]> {
    const proof = await inclusionProof(index, size, async (level, at) => this.#hashAt({ level, at, size }));
    return proof.map((hash) => toBase64(hash));
  }

  /**
   * The hashes that prove a checkpoint to extend a tree of `old` entries, in base64 (RFC 6962, 2.1.2).
   * @throws Error when a tile is missing
   */
  async consistency(old: number, { size }: Checkpoint): Promise<string[]> {
    const proof = await consistencyProof(old, size, async (level, at) => this.#hashAt({ level, at, size }));
    return proof.map((hash) => toBase64(hash));
  }

  async #hashAt({ level, at, size }: { readonly level: number; readonly at: number; readonly size: number }) {
    const first = at * 2 ** (level % TILE_HEIGHT);
    const tile = await this.#tile(Math.floor(level / TILE_HEIGHT), Math.floor(first / TILE_WIDTH), size);
    const from = first % TILE_WIDTH;
    const row = Array.from({ length: 2 ** (level % TILE_HEIGHT) }, (_, place) =>
      tile.subarray((from + place) * HASH_BYTES, (from + place + 1) * HASH_BYTES),
    );
    return topOf(row);
  }

  async #tile(level: number, index: number, size: number): Promise<Buffer> {
    const path = tilePath({ level, index, width: widthOf(level, index, size) });
    const full = tilePath({ level, index, width: TILE_WIDTH });
    const known = this.#tiles.get(path);
    if (known) return known;
    // A partial tile is removed once the full one stands, which begins with it.
    const bytes = (await this.#deps.store.get(path)) ?? (await this.#deps.store.get(full));
    if (!bytes) throw new Error(`${path} of the log is missing`);
    if (this.#tiles.size >= MAX_TILES) this.#tiles.clear();
    if (bytes.length === TILE_WIDTH * HASH_BYTES) this.#tiles.set(full, bytes);
    return bytes;
  }
}

function topOf(row: readonly Hash[]): Hash {
  let hashes = row;
  while (hashes.length > 1)
    hashes = hashes.flatMap((left, at) => {
      const right = hashes[at + 1];
      return at % 2 === 0 && right ? [nodeHash(left, right)] : [];
    });
  const [top] = hashes;
  if (!top) throw new RangeError('no hashes');
  return top;
}
