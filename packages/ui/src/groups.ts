/** A long text in groups of four, easier to compare. */
export const inFours = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];

/** A group of four, and whether it is among those that one compares first. */
export interface Group {
  readonly text: string;
  readonly isEnd: boolean;
}

/** An address in groups of four. Where the last is short, the one before it is an end too. */
export function addressGroups(address: string): Group[] {
  const groups = inFours(address);
  const last = groups.length - 1;
  const firstOfEnd = (groups[last]?.length ?? 0) < 4 ? last - 1 : last;
  return groups.map((text, at) => ({ text, isEnd: at === 0 || at >= firstOfEnd }));
}

/** A card's number in a list: in groups of four, or the last four alone behind dots. */
export function shownNumber(number: string, isMasked: boolean): string {
  const bare = number.replaceAll(' ', '');
  return isMasked ? `•••• ${bare.slice(-4)}` : inFours(bare).join(' ');
}
