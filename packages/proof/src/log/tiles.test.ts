import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalBytes, sha, type Hash } from './bytes.ts';
import { leafHash, rootOf } from './merkle.ts';
import { decodeBundle, encodeBundle, parseTilePath, TILE_WIDTH, TileEdge, tilePath, widthOf } from './tiles.ts';

test.each([
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, index: 1234067, width: 256 }, 'tile/1/x001/x234/067'],
  [{ level: 0, index: 273, width: 112 }, 'tile/0/273.p/112'],
  [{ level: 'entries', index: 1000, width: 1 }, 'tile/entries/x001/000.p/1'],
] as const)('tile %j is at %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

test.each([
  'tile/0/0',
  'tile/0/0000',
  'tile/0/x000/001',
  'tile/00/001',
  'tile/0/1000',
  'tile/0/x001/x000',
  'tile/0/001.p/0',
  'tile/0/001.p/256',
  'tile/0/001.p/257',
  'tile/0/001.p/01',
  'tile/7/001',
  'tile/entries',
  'tile/0/-01',
  'tile/0/../001',
])('%s names no tile', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

test('every tile is found again by its path', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.nat(2 ** 31 - 1),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
      },
    ),
  );
});

test('a bundle gives the entries it was made of, and a cut one none', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 5 }), (entries) => {
      const bytes = encodeBundle(entries);
      expect(decodeBundle(bytes)).toEqual(entries);
      expect(decodeBundle(bytes.subarray(0, bytes.length - 1))).not.toEqual(entries);
    }),
  );
  expect(() => encodeBundle([new Uint8Array(16_385)])).toThrow(RangeError);
});

test('the edge has the root of the tree at every size, and its full tiles are the tree’s own', async () => {
  const leaves: Hash[] = [];
  const tiles = new Map<string, readonly Hash[]>();
  const edge = new TileEdge();
  const differing: number[] = [];
  // Beyond one tile of the second level.
  const size = TILE_WIDTH * TILE_WIDTH + TILE_WIDTH * 2 + 3;
  const read = (level: number, index: number): Hash => {
    const tileLevel = Math.floor(level / 8);
    const leaf = level % 8;
    const first = index * 2 ** leaf;
    const tile = Math.floor(first / TILE_WIDTH);
    const row = tiles.get(`${tileLevel}/${tile}`) ?? edge.partial[tileLevel] ?? [];
    let hashes = row.slice(first % TILE_WIDTH, (first % TILE_WIDTH) + 2 ** leaf);
    while (hashes.length > 1) {
      const [left, right] = hashes;
      if (!left || !right) throw new RangeError('not complete');
      hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
        sha(Uint8Array.of(1), hashes[2 * at] ?? left, hashes[2 * at + 1] ?? right),
      );
    }
    const [hash] = hashes;
    if (!hash) throw new RangeError(`no hash ${level}/${index}`);
    return hash;
  };
  for (let at = 0; at < size; at += 1) {
    const entry = utf8ToBytes(`entry ${at}`);
    leaves.push(leafHash(entry));
    for (const { level, index, hashes } of edge.append(entry)) {
      expect(hashes).toHaveLength(TILE_WIDTH);
      tiles.set(`${level}/${index}`, hashes);
    }
    const isLooked = at % 4_099 === 0 || at < 600 || at > size - 3;
    if (isLooked && !equalBytes(edge.root, await rootOf(at + 1, read))) differing.push(at + 1);
  }
  expect(differing).toEqual([]);
  expect([...tiles.keys()].filter((key) => !key.startsWith('0/'))).toEqual(['1/0']);
  expect(tiles.size).toBe(TILE_WIDTH + 2 + 1);
  expect(equalBytes(new TileEdge(size, edge.partial).root, edge.root)).toBe(true);
  expect(() => new TileEdge(size + 1, edge.partial)).toThrow(RangeError);
});

test('a tile is as wide as its tree', () => {
  expect(widthOf(0, 0, 3)).toBe(3);
  expect(widthOf('entries', 1, 300)).toBe(44);
  expect(widthOf(1, 0, 70_000)).toBe(256);
  expect(widthOf(1, 1, 70_000)).toBe(17);
  expect(widthOf(2, 0, 65_535)).toBe(0);
});
