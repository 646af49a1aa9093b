import { createHash } from 'node:crypto';
import {
  consistencyProof,
  encodeBundle,
  inclusionProof,
  isExtension,
  leafHash,
  nodeHash,
  parseTilePath,
  rootByPath,
  rootOf,
  TILE_WIDTH,
  tilePath,
  widthOf,
  type Hash,
  type ReadHash,
} from '@plimsoll/proof/log';
import { demand } from './values.ts';

// Vectors of trees, tiles and their proofs (PROOF 2.3). Leaf i is the UTF-8 of `entry i`.

const entry = (index: number): Buffer => Buffer.from(`entry ${index}`);
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

const kept = new Map<string, Hash>();
const read = (level: number, index: number): Hash => {
  const name = `${level}/${index}`;
  const hash =
    kept.get(name) ??
    (level === 0 ? leafHash(entry(index)) : nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1)));
  kept.set(name, hash);
  return hash;
};
const reads: ReadHash = read;

const upTo = (size: number): number[] => Array.from({ length: size }, (_, at) => at);
const SIZES = [...upTo(34), 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000];
const LARGE = [255, 256, 257, 1000];

function inclusionPairs(): (readonly [index: number, size: number])[] {
  return [
    ...upTo(12).flatMap((size) => upTo(size).map((index) => [index, size] as const)),
    ...LARGE.flatMap((size) =>
      [0, 1, 127, 128, 254, 255, 256, 511, 512, 999].filter((i) => i < size).map((index) => [index, size] as const),
    ),
  ];
}

function consistencyPairs(): (readonly [old: number, size: number])[] {
  const sizes = [1, 2, 3, 127, 128, 129, 254, 255, 256, 257, 512, 999, 1000];
  return [
    ...upTo(10).flatMap((size) => upTo(size + 1).map((old) => [old, size] as const)),
    ...LARGE.flatMap((size) => sizes.filter((old) => old <= size).map((old) => [old, size] as const)),
  ];
}

const sameHash = (a: Hash | undefined, b: Hash): boolean => a !== undefined && hex(a) === hex(b);

async function inclusion(): Promise<unknown> {
  const proofs = await Promise.all(
    inclusionPairs().map(async ([index, size]) => {
      const proof = await inclusionProof(index, size, reads);
      demand(sameHash(rootByPath(index, size, read(0, index), proof), await rootOf(size, reads)), `${index}/${size}`);
      return { index, size, proof: proof.map(hex) };
    }),
  );
  const good = async (index: number, size: number): Promise<Hash[]> => inclusionProof(index, size, reads);
  const wrong: (readonly [index: number, size: number, proof: readonly Hash[], why: string])[] = [
    [5, 11, (await good(5, 11)).slice(1), 'a hash missing in front'],
    [5, 11, (await good(5, 11)).slice(0, -1), 'a hash missing at the end'],
    [5, 11, [...(await good(5, 11)), read(0, 0)], 'a hash too many'],
    [5, 11, (await good(5, 11)).toReversed(), 'another order'],
    [4, 11, await good(5, 11), 'another place'],
    [5, 12, await good(5, 11), 'another size'],
    [11, 11, await good(10, 11), 'a place beyond the tree'],
    [0, 1, [read(0, 0)], 'a path in a tree of one'],
    [256, 257, [], 'no path'],
  ];
  const refused = await Promise.all(
    wrong.map(async ([index, size, proof, why]) => {
      demand(!sameHash(rootByPath(index, size, read(0, index), proof), await rootOf(size, reads)), why);
      return { index, size, proof: proof.map(hex), why };
    }),
  );
  return { proofs, refused };
}

async function consistency(): Promise<unknown> {
  const stateOf = async (size: number): Promise<{ size: number; root: Hash }> => ({
    size,
    root: await rootOf(size, reads),
  });
  const proofs = await Promise.all(
    consistencyPairs().map(async ([old, size]) => {
      const proof = await consistencyProof(old, size, reads);
      demand(isExtension(await stateOf(old), await stateOf(size), proof), `${old}/${size}`);
      return { old, size, proof: proof.map(hex) };
    }),
  );
  const good = async (old: number, size: number): Promise<Hash[]> => consistencyProof(old, size, reads);
  const wrong: (readonly [old: number, size: number, proof: readonly Hash[], why: string])[] = [
    [6, 11, (await good(6, 11)).slice(1), 'a hash missing in front'],
    [6, 11, (await good(6, 11)).slice(0, -1), 'a hash missing at the end'],
    [6, 11, [...(await good(6, 11)), read(0, 0)], 'a hash too many'],
    [6, 11, (await good(6, 11)).toReversed(), 'another order'],
    [5, 11, await good(6, 11), 'another old size'],
    [6, 12, await good(6, 11), 'another size'],
    [8, 11, [], 'no proof'],
    [8, 8, [read(0, 0)], 'a proof of one size with itself'],
    [0, 8, [read(3, 0)], 'a proof for the empty tree'],
  ];
  const refused = await Promise.all(
    wrong.map(async ([old, size, proof, why]) => {
      demand(!isExtension(await stateOf(old), await stateOf(size), proof), why);
      return { old, size, proof: proof.map(hex), why };
    }),
  );
  return { proofs, refused };
}

/** Roots, and proofs of inclusion and consistency, hashes in hex; `refused` ones lead elsewhere. */
export async function treeVectors(): Promise<unknown> {
  const roots = SIZES.map(async (size) => ({ size, root: hex(await rootOf(size, reads)) }));
  return { roots: await Promise.all(roots), inclusion: await inclusion(), consistency: await consistency() };
}

const NAMES = [
  { level: 0, index: 0, width: TILE_WIDTH },
  { level: 0, index: 999, width: 255 },
  { level: 0, index: 1_000, width: TILE_WIDTH },
  { level: 1, index: 1_234_067, width: 1 },
  { level: 5, index: 0, width: 7 },
  { level: 'entries', index: 0, width: 3 },
  { level: 'entries', index: 123_456_789, width: TILE_WIDTH },
] as const;
/** Spellings that a server answers 404. */
const NO_PATHS = [
  'tile/0/0',
  'tile/0/00',
  'tile/0/0000',
  'tile/0/x000/000',
  'tile/0/x001/67',
  'tile/0/001/234',
  'tile/00/000',
  'tile/-1/000',
  'tile/64/000',
  'tile/data/000',
  'tile/8/0/000',
  'tile/0/000.p/0',
  'tile/0/000.p/01',
  'tile/0/000.p/256',
  'tile/0/000.p/',
  'tile/0/000/',
  'tile/entries/000.p/999',
];

/** Every tile and bundle of a log of these sizes that is partial, and the last full one of each level. */
const TILED = [3, 1_000, 65_800];

function tilesAt(size: number): unknown[] {
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const levels = [...upTo(7).filter((level) => size >= TILE_WIDTH ** level), 'entries'] as const;
  return levels.flatMap((level) => {
    const total = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);
    const last = Math.ceil(total / TILE_WIDTH) - 1;
    return [last - 1, last]
      .filter((index) => index >= 0)
      .map((index) => {
        const width = widthOf(level, index, size);
        const rows = upTo(width).map((at) => index * TILE_WIDTH + at);
        const bytes =
          level === 'entries' ? encodeBundle(rows.map(entry)) : Buffer.concat(rows.map((at) => read(8 * level, at)));
        return { path: tilePath({ level, index, width }), bytes: bytes.length, sha256: sha256(bytes) };
      });
  });
}

/** Paths of tiles and bundles, and the hashes of their bytes at some sizes. */
export function tileVectors(): unknown {
  for (const path of NO_PATHS) demand(parseTilePath(path) === undefined, path);
  return {
    paths: NAMES.map((name) => ({ ...name, path: tilePath(name) })),
    refused: NO_PATHS,
    logs: TILED.map((size) => ({ size, tiles: tilesAt(size) })),
  };
}
