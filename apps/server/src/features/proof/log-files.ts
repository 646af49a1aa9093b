import {
  checkpointText,
  decodeBundle,
  encodeBundle,
  EMPTY_ROOT,
  parseCheckpoint,
  TILE_WIDTH,
  TileEdge,
  tilePath,
  type Checkpoint,
  type Hash,
  type TileName,
} from '@plimsoll/proof/log';
import type { Query } from '../../platform/db.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import type { LogSigner } from './log-key.ts';
import { readBatches, readRootAt, type Batch, type LogHead } from './log-table.ts';

/** The checkpoint's name in the store. */
export const CHECKPOINT = 'checkpoint';
const HASH_BYTES = 32;
/** Batches of one step; with more, entries are appended in between. */
const MAX_BATCHES = 200;

/** Batches in memory that are not in the files. */
const MAX_WAITING = 64;

/** What is published is not what the database has: nothing may be appended. */
export class LogForked extends Error {}

interface LogFilesDeps {
  readonly db: Query;
  readonly store: ObjectStore;
  readonly signer: LogSigner;
}

/**
 * The log's files (C2SP tlog-tiles), made of the database alone: tiles and bundles first, then the checkpoint, and that
 * only for a size and a root that the database has committed.
 */
export class LogFiles {
  readonly #deps: LogFilesDeps;
  #edge = new TileEdge();
  /** Entries of the bundle that is not full. */
  #bundle: Uint8Array[] = [];
  /** What was just appended, so that it need not be read again. */
  #waiting: Batch[] = [];
  /** Size of the published checkpoint; undefined before the first. */
  #published: number | undefined;
  /** Partial tiles that are there, by the path of their full one. */
  readonly #partial = new Map<string, string[]>();
  /** Partial tiles whose full one stands: who has the published checkpoint reads them until the next one is. */
  #replaced: string[] = [];

  constructor(deps: LogFilesDeps) {
    this.#deps = deps;
  }

  /** The size of the checkpoint that is published. */
  get published(): number | undefined {
    return this.#published;
  }

  /**
   * Reads what is published, and goes on from there; makes everything again where files are missing.
   * @throws LogForked when it is not of this database's log
   */
  async open(head: LogHead): Promise<void> {
    const published = await this.#readCheckpoint();
    if (published) await this.#refuseFork(head, published);
    this.#published = published?.size;
    this.#partial.clear();
    this.#replaced = [];
    this.#waiting = [];
    const edge = published && (await this.#readEdge(published));
    this.#edge = edge?.edge ?? new TileEdge();
    this.#bundle = edge?.bundle ?? [];
  }

  /** Keeps what the database has committed until it is published. */
  appended(batch: Batch): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(batch);
  }

  /**
   * Writes what the database has and the files have not, some batches at a time, and at the end the checkpoint.
   * @returns whether the files have come to the head
   */
  async publish(head: Pick<LogHead, 'origin' | 'size' | 'root'>): Promise<boolean> {
    for (const batch of await this.#next(head.size)) await this.#add(batch);
    if (this.#edge.size < head.size) return false;
    if (this.#edge.size > head.size || !head.root.equals(this.#edge.root))
      throw new LogForked(`the files of the log are of ${this.#edge.size} entries, the database has ${head.size}`);
    const text = checkpointText({ origin: head.origin, size: head.size, root: this.#edge.root });
    const note = await this.#deps.signer.note(text);
    // Another process appends the keys of this one first, or this one does at its next turn.
    if (note === undefined) return true;
    await this.#writePartial();
    await this.#deps.store.put(CHECKPOINT, Buffer.from(note));
    this.#published = head.size;
    for (const partial of this.#replaced.splice(0)) await this.#deps.store.remove(partial);
    return true;
  }

  /** The batches behind the files: from memory, where it has the first of them, else from the database. */
  async #next(size: number): Promise<readonly Batch[]> {
    const from = this.#edge.size;
    const waiting = this.#waiting.splice(0);
    const begin = waiting.findIndex(({ firstIndex }) => firstIndex === from);
    const known = begin < 0 ? [] : waiting.slice(begin);
    const isChain = known.every(({ firstIndex }, at) => {
      const before = known[at - 1];
      return !before || firstIndex === before.firstIndex + before.lines.length;
    });
    return known.length > 0 && isChain ? known : readBatches(this.#deps.db, from, size, MAX_BATCHES);
  }

  async #readCheckpoint(): Promise<Checkpoint | undefined> {
    const note = await this.#deps.store.get(CHECKPOINT);
    return note && parseCheckpoint(note.toString());
  }

  async #refuseFork({ origin, size }: LogHead, published: Checkpoint): Promise<void> {
    if (published.origin !== origin)
      throw new LogForked(`the published checkpoint is of ${published.origin}, this log is ${origin}`);
    if (published.size > size) throw new LogForked(`${published.size} entries are published, the database has ${size}`);
    const root = published.size === 0 ? EMPTY_ROOT : await readRootAt(this.#deps.db, published.size);
    if (!root || Buffer.compare(root, published.root) !== 0)
      throw new LogForked(`the published checkpoint of ${published.size} entries is not of this database's log`);
  }

  /** The right edge of the published files; undefined where a file is missing or another. */
  async #readEdge({ size, root }: Checkpoint): Promise<{ edge: TileEdge; bundle: Uint8Array[] } | undefined> {
    const levels: Hash[][] = [];
    // not money: hashes of a level of the tree
    for (let level = 0, total = size; total > 0; level += 1, total = Math.floor(total / TILE_WIDTH)) {
      // not money: a place in the tree
      const name = { level, index: Math.floor(total / TILE_WIDTH), width: total % TILE_WIDTH };
      const bytes = name.width === 0 ? Buffer.alloc(0) : await this.#deps.store.get(tilePath(name));
      if (bytes?.length !== name.width * HASH_BYTES) return undefined;
      levels.push(hashesIn(bytes));
    }
    const width = size % TILE_WIDTH;
    const name = { level: 'entries', index: Math.floor(size / TILE_WIDTH), width } as const;
    const bytes = width === 0 ? Buffer.alloc(0) : await this.#deps.store.get(tilePath(name));
    const bundle = bytes && decodeBundle(bytes);
    if (bundle?.length !== width) return undefined;
    const edge = new TileEdge(size, levels);
    return Buffer.compare(edge.root, root) === 0 ? { edge, bundle } : undefined;
  }

  async #add({ firstIndex, lines, root }: Batch): Promise<void> {
    if (firstIndex !== this.#edge.size) throw new Error(`entries ${this.#edge.size} to ${firstIndex} are missing`);
    for (const line of lines) {
      const entry = Buffer.from(line);
      this.#bundle.push(entry);
      for (const { level, index, hashes } of this.#edge.append(entry)) {
        await this.#putFull({ level, index }, Buffer.concat(hashes));
        if (level > 0) continue;
        await this.#putFull({ level: 'entries', index }, encodeBundle(this.#bundle));
        this.#bundle = [];
      }
    }
    if (!root.equals(this.#edge.root)) throw new LogForked(`the root of ${this.#edge.size} entries is another`);
  }

  async #putFull({ level, index }: Omit<TileName, 'width'>, bytes: Uint8Array): Promise<void> {
    const path = tilePath({ level, index, width: TILE_WIDTH });
    await this.#deps.store.put(path, bytes);
    this.#replaced.push(...(this.#partial.get(path) ?? []));
    this.#partial.delete(path);
  }

  /** Writes the partial tiles of this size, those that are not there already. */
  async #writePartial(): Promise<void> {
    const put = async (name: TileName, bytes: Uint8Array): Promise<void> => {
      const full = tilePath({ ...name, width: TILE_WIDTH });
      const path = tilePath(name);
      const there = this.#partial.get(full) ?? [];
      if (there.includes(path)) return;
      await this.#deps.store.put(path, bytes);
      this.#partial.set(full, [...there, path]);
    };
    const { size, partial } = this.#edge;
    for (const [level, hashes] of partial.entries()) {
      const index = Math.floor(size / TILE_WIDTH ** (level + 1));
      if (hashes.length > 0) await put({ level, index, width: hashes.length }, Buffer.concat(hashes));
    }
    const index = Math.floor(size / TILE_WIDTH);
    if (this.#bundle.length > 0)
      await put({ level: 'entries', index, width: this.#bundle.length }, encodeBundle(this.#bundle));
  }
}

const hashesIn = (bytes: Uint8Array): Hash[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
  );
