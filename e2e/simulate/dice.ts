/** Random draws from a seed (SplitMix64): the same seed draws the same. */
export class Dice {
  #state: bigint;

  constructor(seed: string) {
    // FNV-1a, so that similar seeds differ in everything.
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(seed))
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    this.#state = hash;
  }

  #next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  }

  /** A whole number from `min` to `max`, both included. */
  from(min: number, max: number): number {
    return min + Number(this.#next() % BigInt(max - min + 1));
  }

  units(min: bigint, max: bigint): bigint {
    return min + (((this.#next() << 64n) + this.#next()) % (max - min + 1n));
  }

  chance(percent: number): boolean {
    return this.from(1, 10_000) <= percent * 100;
  }

  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('nothing to pick from');
    const at = this.from(0, from.length - 1);
    for (const each of from.slice(at, at + 1)) return each;
    throw new RangeError(`nothing to pick at ${at}`);
  }

  weighted<T extends { readonly weight: number }>(from: readonly T[]): T {
    let left = this.from(
      1,
      from.reduce((sum, { weight }) => sum + weight, 0),
    );
    for (const each of from) {
      left -= each.weight;
      if (left <= 0) return each;
    }
    throw new RangeError('nothing to pick from');
  }
}
