/** Limits how many are under way, in all and of one key, and so their memory. */
export class AtOnce {
  readonly #most: number;
  readonly #maxOfOne: number;
  readonly #underWay = new Map<string, number>();
  #all = 0;

  constructor(most: number, maxOfOne: number) {
    this.#most = most;
    this.#maxOfOne = maxOfOne;
  }

  /** Returns what ends it, to be called once, or undefined at the limit. */
  begin(key: string): (() => void) | undefined {
    const own = this.#underWay.get(key) ?? 0;
    if (this.#all >= this.#most || own >= this.#maxOfOne) return undefined;
    this.#all += 1;
    this.#underWay.set(key, own + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#underWay.get(key) ?? 1) - 1;
      if (left > 0) this.#underWay.set(key, left);
      else this.#underWay.delete(key);
    };
  }
}
