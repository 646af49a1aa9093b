import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeBundle, parseCheckpoint, TILE_WIDTH, TileEdge, tilePath, widthOf } from '@plimsoll/proof/log';
import { folderStore, type ObjectStore } from '../../../apps/server/src/platform/uploads/index.ts';
import type { Ground } from './ground.ts';

const LOOK_EVERY_MS = 50;

/** A checkpoint as it was served. */
interface Seen {
  readonly size: number;
  readonly root: string;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The entries of a bundle. A partial one may have been replaced by the full one, which begins with it (PROOF 2.3). */
async function bundleAt(url: string, index: number, size: number): Promise<readonly Uint8Array[]> {
  const width = widthOf('entries', index, size);
  const doubts: string[] = [];
  for (const each of new Set([width, TILE_WIDTH])) {
    const path = tilePath({ level: 'entries', index, width: each });
    const response = await fetch(`${url}/log/${path}`);
    const entries = response.ok ? decodeBundle(Buffer.from(await response.arrayBuffer())) : undefined;
    if (entries?.length === each) return entries.slice(0, width);
    doubts.push(`${path} ${response.status}`);
  }
  throw new Error(`a bundle of the log is not to be read: ${doubts.join(', ')}`);
}

async function served(url: string): Promise<Seen | undefined> {
  const response = await fetch(`${url}/log/checkpoint`).catch(() => undefined);
  const checkpoint = response?.ok ? parseCheckpoint(await response.text()) : undefined;
  return checkpoint && { size: checkpoint.size, root: hex(checkpoint.root) };
}

/** Keeps every checkpoint that a ground's server serves, from outside. */
export class LogWatch {
  readonly #ground: Ground;
  readonly #seen = new Map<string, Seen>();
  #isOver = false;
  readonly #watching: Promise<void>;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#watching = this.#watch();
  }

  /** Different checkpoints that were served. */
  get count(): number {
    return this.#seen.size;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const seen = await served(await this.#ground.url());
      if (seen) this.#seen.set(`${seen.size} ${seen.root}`, seen);
      await delay(LOOK_EVERY_MS);
    }
  }

  /** All entries of the log as it is served now; checkpoints that are not of its history are doubts. */
  async entries(): Promise<readonly string[]> {
    const url = await this.#ground.url();
    const head = await served(url);
    if (!head) throw new Error('no checkpoint is served');
    const lines: string[] = [];
    const edge = new TileEdge();
    const roots = new Map<number, string>();
    // not money: places of bundles
    for (let index = 0; index * TILE_WIDTH < head.size; index += 1) {
      for (const entry of await bundleAt(url, index, head.size)) {
        edge.append(entry);
        roots.set(edge.size, hex(edge.root));
        lines.push(Buffer.from(entry).toString());
      }
    }
    if (hex(edge.root) !== head.root) this.#ground.doubt('the entries of the log have another root than its head');
    for (const { size, root } of this.#seen.values())
      if (size > 0 && roots.get(size) !== root)
        this.#ground.doubt(`the log was taken back: a checkpoint of ${size} entries is not of its history`);
    return lines;
  }
}

/** When each size of the log was published, seen in its folder: whoever serves it may be dead. */
export class Publications {
  readonly #files: ObjectStore;
  readonly #seen: { readonly size: number; readonly atMs: number }[] = [];
  #isOver = false;
  readonly #watching: Promise<void>;

  /** @param folder the data folder of a ground's server */
  constructor(folder: string) {
    this.#files = folderStore(join(folder, 'log'));
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  /** When an entry was first in a published checkpoint, at most a look too late; undefined when it never was. */
  includedAtMs(index: number): number | undefined {
    return this.#seen.find(({ size }) => size > index)?.atMs;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const note = await this.#files.get('checkpoint');
      const size = note && parseCheckpoint(note.toString())?.size;
      if (size !== undefined && size !== this.#seen.at(-1)?.size) this.#seen.push({ size, atMs: Date.now() });
      await delay(LOOK_EVERY_MS);
    }
  }
}
