/** Code point of each script's zero; its other digits follow in order. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0xff10];
const SPACES = /[\s\u00a0\u202f\u2009'’]/g;
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

function asciiDigit(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => point >= each && point <= each + 9);
  return zero === undefined ? character : String(point - zero);
}

/** The text with digits of any supported script as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);

/**
 * Reads a number that a member typed or pasted, in any supported digits: the wire's form (`1234.5`), or null when it is
 * not a plain number. A single point, comma or Arabic decimal sign is the decimal sign in every language, because
 * keyboards follow the phone's region; a repeated sign, or the first of two, groups thousands. Empty stays empty; `.5`
 * is `0.5`, `5.` is `5`.
 */
export function readDecimal(input: string): string | null {
  const plain = asciiDigits(input.replace(SPACES, '')).replaceAll('٫', '.').replaceAll('٬', ',');
  if (plain === '') return '';
  if (!/^[\d.,]+$/.test(plain) || !/\d/.test(plain)) return null;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return plain.replace(/^0+(?=\d)/, '');
  const sign = plain.charAt(last);
  const before = plain.slice(0, last);
  const isGroupedWhole = before.includes(sign);
  const whole = (isGroupedWhole ? plain : before).replaceAll('.', ',');
  if (whole.includes(',') && !GROUPED.test(whole)) return null;
  if (isGroupedWhole && before.includes('.') && before.includes(',')) return null;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = isGroupedWhole ? '' : plain.slice(last + 1);
  return fraction === '' ? digits : `${digits}.${fraction}`;
}
