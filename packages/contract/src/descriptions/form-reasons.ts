import { z } from 'zod';
import type { Call } from '../call.ts';
import { fieldSchemasOf } from './call-fields.ts';

/** Values of many forms: between them they meet each reason that a field may refuse its form with. */
const PROBES: readonly unknown[] = [
  undefined,
  null,
  '',
  '0',
  '-1',
  '999999999999999999999',
  'x'.repeat(3_000),
  {},
  [],
  [{ lang: 'en', name: 'x' }],
  [{ lang: 'de', name: '' }],
  [
    { lang: 'de', name: 'x' },
    { lang: 'de', name: 'y' },
  ],
  [{}],
  [{ days: 1, interest_rate: '1', min_price: '0' }],
  [{ days: 1, interest_rate: '1', min_price: 'x' }],
  [
    { days: 1, interest_rate: '1', min_price: '1' },
    { days: 1, interest_rate: '1', min_price: '2' },
  ],
];

/** A field that its call reads in some cases names what reads it. */
function readBy(schema: z.ZodType): z.ZodType {
  const reads = schema.meta()?.['reads'];
  return reads instanceof z.ZodType ? reads : schema;
}

const reasonsOf = (schema: z.ZodType): string[] =>
  PROBES.flatMap((probe) => schema.safeParse(probe).error?.issues.map(({ message }) => message) ?? []);

/** The reasons that a call's fields refuse their form with: by trying, since a field says no more than whether it takes a value. */
export const formReasonsOf = (input: Call['input']): readonly string[] => [
  ...new Set(Object.values(fieldSchemasOf(input)).flatMap((schema) => reasonsOf(readBy(schema)))),
];
