/** A value that fits a field of each class; `choice` 1 is one of every set there is. */
const GOOD: Readonly<Record<string, string | Uint8Array>> = {
  amount: '1', ceiling: '1', price: '1', id: '1', choice: '1', text: 'Ahoy2026x', email: 'reader@example.com', phone: '491700000000', password: 'Ahoy2026x',
  word: 'btcusdt', funds: '1', card: '6222 0212 3456 7890', lenient: 'Ahoy2026x', page: '1', limit: '10',
  // What is in it only the call itself looks at.
  file: new Uint8Array([0xff, 0xd8, 0xff]),
};

/** No field of any class takes these. Texts can also go as a form; the others are for JSON alone. */
const NEVER: readonly unknown[] = [
  true, false, ['1'], [], {}, { a: 1 }, [['1']], -1, 1.5, 1e300, 'a\u0000b', '\u0000', 'a\u0007b', 'a\nb', '\ud800', 'x'.repeat(256), '9'.repeat(60_000),
];
const UNNUMERIC = [
  '-1', '+1', '1e3', '0x10', '1,000', '1_000', '٣', '１', '1 1', 'NaN', 'Infinity', '-0', 'null', 'undefined', '1;', "1' or '1'='1", '${1}', '../1',
  '\u00a01', '1\u200b', '<b>1</b>',
];
const DECIMAL = [...UNNUMERIC, 1, 0, '.5', '5.', '1.123456789', '1'.repeat(19)];
const EXACT = [...DECIMAL, '0', '0.00000000', '00'];
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  amount: EXACT,
  ceiling: DECIMAL,
  price: EXACT,
  id: [...UNNUMERIC, 0, '0', '01', '1.0', '9'.repeat(19), '9'.repeat(20), 2 ** 60],
  choice: [...UNNUMERIC, '99', '01', '1.0', 99],
  funds: [...UNNUMERIC, '2', '3', '01', '1.0', 2],
  page: [...UNNUMERIC, 0, '0', '01', '1.5', '9'.repeat(20)],
  limit: [...UNNUMERIC, 0, '0', '51', 51, '1.5', '9'.repeat(20)],
  text: [1, '\u0085'],
  email: [1, 'nobody', 'a@', '@b.co', 'a@b', 'a b@c.de', 'a@b@c.de', 'a@b..co', `${'a'.repeat(65)}@b.co`],
  phone: [1, '12345', '1'.repeat(21), '+491700000000', '49 1700', '٣٣٣٣٣٣٣'],
  password: [1, 'short', 'a'.repeat(21), 'with space', 'päßwörd1', 'pass-word'],
  card: [12_345_678, '1234567', '1'.repeat(35), '1234-5678-9012', '١٢٣٤٥٦٧٨', '１２３４５６７８', '1234\u00a05678', 'DE89 3704 ü044', '1 2 3 4 5 6 7'],
  word: [1, '../btc', 'btc usdt', "btc'usdt", 'ｂｔｃ', 'a'.repeat(65)],
};
/** Means "not given" to a field that may be missing, and is bad for any other. */
const ABSENT: readonly unknown[] = [undefined, null, '', ' \t\r\n'];

const HAVE_DEFAULTS = new Set(['page', 'limit', 'funds']);

/** A value that a field of this class takes. */
export function goodValue(kind: string): string | Uint8Array {
  const good = GOOD[kind];
  if (good === undefined) throw new Error(`no good value is known for the class ${kind}`);
  return good;
}

/** Values that a field of this class never takes. */
export function badValues(field: { readonly kind: string; readonly isOptional: boolean }): unknown[] {
  // Refused by the use case, if at all.
  if (field.kind === 'lenient') return [];
  // Bytes are an image or none: the use case tells. Only one that is missing is no file.
  if (field.kind === 'file') return [undefined];
  const own = BAD[field.kind];
  if (!own) throw new Error(`no bad values are known for the class ${field.kind}`);
  return [...NEVER, ...own, ...(field.isOptional || HAVE_DEFAULTS.has(field.kind) ? [] : ABSENT)];
}
