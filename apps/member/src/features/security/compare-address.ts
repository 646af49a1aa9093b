import { inFours } from '@plimsoll/ui';

export interface UsedAddress {
  readonly address: string;
  readonly times: number;
  readonly last: string;
}
/** Four letters of an address, and whether they differ from the other's. */
export interface ComparedGroup {
  readonly text: string;
  readonly differs: boolean;
}

/** Beginnings that all addresses of a kind share. */
const PREFIX = /^(?:0x|bc1[qp]|ltc1)/i;
const bare = (address: string): string => address.replace(PREFIX, '');

/** True for a different address with the same end, or the same beginning and nearly the same end. */
export function isLookAlike(address: string, other: string): boolean {
  if (address === other) return false;
  const [one, two] = [bare(address), bare(other)];
  return one.slice(-4) === two.slice(-4) || (one.slice(0, 4) === two.slice(0, 4) && one.slice(-2) === two.slice(-2));
}

/** The used address that looks like this one; undefined without one. */
export const lookAlikeOf = (address: string, used: readonly UsedAddress[]): UsedAddress | undefined =>
  used.some((each) => each.address === address) ? undefined : used.find((each) => isLookAlike(address, each.address));

/** An address in groups of four, each with whether the other differs; without another none does. */
export function comparedGroups(address: string, other?: string): ComparedGroup[] {
  const theirs = other === undefined ? undefined : inFours(other);
  return inFours(address).map((text, at) => ({ text, differs: theirs !== undefined && theirs[at] !== text }));
}
