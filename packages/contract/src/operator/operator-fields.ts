import { parseAmount, parseRate, type Amount, type Rate } from '@plimsoll/money';
import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { choiceField, idField, limitField, optional, pageField, textField, trim } from '../fields.ts';
import type { OperatorReason } from './operator-reasons.ts';

/** A failure's message is its reason, `meta().field` names the class, as for members' fields. */
function operatorField<T>(name: string, reason: OperatorReason, read: (value: unknown) => T | undefined) {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = read(value);
      if (result !== undefined) return result;
      context.addIssue({ code: 'custom', message: reason });
      return z.NEVER;
    })
    .meta({ field: name });
}

/** An amount, zero too. */
export const amountOrZeroField = () =>
  operatorField<Amount>('amountOrZero', 'bad_amount', (value) =>
    typeof value === 'string' ? (parseAmount(trim(value)) ?? undefined) : undefined,
  );
/** A non-zero amount with a sign. */
export const signedAmountField = () =>
  operatorField<{ readonly amount: Amount; readonly isTaken: boolean }>('signedAmount', 'bad_amount', (value) => {
    if (typeof value !== 'string') return undefined;
    const text = trim(value);
    const isTaken = text.startsWith('-');
    const amount = parseAmount(isTaken ? text.slice(1) : text);
    return amount === null || amount === 0n ? undefined : { amount, isTaken };
  });
/** A fraction (0.001) or a percentage (1.5), zero too, as decimal text; from `min` to `max`. */
export const rateField = (max: string, min = '0') => {
  const [floor, ceiling] = [parseRate(min) ?? undefined, parseRate(max) ?? undefined];
  return operatorField<Rate>('rate', 'bad_value', (value) => {
    const rate = typeof value === 'string' ? (parseRate(trim(value)) ?? undefined) : undefined;
    return rate !== undefined && floor !== undefined && ceiling !== undefined && rate >= floor && rate <= ceiling
      ? rate
      : undefined;
  });
};
/** A whole number within bounds, as JSON number or text. */
export const wholeField = (min: number, max: number) =>
  operatorField<number>('whole', 'bad_value', (value) => {
    const number =
      typeof value === 'number'
        ? value
        : typeof value === 'string' && /^\d{1,15}$/.test(trim(value))
          ? Number(value)
          : Number.NaN;
    return Number.isSafeInteger(number) && number >= min && number <= max ? number : undefined;
  }).meta({ min, max });
/** 0 or 1. */
export const flagField = () =>
  choiceField('0', '1')
    .transform((value): 0 | 1 => (value === '1' ? 1 : 0))
    .meta({ field: 'choice' });
const LONG_MAX = 40_000;
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNTEXTUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;
/** Lines of text or HTML: up to 40 000 characters, no control characters but tab and line ends; may be empty. */
export const longTextField = () =>
  operatorField<string>('longText', 'bad_text', (value) =>
    typeof value === 'string' && value.length <= LONG_MAX && !UNTEXTUAL.test(value) ? value : undefined,
  );
/** A text that may be empty. */
export const textOrEmptyField = () => {
  const text = textField();
  return operatorField<string>('textOrEmpty', 'bad_text', (value) =>
    value === null || (typeof value === 'string' && trim(value) === '') ? '' : text.safeParse(value).data,
  );
};
const LANGUAGE = /^[A-Za-z]{2}(-[A-Za-z]{2})?$/;
/** A code of getLangList, or empty for every language. The server checks that it exists. */
export const readersField = () =>
  operatorField<string>('readers', 'bad_lang', (value) => {
    const code = value === null ? '' : typeof value === 'string' ? trim(value) : undefined;
    return code === '' || (code !== undefined && LANGUAGE.test(code)) ? code : undefined;
  });
const OPERATOR_NAME = /^[a-z0-9._@+-]{1,64}$/;
/** An operator's login name, lower-cased: 1 to 64 ASCII letters, digits or `. _ @ + -`. */
export const operatorNameField = () =>
  operatorField<string>('operatorName', 'bad_text', (value) => {
    const name = typeof value === 'string' ? trim(value).toLowerCase() : '';
    return OPERATOR_NAME.test(name) ? name : undefined;
  });
/** Minimum and maximum characters of an operator's password. */
export const OPERATOR_PASSWORD = { min: 8, max: 128 } as const;
/** A new password of an operator. The server refuses common ones. */
export const operatorPasswordField = () => {
  const text = textField();
  return operatorField<string>('operatorPassword', 'bad_password', (value) => {
    const password = text.safeParse(value).data;
    const length = password === undefined ? 0 : Array.from(password).length;
    return length >= OPERATOR_PASSWORD.min && length <= OPERATOR_PASSWORD.max ? password : undefined;
  });
};
/** A remark, or empty. */
export const remarkField = () =>
  optional(textField())
    .transform((remark) => remark ?? '')
    .meta({ field: 'text', optional: true });

/** Optional; a given value, null and empty too, is checked. */
export const ifGiven = <T>(inner: z.ZodType<T>) =>
  z
    .unknown()
    .transform((value, context): T | undefined => {
      if (value === undefined) return undefined;
      const parsed = inner.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'bad_value' });
      return z.NEVER;
    })
    .meta({ ...inner.meta(), optional: true });

const BY_ID: readonly string[] = ['id'];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `sorts`, Sort is its default
const defaultSorts = <Sort extends string>() => BY_ID as readonly Sort[];

/** `{id}` of a path. */
export const byId = { id: idField() };

/**
 * Fields of every list: `page` from 1, `limit` 1–50, `status`, `q`, `sort` (a column, with `-` for descending; newest
 * first by default).
 */
export const listFields = <const Status extends string = never, const Sort extends string = 'id'>({
  statuses = [],
  sorts,
}: { readonly statuses?: readonly Status[]; readonly sorts?: readonly Sort[] } = {}) => ({
  page: pageField(),
  limit: limitField(),
  status: optional(choiceField(...statuses)),
  q: optional(textField()),
  sort: optional(choiceField(...(sorts ?? defaultSorts<Sort>()).flatMap((each) => [each, `-${each}`] as const))),
});

/** The id of an entry that all listed precede, beyond what pages reach. */
export const beforeField = { before: optional(idField()) };

/** `total` is exact up to {@link TOTAL_MAX} and stops there. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ list: z.array(item), total: z.int().min(0) });
export const TOTAL_MAX = 1_000;

/** The member a row belongs to. */
export const ofMember = { member_id: id, username: z.string() };
/** A row that can be disabled, never deleted. */
export const retirable = { enabled: flag };
export { time };
