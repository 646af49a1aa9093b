/** A JSON object whose fields are still to be checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
