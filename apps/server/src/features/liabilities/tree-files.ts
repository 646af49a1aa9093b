import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSum, type LeafProof, sumStep, type SumStep } from '@plimsoll/proof/log';
import { z } from 'zod';
import { HOUSE_SALT, Salts } from './salts.ts';
import { readAmount } from './split.ts';
import {
  HASH_BYTES,
  HEAD_FILE,
  NAMES_FILE,
  nodeAt,
  nodeBytes,
  PLACES_FILE,
  PLACES_ROW_BYTES,
  readPlaces,
  TREE_FILE,
  type PlacesRow,
} from './tree-layout.ts';

const headFile = z.object({
  epoch: z.int(),
  coins: z.int(),
  leaves: z.int(),
  members: z.int(),
  key: z.hex(),
  house: z.array(z.object({ name: z.string(), place: z.int() })),
});
type HeadFile = z.output<typeof headFile>;

/** Whose leaves, with the paths to the root. */
export interface ProvenOwner {
  readonly owner: string;
  readonly leaves: readonly LeafProof[];
}

/** Reads one epoch's tree from its folder. */
export class TreeFiles {
  readonly #folder: string;
  readonly #head: HeadFile;

  private constructor(folder: string, head: HeadFile) {
    this.#folder = folder;
    this.#head = head;
  }

  /** Opens a folder that `TreeBuilder` made. Rejects when it is not there or not whole. */
  static async open(folder: string): Promise<TreeFiles> {
    return new TreeFiles(folder, headFile.parse(JSON.parse(await readFile(join(folder, HEAD_FILE), 'utf8'))));
  }

  /** The root's hash, in hex. */
  root(): Promise<string> {
    const levels = Math.log2(this.#head.leaves);
    return this.#within(TREE_FILE, async (file) =>
      Buffer.from((await this.#node(file, levels, 0)).hash).toString('hex'),
    );
  }

  /** A member's leaves; undefined for one whom the epoch does not know. */
  async member(id: number): Promise<ProvenOwner | undefined> {
    const row = await this.#within(PLACES_FILE, (file) => findMember(file, this.#head.members, id));
    if (!row) return undefined;
    const owner = await this.#within(NAMES_FILE, async (file) =>
      (await readAt(file, row.nameAt, row.nameBytes)).toString(),
    );
    const salts = new Salts(Buffer.from(this.#head.key, 'hex'));
    return this.#prove(
      owner,
      row.places.map((place, at) => ({ place, salt: salts.of(owner, at + 1) })),
    );
  }

  /** The leaves of house accounts, one each. */
  house(): Promise<ProvenOwner[]> {
    return Promise.all(this.#head.house.map(({ name, place }) => this.#prove(name, [{ place, salt: HOUSE_SALT }])));
  }

  #prove(owner: string, leaves: readonly { readonly place: number; readonly salt: string }[]): Promise<ProvenOwner> {
    return this.#within(TREE_FILE, async (file) => ({
      owner,
      leaves: await Promise.all(
        leaves.map(async ({ place, salt }, at) => ({
          part: at + 1,
          salt,
          amounts: (await this.#node(file, 0, place)).amounts.map((units) => formatSum(units)),
          path: await this.#path(file, place),
        })),
      ),
    }));
  }

  #path(file: FileHandle, leaf: number): Promise<SumStep[]> {
    const levels = Math.log2(this.#head.leaves);
    return Promise.all(
      Array.from({ length: levels }, async (_, level) => {
        const place = Math.floor(leaf / 2 ** level);
        return place % 2 === 0
          ? sumStep('right', await this.#node(file, level, place + 1))
          : sumStep('left', await this.#node(file, level, place - 1));
      }),
    );
  }

  async #node(file: FileHandle, level: number, place: number) {
    const { coins, leaves } = this.#head;
    const bytes = nodeBytes(coins);
    const node = await readAt(file, nodeAt(leaves, level, place) * bytes, bytes);
    return {
      hash: node.subarray(0, HASH_BYTES),
      amounts: Array.from({ length: coins }, (_, coin) => readAmount(node, nodeBytes(coin))),
    };
  }

  async #within<T>(name: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(join(this.#folder, name), 'r');
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }
}

/** @throws Error when the file ends before */
async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  if (bytesRead !== bytes) throw new Error('a file of the liabilities ends too early');
  return buffer;
}

/** Looks a member up among `count` rows in the order of their numbers. */
async function findMember(file: FileHandle, count: number, id: number): Promise<PlacesRow | undefined> {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const row = readPlaces(await readAt(file, middle * PLACES_ROW_BYTES, PLACES_ROW_BYTES));
    if (row.memberId === id) return row;
    if (row.memberId < id) from = middle + 1;
    else to = middle;
  }
  return undefined;
}
