import { recallJson, remember } from '../../platform/storage.ts';

/** Of so many accounts that were used in this browser, each with up to two. */
const MAX = 10;
type Kept = Readonly<Record<string, string>>;

/** What the server gave this browser to be asked for no second factor, for one account. */
export const deviceOf = (account: string): string | undefined => recallJson<Kept>('devices')?.[account];

/** Keeps it. It stays when the member logs out: it is worth nothing without the password. */
export function keepDevice(account: string, token: string): void {
  const others = Object.entries(recallJson<Kept>('devices') ?? {}).filter(([each]) => each !== account);
  remember('devices', JSON.stringify(Object.fromEntries([...others, [account, token]].slice(-MAX))));
}

/** A number that many accounts could have: it outlasts a logout, and must not say who was here. */
const nameless = (account: string): string =>
  Array.from(account)
    .reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
    .toString(36);
/**
 * What the server gave this browser to be known by: strangers' wrong tries on the account do not count here. No name
 * begins so: none has a blank.
 */
const known = (account: string): string => `known ${nameless(account)}`;
export const knownOf = (account: string): string | undefined => deviceOf(known(account));
export const keepKnown = (account: string, token: string): void => keepDevice(known(account), token);
