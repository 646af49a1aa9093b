/** Text that an array may hold as it is: no quotes, and not the word for nothing. */
const PLAIN = /^(?!null$)[\w.:+-]+$/i;
const ESCAPED = /["\\]/g;

const element = (value: string | number | boolean | Date | null): string => {
  if (value === null) return 'NULL';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return PLAIN.test(text) ? text : `"${text.replace(ESCAPED, '\\$&')}"`;
};

const isElement = (value: unknown): value is string | number | boolean | Date | null =>
  value === null || value instanceof Date || ['string', 'number', 'boolean'].includes(typeof value);

/**
 * A statement's value as it is handed to the driver: arrays of plain values are written as PostgreSQL reads them, a
 * third of the work of the driver's own way; everything else stays as it is.
 */
export const parameter = (value: unknown): unknown =>
  Array.isArray(value) && value.every(isElement) ? `{${value.map(element).join(',')}}` : value;
