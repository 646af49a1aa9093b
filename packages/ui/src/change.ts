/** Which way a figure went. */
export type Way = 'up' | 'down' | 'flat';

/** Which way a signed decimal (`+1.23`, `-0.40`, `+0.00`) points. */
export function wayOf(change: string): Way {
  if (!/[1-9]/.test(change)) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}

/** Which way it went from one exact decimal to the next, compared as text. */
export function wayBetween(before: string, after: string): Way {
  const signed = (text: string) => (text.startsWith('-') ? -1 : 1);
  const [wholeA = '0', fractionA = ''] = before.replace('-', '').split('.');
  const [wholeB = '0', fractionB = ''] = after.replace('-', '').split('.');
  const places = Math.max(fractionA.length, fractionB.length);
  const a = BigInt(wholeA + fractionA.padEnd(places, '0')) * BigInt(signed(before));
  const b = BigInt(wholeB + fractionB.padEnd(places, '0')) * BigInt(signed(after));
  if (a === b) return 'flat';
  return b > a ? 'up' : 'down';
}
