/** Of messages: a hanging provider must not gather all of them. */
const MAX_UNDER_WAY = 100;

/** Messages that are being sent, a hundred at most. */
export class UnderWay {
  readonly #sending = new Set<Promise<unknown>>();

  /** The promise of `send`; undefined, without calling it, at the limit. */
  begin<T>(send: () => Promise<T>): Promise<T> | undefined {
    if (this.size >= MAX_UNDER_WAY) return undefined;
    const sending = send().finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  get size(): number {
    return this.#sending.size;
  }

  /** When all under way have gone or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#sending);
  }
}
