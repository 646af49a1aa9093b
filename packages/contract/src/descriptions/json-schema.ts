import { z } from 'zod';
import { decimal, flag, id, time } from '../call.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 and AsyncAPI 3 take it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Pieces of answers that are described once: the contract's schema, and how. */
const PIECES = new Map<unknown, { readonly name: string; readonly schema: JsonSchema }>([
  [
    decimal,
    {
      name: 'Decimal',
      schema: {
        type: 'string',
        pattern: '^-?[0-9]+(\\.[0-9]+)?$',
        description: 'An exact decimal as text, with at most eight places. Never read it as a floating point number.',
        examples: ['1250.00000000'],
      },
    },
  ],
  [
    id,
    {
      name: 'Id',
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of a thing.',
        examples: [1001],
      },
    },
  ],
  [flag, { name: 'Flag', schema: { type: 'integer', enum: [0, 1], description: '1 is yes.' } }],
  [
    time,
    {
      name: 'Time',
      schema: {
        type: 'string',
        format: 'date-time',
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
        description: 'A moment, UTC, with milliseconds.',
        examples: ['2026-11-23T09:30:00.000Z'],
      },
    },
  ],
]);

/** Where a document keeps its schemas; both formats have the same place. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The pieces' schemas, by the name they are referred to. */
export const pieceSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries([...PIECES.values()].map(({ name, schema }) => [name, schema]));

/**
 * What an answer's schema allows on the wire. Objects stay open: a later version may add fields, and a reader ignores
 * those it does not know.
 */
export function answerSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ zodSchema, jsonSchema }) => {
      const piece = PIECES.get(zodSchema);
      if (piece) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        Object.assign(jsonSchema, refTo(piece.name));
      }
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return made;
}
