import type { Call } from '@plimsoll/contract';
import { z } from 'zod';

/** What the contract says of a call's field. */
export interface CallField {
  readonly name: string;
  /** Its class: `amount`, `id`, `choice`, … */
  readonly kind: string;
  /** Missing and empty both mean "not given". */
  readonly isOptional: boolean;
  /** Only some cases of the call read it, or it takes a value more than its class does. */
  readonly isConditional: boolean;
  /** Of a choice: what it may be. */
  readonly choices?: readonly string[];
  /** Of a whole number: its bounds. */
  readonly min?: number;
  readonly max?: number;
}

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

/**
 * The fields a call takes, from its schema. Throws for a field without a class: tests could not make bad values of it.
 */
export function fieldsOf(call: Pick<Call, 'name' | 'input'>): CallField[] {
  return Object.entries(objectIn(call.input)?.shape ?? {}).map(([name, schema]) => {
    const meta = metaIn(schema);
    if (typeof meta?.['field'] !== 'string') throw new Error(`${call.name}.${name} has no class`);
    return {
      ...(meta as Pick<CallField, 'choices' | 'min' | 'max'>),
      name,
      kind: meta['field'],
      isOptional: meta['optional'] === true,
      isConditional: meta['conditional'] === true || schema.meta()?.['field'] === undefined,
    };
  });
}
