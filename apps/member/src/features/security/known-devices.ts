import { recallJson, remember } from '../../platform/storage.ts';

/** Accounts remembered in this browser, each with up to two tokens. */
const MAX = 10;
type Kept = Readonly<Record<string, string>>;

/** The token that spares this browser the second factor, for one account. */
export const deviceOf = (account: string): string | undefined => recallJson<Kept>('devices')?.[account];

/** Keeps it, past a logout: it is worthless without the password. */
export function keepDevice(account: string, token: string): void {
  const others = Object.entries(recallJson<Kept>('devices') ?? {}).filter(([each]) => each !== account);
  remember('devices', JSON.stringify(Object.fromEntries([...others, [account, token]].slice(-MAX))));
}

/** A number that many accounts share, for a key that outlasts a logout and must not identify the member. */
export const nameless = (account: string): string =>
  Array.from(account)
    .reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
    .toString(36);
/** The token by which the server knows this browser: failed attempts of strangers do not count here. */
const known = (account: string): string => `known ${nameless(account)}`;
export const knownOf = (account: string): string | undefined => deviceOf(known(account));
export const keepKnown = (account: string, token: string): void => keepDevice(known(account), token);
