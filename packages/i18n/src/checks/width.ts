const WIDE =
  /[\u{1100}-\u{115F}\u{2E80}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u{FFFC}]/u;
/** How much wider an East Asian letter is than a Latin one, in the app's fonts. */
const WIDE_LETTERS = 1.7;

/** How wide a text is, in Latin letters; values, marks above and below letters, and invisible characters count nothing. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? WIDE_LETTERS : 1), 0);
