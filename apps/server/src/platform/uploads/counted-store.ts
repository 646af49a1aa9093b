import type { Tally } from '../metrics/tally.ts';
import type { ObjectStore } from './object-store.ts';

/** A store whose answers are counted: `done`, or `away` when it could not be used. */
export function countedStore(store: ObjectStore, tally: Tally): ObjectStore {
  const counted = async <T>(doing: Promise<T>): Promise<T> => {
    try {
      const answer = await doing;
      tally.count('done');
      return answer;
    } catch (error) {
      tally.count('away');
      throw error;
    }
  };
  return {
    put: (name, bytes) => counted(store.put(name, bytes)),
    replace: (name, bytes) => counted(store.replace(name, bytes)),
    get: (name) => counted(store.get(name)),
    remove: (name) => counted(store.remove(name)),
  };
}
