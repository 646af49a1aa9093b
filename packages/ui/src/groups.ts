/** A long text in fours, so that it can be compared with another by eye. */
export const inFours = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];

/** A group of four, and whether it is of those one compares first: at the beginning, and the last four letters. */
export interface Group {
  readonly text: string;
  readonly isEnd: boolean;
}

/** An address in fours. Where the last group is short, the one before it is an end too. */
export function addressGroups(address: string): Group[] {
  const groups = inFours(address);
  const last = groups.length - 1;
  const firstOfEnd = (groups[last]?.length ?? 0) < 4 ? last - 1 : last;
  return groups.map((text, at) => ({ text, isEnd: at === 0 || at >= firstOfEnd }));
}

/** A card's number as it is shown in a list: in fours, or of the last four alone behind dots. */
export function shownNumber(number: string, isMasked: boolean): string {
  const bare = number.replaceAll(' ', '');
  return isMasked ? `•••• ${bare.slice(-4)}` : inFours(bare).join(' ');
}
