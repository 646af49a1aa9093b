import { recallJson, remember } from '../../platform/storage.ts';

/** Of so many accounts that were used in this browser. */
const MOST = 5;
type Kept = Readonly<Record<string, string>>;

/** What the server gave this browser to be known by, for one account. */
export const deviceOf = (account: string): string | undefined => recallJson<Kept>('devices')?.[account];

/** Keeps it. It stays when the member logs out: it is worth nothing without the password. */
export function keepDevice(account: string, token: string): void {
  const others = Object.entries(recallJson<Kept>('devices') ?? {}).filter(([each]) => each !== account);
  remember('devices', JSON.stringify(Object.fromEntries([...others, [account, token]].slice(-MOST))));
}
