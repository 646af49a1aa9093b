/** Draws that depend on nothing but what names them, so that a world can be asked about any moment in any order. */

const TWO_32 = 2 ** 32;

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}

/** 32 bits from a text: the seed of one strand of the world. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h ^ text.length);
}

/** 32 bits from a seed and two whole numbers, the second up to 2⁵³. */
export function draw(seed: number, a: number, b: number): number {
  const high = Math.floor(b / TWO_32);
  return mix(mix(mix(seed ^ Math.imul(a, 0x9e3779b1)) + (b - high * TWO_32)) ^ Math.imul(high + 1, 0x85ebca6b)) >>> 0;
}

/** Uniform in (0, 1). */
export const uniform = (seed: number, a: number, b: number): number => (draw(seed, a, b) + 0.5) / TWO_32;

/** Standard normal. */
export function normal(seed: number, a: number, b: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(seed, a, b)));
  return radius * Math.cos(2 * Math.PI * uniform(seed ^ 0x5bd1e995, a, b));
}

/** A number near 1 that drifts smoothly: normal draws `everyMs` apart, joined by cosine, times `spread`, as a power of e. */
export function breath(seed: number, everyMs: number, spread: number, atMs: number): number {
  const place = atMs / everyMs;
  const slot = Math.floor(place);
  const blend = (1 - Math.cos(Math.PI * (place - slot))) / 2;
  return Math.exp(spread * ((1 - blend) * normal(seed, 0, slot) + blend * normal(seed, 0, slot + 1)));
}
