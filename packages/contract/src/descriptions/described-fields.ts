import type { Call } from '../call.ts';
import { fieldSchemasOf, fieldsOf, type CallField } from './call-fields.ts';
import { fieldSchema } from './class-schemas.ts';
import type { JsonSchema } from './json-schema.ts';

/** A field of a call as a description shows it. */
export interface DescribedField extends CallField {
  readonly isNeeded: boolean;
  readonly schema: JsonSchema;
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const MAY_BE_EMPTY = new Set(['picture', 'link']);
const HAVE_DEFAULTS = new Set(['page', 'limit', 'funds']);
/** A call's fields, with the contract's words for them. What can only be refused is left out. */
export function describedFieldsOf(
  call: Pick<Call, 'name' | 'input'>,
  words: Readonly<Record<string, string>> = {},
): readonly DescribedField[] {
  const schemas = fieldSchemasOf(call.input);
  return fieldsOf(call).flatMap((field) => {
    const own = schemas[field.name];
    if (own === undefined || field.kind === 'fixed') return [];
    const choices =
      field.kind === 'choice' ? (field.choices ?? DIGITS.filter((each) => own.safeParse(each).success)) : field.choices;
    if (choices?.length === 0) return [];
    const whole = { ...field, ...(choices ? { choices } : {}) };
    const description = sentences([words[field.name]]);
    return [
      {
        ...whole,
        isNeeded: !field.isOptional && !field.isConditional && !HAVE_DEFAULTS.has(field.kind),
        schema: {
          ...fieldSchema(whole),
          // Some fields take an address or nothing, others need one.
          ...(MAY_BE_EMPTY.has(field.kind) && !own.safeParse('').success ? { minLength: 1 } : {}),
          ...(description === '' ? {} : { description }),
        },
      },
    ];
  });
}

/** Parts as sentences of one text. */
export const sentences = (parts: readonly (string | undefined)[]): string =>
  parts
    .filter((each) => each !== undefined && each !== '')
    .map((each = '') => `${each.charAt(0).toUpperCase()}${each.slice(1)}`)
    .map((each) => (/[.:!?]$/.test(each) ? each : `${each}.`))
    .join(' ');

/** An object of fields, in JSON or in a form. */
export function fieldsSchema(fields: readonly DescribedField[], isStrict: boolean): JsonSchema {
  const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
  return {
    type: 'object',
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(isStrict ? { additionalProperties: false } : {}),
  };
}
