import { format } from '@plimsoll/money';
import { z } from 'zod';
import { flag } from '../call.ts';
import { amountField, idField } from '../fields.ts';
import { creates, operatorCall, twoOperators, type OperatorCall } from './operator-call.ts';
import {
  amountOrZeroField,
  byId,
  flagField,
  ifGiven,
  listFields,
  pageOf,
  rateField,
  wholeField,
} from './operator-fields.ts';
import type { OperatorReason } from './operator-reasons.ts';

/**
 * Fields of what owners keep: coins, markets, terms, products. They come out as the wire writes them (decimals with
 * eight places, ids as numbers), so that what is given can be laid over what is there, and the log says both alike.
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
/** A fraction or percentage from zero to `most`. */
export const rateText = (most: string) =>
  rateField(most)
    .transform((value) => format(value))
    .meta({ field: 'rate' });
/** The same above zero. */
export const positiveRateText = (most: string) =>
  rateField(most)
    .refine((value) => value > 0n, 'bad_value')
    .transform((value) => format(value))
    .meta({ field: 'rate' });
/** A spelling that must match, as coins' titles and markets' symbols. */
export const wordText = (pattern: RegExp) =>
  z
    .unknown()
    .transform((value, context): string => {
      if (typeof value === 'string' && pattern.test(value)) return value;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'spelling' });
/** The id of another thing. Nothing has one beyond 2⁵³. */
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

/** Rows are retired with `enabled` 0, never deleted, and stand in lists by `sort`, then by age. */
export const standing = { enabled: ifGiven(flagField()), sort: ifGiven(wholeField(0, 1_000_000)) };
export const stands = { enabled: flag, sort: z.int().min(0) };

interface CrudOptions<Item extends z.ZodType, Needed extends z.ZodRawShape, Other extends z.ZodRawShape> {
  readonly item: Item;
  /** Fields that a new one needs; a change may leave any out. */
  readonly needed: Needed;
  readonly other: Other;
  readonly reasons: readonly OperatorReason[];
  /** What making one and changing one needs two operators for (RULES 8). */
  readonly two?: { readonly create: OperatorCall['two']; readonly change: OperatorCall['two'] };
}

/** Each field made optional. */
type Loose<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]> | undefined> };
const loosened = <Shape extends z.ZodRawShape>(shape: Shape): Loose<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, each]) => [name, ifGiven(each as z.ZodType)]),
  ) as unknown as Loose<Shape>;

/**
 * The four calls of one kind of thing: everyone with a login reads, owners make and change (docs/wire/operator.md).
 * `status` of the list is `enabled`, `q` part of a name; `sort` is by `id` or by the order members see, `sort`.
 */
export function crudCalls<Item extends z.ZodType, Needed extends z.ZodRawShape, Other extends z.ZodRawShape>(
  resource: string,
  { item, needed, other, reasons, two = { create: [], change: [] } }: CrudOptions<Item, Needed, Other>,
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
        input: z.strictObject({ ...needed, ...other }),
        output: item,
        reasons: ['already_exists', ...reasons],
      }),
      two.create,
    ),
    change: twoOperators(
      operatorCall('PATCH', `/${resource}/{id}`, {
        role: 'owner',
        input: z.strictObject({ ...byId, ...loosened(needed), ...other }),
        output: item,
        reasons: ['not_found', 'nothing_to_change', 'already_exists', ...reasons],
      }),
      two.change,
    ),
  };
}
