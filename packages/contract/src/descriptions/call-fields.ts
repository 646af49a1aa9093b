import type { Call } from '../call.ts';
import { z } from 'zod';

/** What the contract says of a call's field. */
export interface CallField {
  readonly name: string;
  /** Its class: `amount`, `id`, `choice`, … */
  readonly kind: string;
  /** Missing and empty both mean "not given". */
  readonly isOptional: boolean;
  /** Read in some cases only, or takes one more value than its class. */
  readonly isConditional: boolean;
  /** Of a choice: what it may be. */
  readonly choices?: readonly string[];
  /** Of a whole number: its bounds. */
  readonly min?: number;
  readonly max?: number;
}

/** What a class says of its values. */
const DETAILS = z.object({
  choices: z.array(z.string()).exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
});

function objectIn(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? (objectIn(schema.in) ?? objectIn(schema.out)) : undefined;
}

function metaIn(schema: unknown): Record<string, unknown> | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const meta = schema.meta();
  if (meta?.['field'] !== undefined) return meta;
  return schema instanceof z.ZodPipe ? (metaIn(schema.out) ?? metaIn(schema.in)) : undefined;
}

/** The schemas of a call's fields, by name. */
export const fieldSchemasOf = (input: Call['input']): Readonly<Record<string, z.ZodType>> =>
  objectIn(input)?.shape ?? {};

/** The fields of a call, from its schema. Throws for a field without a class. */
export function fieldsOf(call: Pick<Call, 'name' | 'input'>): CallField[] {
  return Object.entries(fieldSchemasOf(call.input)).map(([name, schema]) => {
    const meta = metaIn(schema);
    if (typeof meta?.['field'] !== 'string') throw new Error(`${call.name}.${name} has no class`);
    return {
      ...DETAILS.parse(meta),
      name,
      kind: meta['field'],
      isOptional: meta['optional'] === true,
      isConditional: meta['conditional'] === true || schema.meta()?.['field'] === undefined,
    };
  });
}
