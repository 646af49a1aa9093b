interface Begun {
  readonly giveWay: (() => void) | undefined;
}

/** Limits how many are under way, in all and of one key, and so their memory. */
export class AtOnce {
  readonly #most: number;
  readonly #maxOfOne: number;
  /** By key, oldest first. */
  readonly #underWay = new Map<string, Set<Begun>>();
  #all = 0;

  constructor(most: number, maxOfOne: number) {
    this.#most = most;
    this.#maxOfOne = maxOfOne;
  }

  /**
   * Returns what ends it, or undefined at the limit. When all places are taken, the oldest of the key with the most
   * gives way to a key with fewer: its `giveWay` is called, and its place is free.
   */
  begin(key: string, giveWay?: () => void): (() => void) | undefined {
    const own = this.#underWay.get(key)?.size ?? 0;
    if (own >= this.#maxOfOne || (this.#all >= this.#most && !this.#makeRoom(own))) return undefined;
    const each: Begun = { giveWay };
    this.#underWay.set(key, (this.#underWay.get(key) ?? new Set()).add(each));
    this.#all += 1;
    return () => this.#end(key, each);
  }

  /** True when one gave way to a key that has `own` under way, and has no more than that one's key now. */
  #makeRoom(own: number): boolean {
    let [most, holder]: [number, string | undefined] = [own + 1, undefined];
    for (const [key, { size }] of this.#underWay) if (size > most) [most, holder] = [size, key];
    if (holder === undefined) return false;
    const oldest = [...(this.#underWay.get(holder) ?? [])].find(({ giveWay }) => giveWay);
    if (!oldest) return false;
    this.#end(holder, oldest);
    oldest.giveWay?.();
    return true;
  }

  #end(key: string, each: Begun): void {
    const own = this.#underWay.get(key);
    if (!own?.delete(each)) return;
    this.#all -= 1;
    if (own.size === 0) this.#underWay.delete(key);
  }
}

/** Of files that are received, or wait to be decoded, in all and of one sender: their bytes are in memory. */
const OF_MEMBERS = 32;
const OF_OPERATORS = 8;
const OF_ONE = 4;

/** Places for the files of members and of operators, each of their own: members shut no operator out. */
export interface FilePlaces {
  readonly members: AtOnce;
  readonly operators: AtOnce;
}
/** Makes such places. */
export const filePlaces = (): FilePlaces => ({
  members: new AtOnce(OF_MEMBERS, OF_ONE),
  operators: new AtOnce(OF_OPERATORS, OF_ONE),
});
