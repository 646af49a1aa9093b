import { format } from '@plimsoll/money';
import { z } from 'zod';
import { flag } from '../call.ts';
import { amountField, idField, textField } from '../fields.ts';
import { creates, operatorCall, twoOperators, type OperatorCall } from './operator-call.ts';
import {
  amountOrZeroField,
  byId,
  flagField,
  ifGiven,
  listFields,
  pageOf,
  rateField,
  readersField,
  wholeField,
} from './operator-fields.ts';
import type { OperatorReason } from './operator-reasons.ts';

/**
 * Fields of coins, markets, terms and products. They are read into the wire's form (decimals with eight places, ids as
 * numbers): input is merged into what is stored, and the log shows both alike.
 */

/** A positive amount or price. */
export const positiveText = () =>
  amountField()
    .transform((value) => format(value))
    .meta({ field: 'amount' });
/** An amount, zero too. */
export const amountText = () =>
  amountOrZeroField()
    .transform((value) => format(value))
    .meta({ field: 'amountOrZero' });
/** A fraction or percentage from zero to `max`. */
export const rateText = (max: string) =>
  rateField(max)
    .transform((value) => format(value))
    .meta({ field: 'rate' });
/** The same above zero. */
export const positiveRateText = (max: string) =>
  rateField(max)
    .refine((value) => value > 0n, 'bad_value')
    .transform((value) => format(value))
    .meta({ field: 'rate' });
/** A word with a pattern, like coins' titles and markets' symbols. */
export const wordText = (pattern: RegExp) =>
  z
    .unknown()
    .transform((value, context): string => {
      if (typeof value === 'string' && pattern.test(value)) return value;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'spelling' });
/** Another thing's id, below 2⁵³. */
export const otherId = () =>
  idField()
    .transform((text, context): number => {
      // not money: an id, a number on the wire
      const number = Number(text);
      if (Number.isSafeInteger(number)) return number;
      context.addIssue({ code: 'custom', message: 'bad_id' });
      return z.NEVER;
    })
    .meta({ field: 'id' });
/** The same, or 0 for none. */
export const otherIdOrNone = () =>
  z
    .unknown()
    .transform((value, context): number => {
      if (value === 0 || value === '0' || value === null || value === '') return 0;
      const parsed = otherId().safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'bad_id' });
      return z.NEVER;
    })
    .meta({ field: 'id', conditional: true });

/** What members read instead of the English name, in the order of getLangList. */
export const namesItem = z.array(z.object({ lang: z.string(), name: z.string() }));
const ENGLISH = 'en';
const nameIn = (max: number) =>
  z.preprocess(
    (each) => (typeof each === 'object' ? { lang: undefined, name: undefined, ...each } : each),
    z.strictObject(
      {
        /** A code of getLangList; the server checks that it exists. The row's own name is English. */
        lang: readersField().refine((code) => !['', ENGLISH].includes(code.toLowerCase()), 'bad_lang'),
        name: textField().refine((text) => Array.from(text).length <= max, 'bad_text'),
      },
      'bad_value',
    ),
  );
/** Maximum number of names in other languages. */
const MAX_NAMES = 100;
/** All names in other languages, one a language, of at most `max` characters; omitted ones are taken away. */
export const namesField = (max: number) =>
  z
    .array(nameIn(max), 'bad_value')
    .max(MAX_NAMES, 'bad_value')
    .refine((all) => new Set(all.map(({ lang }) => lang.toLowerCase())).size === all.length, 'bad_lang')
    .meta({ field: 'names' });

/** Rows are disabled, never deleted; lists are sorted by `sort`, then by age. */
export const standing = { enabled: ifGiven(flagField()), sort: ifGiven(wholeField(0, 1_000_000)) };
export const stands = { enabled: flag, sort: z.int().min(0) };

type Fields = Readonly<Record<string, z.ZodType>>;

interface CrudOptions<Item extends z.ZodType, Needed extends Fields, Other extends Fields> {
  readonly item: Item;
  /** Fields required to create; a change may omit any. */
  readonly needed: Needed;
  readonly other: Other;
  readonly reasons: readonly OperatorReason[];
  /** Whether creating and changing need a second factor given in the last minutes (RULES 8). */
  readonly fresh?: boolean;
  /** Whether they need two operators (RULES 8). */
  readonly two?: { readonly create: OperatorCall['two']; readonly change: OperatorCall['two'] };
}

/** Each field made optional. */
type Loose<Shape extends Fields> = { [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]> | undefined> };
function loosened<Shape extends Fields>(shape: Shape): Loose<Shape> {
  const loose: Fields = Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, ifGiven(each)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `shape`, each value made optional
  return loose as Loose<Shape>;
}

/**
 * Calls of one resource: every operator reads, owners create and change (docs/wire/operator.md). In lists `status` is
 * `enabled`, `q` part of a name, `sort` is `id` or `sort`, the order members see.
 */
export function crudCalls<Item extends z.ZodType, Needed extends Fields, Other extends Fields>(
  resource: string,
  { item, needed, other, reasons, fresh = false, two = { create: [], change: [] } }: CrudOptions<Item, Needed, Other>,
) {
  const sorts = ['id', 'sort'] as const;
  return {
    list: operatorCall('GET', `/${resource}`, {
      role: 'viewer',
      input: z.strictObject(listFields({ statuses: ['0', '1'], sorts })),
      output: pageOf(item),
    }),
    read: operatorCall('GET', `/${resource}/{id}`, {
      role: 'viewer',
      input: z.strictObject(byId),
      output: item,
      reasons: ['not_found'],
    }),
    create: twoOperators(
      operatorCall('POST', `/${resource}`, {
        ...creates,
        role: 'owner',
        fresh,
        input: z.strictObject({ ...needed, ...other }),
        output: item,
        reasons: ['already_exists', ...reasons],
      }),
      two.create,
    ),
    change: twoOperators(
      operatorCall('PATCH', `/${resource}/{id}`, {
        role: 'owner',
        fresh,
        input: z.strictObject({ ...byId, ...loosened(needed), ...other }),
        output: item,
        reasons: ['not_found', 'nothing_to_change', 'already_exists', ...reasons],
      }),
      two.change,
    ),
  };
}
