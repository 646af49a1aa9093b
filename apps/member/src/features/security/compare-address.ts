import { inFours } from '@plimsoll/ui';

/** An address that something was sent to before. */
export interface UsedAddress {
  readonly address: string;
  readonly times: number;
  /** ISO time. */
  readonly last: string;
}
/** Four letters of an address, and whether they differ from those at the same place of the one it is compared with. */
export interface ComparedGroup {
  readonly text: string;
  readonly differs: boolean;
}

/** What addresses of a kind all begin with: it tells none from another. */
const PREFIX = /^(?:0x|bc1[qp]|ltc1)/i;
const bare = (address: string): string => address.replace(PREFIX, '');

/**
 * True for another address that one could take for this one at a glance: the same end, or the same beginning with
 * nearly the same end.
 */
export function isLookAlike(address: string, other: string): boolean {
  if (address === other) return false;
  const [one, two] = [bare(address), bare(other)];
  return one.slice(-4) === two.slice(-4) || (one.slice(0, 4) === two.slice(0, 4) && one.slice(-2) === two.slice(-2));
}

/** The address that was used before and looks like this one; undefined when none does. */
export const lookAlikeOf = (address: string, used: readonly UsedAddress[]): UsedAddress | undefined =>
  used.some((each) => each.address === address) ? undefined : used.find((each) => isLookAlike(address, each.address));

/** An address in fours, each with whether the other has something else there; without another all are the same. */
export function comparedGroups(address: string, other?: string): ComparedGroup[] {
  const theirs = other === undefined ? undefined : inFours(other);
  return inFours(address).map((text, at) => ({ text, differs: theirs !== undefined && theirs[at] !== text }));
}
