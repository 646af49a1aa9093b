/** Code point of each script's zero; its other digits follow in order. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0xff10];
const SPACES = /[\s\u00a0\u202f\u2009'’]/g;
/**
 * The whole, as digits or in groups between one sign, and the fraction, whose sign is another. A single point or comma is
 * tried as the decimal sign first.
 */
const NUMBER = /^(?=.*\d)(\d*|\d{1,3}([.,٬])(\d{2,3}\2)*\d{3}(?!\2))([.,]\d*)?$/;

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
 * keyboards follow the phone's region; a repeated sign, or the first of two, groups thousands. The Arabic thousands sign
 * always groups. Empty stays empty; `.5` is `0.5`, `5.` is `5`.
 */
export function readDecimal(input: string): string | null {
  const plain = asciiDigits(input.replace(SPACES, '')).replaceAll('٫', '.');
  if (plain === '') return '';
  const match = NUMBER.exec(plain);
  if (!match) return null;
  const [, whole = '', , , fraction = ''] = match;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return fraction.length > 1 ? `${digits}.${fraction.slice(1)}` : digits;
}
