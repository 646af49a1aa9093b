/** Draws for tests and benchmarks, the same in every run. Simulated worlds use market/feeds/simulated/strand.ts. */

const TWO_32 = 2 ** 32;

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}

/** 32 bits from a text. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h ^ text.length);
}

/** Uniform in (0, 1), from a seed and two whole numbers, the second up to 2⁵³. */
export function uniform(seed: number, a: number, b: number): number {
  const high = Math.floor(b / TWO_32);
  const bits =
    mix(mix(mix(seed ^ Math.imul(a, 0x9e3779b1)) + (b - high * TWO_32)) ^ Math.imul(high + 1, 0x85ebca6b)) >>> 0;
  return (bits + 0.5) / TWO_32;
}
