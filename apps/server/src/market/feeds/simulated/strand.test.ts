import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Strand } from './strand.ts';

const MANY = 40_000;
const MASK = (1n << 128n) - 1n;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Chaskey of one whole block as published (SAC 2014), with bigints. */
function chaskey(key: bigint, block: bigint): bigint {
  const closing = ((key << 1n) & MASK) ^ (key >> 127n === 1n ? 0x87n : 0n);
  const word = (value: bigint, index: bigint) => (value >> (32n * index)) & 0xffff_ffffn;
  const turned = (value: bigint, by: bigint) => ((value << by) | (value >> (32n - by))) & 0xffff_ffffn;
  const sum = (one: bigint, other: bigint) => (one + other) & 0xffff_ffffn;
  const mixed = key ^ closing ^ block;
  let [v0, v1, v2, v3] = [word(mixed, 0n), word(mixed, 1n), word(mixed, 2n), word(mixed, 3n)];
  for (let round = 0; round < 8; round += 1) {
    v0 = sum(v0, v1);
    v2 = sum(v2, v3);
    v1 = turned(v1, 5n) ^ v0;
    v3 = turned(v3, 8n) ^ v2;
    v0 = turned(v0, 16n);
    v2 = sum(v2, v1);
    v0 = sum(v0, v3);
    v1 = turned(v1, 7n) ^ v2;
    v3 = turned(v3, 13n) ^ v0;
    v2 = turned(v2, 16n);
  }
  return (v0 | (v1 << 32n) | (v2 << 64n) | (v3 << 96n)) ^ closing;
}

test('four words are Chaskey of (a, b, kind) under the HMAC of the strand’s name', () => {
  const whole = fc.maxSafeInteger().filter((value) => value >= -(2 ** 52));
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.string({ maxLength: 20 }),
      fc.integer(),
      whole,
      (seed, name, a, b) => {
        const digest = createHmac('sha256', seed).update(`strand 2 ${name}`).digest();
        const key = digest.readBigUInt64LE(0) | (digest.readBigUInt64LE(8) << 64n);
        const strand = new Strand(seed, name);
        strand.words(a, b);
        const block = BigInt.asUintN(32, BigInt(a)) | (BigInt.asUintN(64, BigInt(b)) << 32n) | (3n << 96n);
        const drawn = [strand.w0, strand.w1, strand.w2, strand.w3].reduce(
          (sum, word, index) => sum | (BigInt(word >>> 0) << BigInt(32 * index)),
          0n,
        );
        expect(drawn).toBe(chaskey(key, block));
      },
    ),
  );
});

test('a draw does not depend on earlier draws', () => {
  const place = fc.tuple(
    fc.constantFrom('uniform', 'normal', 'words'),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: 0, max: 30 }),
  );
  const drawn = (strand: Strand, [kind, a, b]: readonly [string, number, number]) => {
    if (kind === 'uniform') return strand.uniform(a, b);
    if (kind === 'normal') return strand.normal(a, b);
    strand.words(a, b);
    return strand.firstUniform() + strand.lastNormal();
  };
  fc.assert(
    fc.property(fc.array(place, { maxLength: 20 }), place, (before, asked) => {
      const strand = new Strand('seed', 'strand');
      for (const each of before) drawn(strand, each);
      expect(drawn(strand, asked)).toBe(drawn(new Strand('seed', 'strand'), asked));
    }),
  );
});

test('draws are uniform and normal, and independent between neighbours, strands and seeds', () => {
  const strand = new Strand('seed', 'one');
  const uniforms = range(MANY).map((b) => strand.uniform(0, b));
  const normals = range(MANY).map((b) => strand.normal(0, b));
  expect(mean(uniforms)).toBeCloseTo(0.5, 2);
  expect(mean(uniforms.map((each) => (each - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
  expect(mean(normals)).toBeCloseTo(0, 1);
  expect(mean(normals.map((each) => each ** 2))).toBeCloseTo(1, 1);
  expect(mean(normals.map((each) => each ** 4))).toBeCloseTo(3, 0);
  const others = [
    uniforms.slice(1),
    range(MANY).map((b) => strand.uniform(1, b)),
    range(4_000).map((b) => new Strand('seed', 'other').uniform(0, b)),
    range(4_000).map((b) => new Strand('seee', 'one').uniform(0, b)),
  ];
  for (const other of others)
    expect(Math.abs(mean(other.map((each, at) => 12 * (each - 0.5) * ((uniforms[at] ?? 0) - 0.5))))).toBeLessThan(0.06);
});

test('a number below a count is one of them', () => {
  const strand = new Strand('seed', 'below');
  expect(new Set(range(400).map((b) => strand.below(3, 0, b)))).toEqual(new Set([0, 1, 2]));
});
