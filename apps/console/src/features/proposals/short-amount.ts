/** A figure without the zeros that only fill its places; anything else as it is. */
export const shortAmount = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);
