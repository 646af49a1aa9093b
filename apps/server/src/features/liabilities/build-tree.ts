import { hash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RandomPool } from './random-pool.ts';
import { HOUSE_SALT, Salts } from './salts.ts';
import { Scattered } from './scattered.ts';
import { readAmount, splitAmount } from './split.ts';
import { SumLevels } from './sum-levels.ts';
import {
  HASH_BYTES,
  HEAD_FILE,
  MAX_PARTS,
  NAMES_FILE,
  nodeAt,
  nodeBytes,
  PLACES_FILE,
  PLACES_ROW_BYTES,
  TREE_FILE,
  writePlaces,
} from './tree-layout.ts';

const MIN_PARTS = 2;
const KEY_BYTES = 32;
const WRITE_BYTES = 1 << 18;
const PREFIX = 'leaf/v1\n';
/** Names have 255 letters at most. */
const MAX_NONCE_BYTES = 2048;

/** Whose balances go into a tree. */
export interface TreeOwner {
  readonly name: string;
  /** In units of 10⁻⁸, one a coin of the tree. */
  readonly amounts: readonly bigint[];
}

export interface TreeMember extends TreeOwner {
  /** Members come in the order of their numbers. */
  readonly id: number;
}

export interface TreePlan {
  /** A folder that does not exist yet. */
  readonly folder: string;
  readonly epoch: number;
  readonly coins: number;
  /** How many members will be added: no fewer, no more. */
  readonly members: number;
  readonly house: readonly TreeOwner[];
}

/** What a tree comes to. */
export interface BuiltTree {
  readonly root: Uint8Array;
  /** In units of 10⁻⁸. */
  readonly totals: readonly bigint[];
  /** A power of two. */
  readonly leaves: number;
}

/** What {@link HEAD_FILE} holds. */
export interface TreeHeadFile {
  readonly epoch: number;
  readonly coins: number;
  readonly leaves: number;
  readonly members: number;
  /** Hex: salts are made of it. */
  readonly key: string;
  readonly house: readonly { readonly name: string; readonly place: number }[];
}

/** Rows of one size that are written behind one another. */
class RowFile {
  readonly #file: number;
  readonly #gathered = Buffer.alloc(WRITE_BYTES);
  #used = 0;
  length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Room for `bytes`, to be written at once. */
  room(bytes: number): { readonly buffer: Buffer; readonly at: number } {
    if (this.#used + bytes > this.#gathered.length) this.#flush();
    const at = this.#used;
    this.#used += bytes;
    this.length += bytes;
    return { buffer: this.#gathered, at };
  }

  #flush(): void {
    writeSync(this.#file, this.#gathered, 0, this.#used);
    this.#used = 0;
  }

  end(): void {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

/** The smallest power of two that is not below. */
const powerFrom = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

/** All places in random order: any is as likely for any leaf. */
function shuffledPlaces(count: number, random: RandomPool): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, place) => place);
  for (let left = count; left > 1; left -= 1) {
    const at = random.below(left);
    const place = places[at] ?? 0;
    places[at] = places[left - 1] ?? 0;
    places[left - 1] = place;
  }
  return places;
}

/**
 * Builds the Merkle sum tree of one epoch in a folder (PROOF 5), without ever having it in memory: each member's balances
 * in two to four leaves at random places, one leaf a house account, empty leaves to a power of two. It knows no database.
 * Everything is synchronous: it belongs in a thread of its own.
 */
export class TreeBuilder {
  readonly #plan: TreePlan;
  readonly #random = new RandomPool();
  readonly #key = randomBytes(KEY_BYTES);
  readonly #salts = new Salts(this.#key);
  /** How many leaves each member gets: drawn first, because places need to know how many there are. */
  readonly #parts: Uint8Array;
  readonly #places: Uint32Array;
  readonly #scattered: Scattered;
  readonly #rows: RowFile;
  readonly #names: RowFile;
  readonly #house: { readonly name: string; readonly place: number }[] = [];
  /** Leaves of one owner, as they are hashed: a zero, the nonce, the amounts. */
  readonly #leaves: readonly Buffer[];
  readonly #amounts: DataView;
  readonly #split: Buffer;
  readonly #nonce = Buffer.alloc(MAX_NONCE_BYTES);
  readonly #nonceStart: number;
  #taken = 0;
  #added = 0;
  #lastId = -1;

  constructor(plan: TreePlan) {
    this.#plan = plan;
    const { folder, coins, members, house } = plan;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#parts = Uint8Array.from({ length: members }, () => MIN_PARTS + this.#random.below(MAX_PARTS - MIN_PARTS + 1));
    const owned = this.#parts.reduce((sum, parts) => sum + parts, house.length);
    this.#places = shuffledPlaces(powerFrom(owned), this.#random);
    this.#scattered = new Scattered(join(folder, 'scattered'), {
      leaves: this.#places.length,
      leafBytes: nodeBytes(coins),
    });
    this.#rows = new RowFile(join(folder, PLACES_FILE));
    this.#names = new RowFile(join(folder, NAMES_FILE));
    const leafBytes = 1 + nodeBytes(coins);
    this.#split = Buffer.alloc(MAX_PARTS * leafBytes);
    this.#amounts = new DataView(this.#split.buffer, this.#split.byteOffset, this.#split.length);
    this.#leaves = Array.from({ length: MAX_PARTS }, (_, part) =>
      this.#split.subarray(part * leafBytes, (part + 1) * leafBytes),
    );
    this.#nonceStart = this.#nonce.write(`${PREFIX}${plan.epoch}\n`);
    for (const each of house) this.#addHouse(each);
  }

  /** Adds a member's leaves. @throws RangeError for amounts that have no place in a sum tree, or members out of order */
  addMember({ id, name, amounts }: TreeMember): void {
    const parts = this.#parts[this.#added];
    if (parts === undefined || id <= this.#lastId) throw new RangeError(`member ${id} comes out of order`);
    this.#added += 1;
    this.#lastId = id;
    this.#splitAll(amounts, parts);
    const places: number[] = [];
    let salts = '';
    for (let part = 1; part <= parts; part += 1) {
      if (part % 2 === 1) salts = this.#salts.pair(name, (part + 1) / 2);
      places.push(this.#putLeaf(name, part, parts, part % 2 === 1 ? salts.slice(0, 64) : salts.slice(64)));
    }
    const nameBytes = Buffer.byteLength(name);
    const nameAt = this.#names.length;
    const named = this.#names.room(nameBytes);
    named.buffer.write(name, named.at);
    const row = this.#rows.room(PLACES_ROW_BYTES);
    writePlaces(row.buffer, row.at, { memberId: id, nameAt, nameBytes, places });
  }

  #addHouse({ name, amounts }: TreeOwner): void {
    this.#splitAll(amounts, 1);
    this.#house.push({ name, place: this.#putLeaf(name, 1, 1, HOUSE_SALT) });
  }

  #splitAll(amounts: readonly bigint[], parts: number): void {
    if (amounts.length !== this.#plan.coins) throw new RangeError('an amount a coin is needed');
    this.#split.fill(0);
    const stride = this.#leaves[0]?.length ?? 0;
    for (const [coin, amount] of amounts.entries())
      splitAmount({
        amount,
        parts,
        random: this.#random,
        into: this.#amounts,
        at: 1 + nodeBytes(coin),
        stride,
      });
  }

  /** Hashes a leaf that was split and gives it the next place. */
  #putLeaf(owner: string, part: number, parts: number, salt: string): number {
    const nonce = this.#nonce;
    let end = this.#nonceStart;
    end += nonce.write(owner, end);
    end += nonce.write(`\n${part}/${parts}\n`, end, 'latin1');
    end += nonce.write(salt, end, 'latin1');
    const leaf = this.#leaves[part - 1];
    if (!leaf) throw new RangeError(`no part ${part}`);
    leaf.write(hash('sha256', nonce.subarray(0, end), 'binary'), 1, 'latin1');
    return this.#place(leaf);
  }

  /** Puts a leaf of nobody: with a random nonce it looks like any other. */
  #putEmpty(): void {
    const [leaf] = this.#leaves;
    if (!leaf) throw new RangeError('there is no leaf');
    this.#random.fill(leaf, 1, HASH_BYTES);
    this.#place(leaf);
  }

  /** Gives a leaf the next place. */
  #place(leaf: Buffer): number {
    const place = this.#places[this.#taken];
    if (place === undefined) throw new RangeError('the tree has no place left');
    this.#taken += 1;
    this.#scattered.put(place, hash('sha256', leaf, 'binary'), leaf, 1 + HASH_BYTES, leaf.length);
    return place;
  }

  /**
   * Adds empty leaves, makes the nodes, and writes them.
   * @throws RangeError when members are missing, or a sum is at or above 2^128
   */
  finish(): BuiltTree {
    if (this.#added !== this.#parts.length) throw new RangeError('members are missing');
    this.#splitAll(this.#plan.house[0]?.amounts.map(() => 0n) ?? Array.from({ length: this.#plan.coins }, () => 0n), 1);
    for (let left = this.#places.length - this.#taken; left > 0; left -= 1) this.#putEmpty();
    this.#rows.end();
    this.#names.end();
    const top = this.#writeLevels();
    this.#scattered.end();
    this.#writeHead();
    return {
      root: Uint8Array.from(top.subarray(0, HASH_BYTES)),
      totals: Array.from({ length: this.#plan.coins }, (_, coin) => readAmount(top, nodeBytes(coin))),
      leaves: this.#places.length,
    };
  }

  /** Writes every level; @returns the root's node. */
  #writeLevels(): Buffer {
    const { folder, coins } = this.#plan;
    const leaves = this.#places.length;
    const bytes = nodeBytes(coins);
    const levels = new SumLevels(coins);
    const file = openSync(join(folder, TREE_FILE), 'wx', 0o600);
    /** Writes the nodes from `place` of a level on, and all that can be made of them; @returns the last. */
    const write = (nodes: Buffer, startLevel: number, startPlace: number): Buffer => {
      let [level, place, made] = [startLevel, startPlace, nodes];
      for (;;) {
        writeSync(file, made, 0, made.length, nodeAt(leaves, level, place) * bytes);
        if (made.length === bytes) return made;
        made = levels.above(made);
        level += 1;
        place /= 2;
      }
    };
    const { stretches } = this.#scattered;
    const stretchLevel = Math.log2(leaves / stretches);
    const tops: Buffer[] = [];
    for (let stretch = 0; stretch < stretches; stretch += 1)
      tops.push(write(this.#scattered.inOrder(stretch), 0, (stretch * leaves) / stretches));
    const root = write(Buffer.concat(tops), stretchLevel, 0);
    fsyncSync(file);
    closeSync(file);
    return root;
  }

  #writeHead(): void {
    const { folder, epoch, coins, members } = this.#plan;
    const head: TreeHeadFile = {
      epoch,
      coins,
      leaves: this.#places.length,
      members,
      key: this.#key.toString('hex'),
      house: this.#house,
    };
    writeFileSync(join(folder, HEAD_FILE), JSON.stringify(head), { mode: 0o600, flush: true });
  }
}
