/** Runs tasks of one key in order, one after the other. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const mine = before ? before.then(task, task) : task();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
