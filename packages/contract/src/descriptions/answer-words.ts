import type { JsonSchema } from './json-schema.ts';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema with its fields' docstrings, which are found by their path: `list[].price`, `by_name.*`. */
export function withWords(schema: JsonSchema, words: Readonly<Record<string, string>>, path = ''): JsonSchema {
  const below = (value: unknown, at: string): unknown => (isSchema(value) ? withWords(value, words, at) : value);
  const { properties, items, additionalProperties, anyOf } = schema;
  const own = words[path];
  return {
    ...schema,
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              name,
              below(each, path === '' ? name : `${path}.${name}`),
            ]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: below(items, `${path}[]`) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: below(additionalProperties, `${path}.*`) }),
    // One that may be null or missing is described where its field is.
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each: unknown) => below(each, path)) } : {}),
    ...(own === undefined || path === '' ? {} : { description: own }),
  };
}
