import type { JsonSchema } from '@plimsoll/contract/descriptions';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemas = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const lastPart = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** A schema's type in a word or two: `decimal`, `amount or zero`, `1 or 2`, `list of object`, `text or null`. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, type, items, anyOf } = schema;
  if (typeof $ref === 'string')
    return lastPart($ref)
      .replace(/Field$/, '')
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toLowerCase();
  // A choice that may be sent as text or as a number is one choice.
  if (Array.isArray(schema['enum']))
    return [...new Set(schema['enum'].filter((each) => each !== '').map(String))].join(' or ');
  if ('const' in schema) return String(schema['const']);
  const among = schemas(anyOf);
  if (among.length > 0) return [...new Set(among.map(typeWords))].join(' or ');
  if (type === 'array') return `list of ${isSchema(items) ? typeWords(items) : 'any'}`;
  if (type === 'string') return 'text';
  return typeof type === 'string' ? type : 'any';
}

/** A line of an answer: where a field is, what it is, and what it means. */
export interface SchemaLine {
  readonly path: string;
  readonly type: string;
  readonly words: string;
}

/** An answer's fields, nested ones by their path: `list[].price`. */
export function schemaLines(schema: JsonSchema, path = ''): readonly SchemaLine[] {
  const { properties, items, anyOf, additionalProperties } = schema;
  const below = [
    ...(isSchema(items) ? schemaLines(items, `${path}[]`) : []),
    ...(isSchema(additionalProperties) ? schemaLines(additionalProperties, `${path}.*`) : []),
    ...schemas(anyOf).flatMap((each) => schemaLines(each, path)),
  ];
  if (!isSchema(properties)) return below;
  return [
    ...Object.entries(properties).flatMap(([name, each]) => {
      if (!isSchema(each)) return [];
      const own = path === '' ? name : `${path}.${name}`;
      const { description } = each;
      const words = typeof description === 'string' ? description : '';
      return [{ path: own, type: typeWords(each), words }, ...schemaLines(each, own)];
    }),
    ...below,
  ];
}
