import { parseAmount, parsePrice, type Amount, type Price } from '@plimsoll/money';
import { z } from 'zod';
import { CARD_NUMBER_FORM, PASSWORD_FORM } from './figures.ts';
import type { Reason } from './reasons.ts';

/**
 * Fields (docs/wire/conventions.md): zod schemas whose failure message is the reason. `meta().field` names the class,
 * of which tests generate bad values.
 */
const EDGES = ' \t\r\n';
/**
 * Removes space, tab, CR and LF at both ends. A loop: a regular expression for trailing blanks takes quadratic time,
 * half a minute for sixty thousand blanks.
 */
export function trim(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && EDGES.includes(text.charAt(begin))) begin += 1;
  while (end > begin && EDGES.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

const ID = /^[1-9]\d{0,18}$/;
const MOMENT = /^[1-9]\d{0,14}$/;
const LAST_MOMENT = Date.UTC(9999, 11, 31);
/** No row has it: ids beyond what the database counts stand for it. */
const LAST_ID = 2n ** 63n - 1n;
/** No list is as long: pages beyond it are as empty. */
const LAST_PAGE = 999_999_999;
const LIMIT = /^[1-9]\d?$/;
/**
 * No invisible characters, no change of text direction, no list of receivers; the domain is ASCII (punycode). Without
 * the flag for either case, by which `ſ` would be an `s`.
 */
export const EMAIL_FORM =
  /^[^\s@<>\p{C}]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/u;
const PHONE = /^\d{6,20}$/;
/** Maximum characters of a text, trimmed. */
export const TEXT_MAX = 255;
/** Maximum characters of entries by commas. */
export const ENTRIES_MAX = 2_000;
/** Maximum characters of a name that a member gives. */
export const LABEL_MAX = 40;
/** Maximum characters of a passkey's answer, with key and attestation. */
const PASSKEY_MAX = 16_000;
const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const passkeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});
/** Its outer form is checked. */
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
/** Control characters and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNTEXTUAL = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** A value, a reason of its own, or undefined for the field's usual reason. */
type Reading<T> = { readonly value: T } | Reason | undefined;

function field<T>(name: string, reason: Reason, reader: (value: unknown) => Reading<T>) {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = reader(value);
      if (typeof result === 'object') return result.value;
      context.addIssue({ code: 'custom', message: result ?? reason });
      return z.NEVER;
    })
    .meta({ field: name });
}

/** Undefined and null mean a wrong form. */
const some = <T>(value: T | null | undefined): Reading<T> =>
  value === undefined || value === null ? undefined : { value };
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? trim(value) : undefined);
/** Ids, flags and pages may be JSON numbers; amounts may not. */
const asDigits = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value);

const positive = <T extends bigint>(value: T | null): Reading<T> =>
  value === 0n ? 'amount_not_positive' : some(value);

/** A positive amount of a coin, at most 18 digits before and 8 after the point. */
export const amountField = () =>
  field<Amount>('amount', 'bad_amount', (value) => positive(parseAmount(asText(value) ?? '')));
/** A ceiling: an amount, or zero for none. */
export const ceilingField = () =>
  field<Amount | '0'>('ceiling', 'bad_amount', (value) => {
    const parsed = parseAmount(asText(value) ?? '');
    return parsed === 0n ? { value: '0' } : some(parsed);
  });
/** A positive price, written as amounts are. */
export const priceField = () =>
  field<Price>('price', 'bad_amount', (value) => positive(parsePrice(asText(value) ?? '')));
/** A positive integer of at most 19 digits, kept as text because it may exceed 2⁵³. */
export const idField = () =>
  field<string>('id', 'bad_id', (value) => {
    const digits = asDigits(value);
    if (digits === undefined || !ID.test(digits)) return undefined;
    return { value: BigInt(digits) > LAST_ID ? String(LAST_ID) : digits };
  });
/** One of a set, as text or number. */
export const choiceField = <const T extends string>(...values: readonly T[]) =>
  field<T>('choice', 'bad_value', (value) => some(values.find((each) => each === asDigits(value)))).meta({
    choices: values,
  });
/** Where a withdrawal goes: 1 to an address, 2 to a bank card. */
export const withdrawTypeField = () =>
  choiceField('1', '2')
    .transform((type): 1 | 2 => (type === '1' ? 1 : 2))
    .meta({ field: 'choice' });
/** Free text: no control characters, 1 to 255 characters after trimming. */
export const textField = (reason: Reason = 'bad_text') =>
  field<string>('text', reason, (value) => {
    const text = asText(value);
    return some(text !== undefined && isPlainText(text) ? text : undefined);
  });
const isPlainText = (text: string, max = TEXT_MAX): boolean =>
  text !== '' && Array.from(text).length <= max && !UNTEXTUAL.test(text);

/**
 * Entries by commas, together at most {@link ENTRIES_MAX} characters and each at most {@link TEXT_MAX}; what an entry is,
 * is for the call.
 */
export const entriesField = (reason: Reason = 'bad_value') =>
  field<string>('entries', reason, (value) => {
    const text = asText(value);
    const isGood = text !== undefined && isPlainText(text, ENTRIES_MAX);
    return some(isGood && text.split(',').every((entry) => entry.length <= TEXT_MAX) ? text : undefined);
  });

/** A text that a switch may make irrelevant, never refused here: undefined when not given, null when invalid. */
export const lenientTextField = () => {
  const text = textField();
  return z
    .unknown()
    .transform((value): string | null | undefined =>
      isAbsent(value) ? undefined : (text.safeParse(value).data ?? null),
    )
    .meta({ field: 'lenient', optional: true });
};

/** A payment password as typed; null when invalid: it counts as a wrong password, not as a bad field. */
export const payPasswordField = () =>
  z
    .unknown()
    .transform((value): string | null => {
      const text = asText(value)?.normalize('NFC');
      return text !== undefined && PASSWORD_FORM.test(text) ? text : null;
    })
    .meta({ field: 'lenient', optional: true });

/** The id of a plan, with which the thing planned is placed. */
export const planField = () => {
  const inner = optional(textField('bad_plan'));
  return inner.optional().meta({ ...inner.meta() });
};

/** A name that a member gives, at most {@link LABEL_MAX} characters. */
export const labelField = () =>
  field<string>('label', 'bad_text', (value) => {
    const text = asText(value);
    return some(
      text !== undefined && text !== '' && Array.from(text).length <= LABEL_MAX && !UNTEXTUAL.test(text)
        ? text
        : undefined,
    );
  });

/** JSON text of the browser's `PublicKeyCredential`. Its content is verified elsewhere. */
export const passkeyField = () =>
  field<PasskeyAnswer>('passkey', 'bad_passkey', (value) => {
    if (typeof value !== 'string' || value.length > PASSKEY_MAX) return undefined;
    try {
      return some(passkeyAnswer.safeParse(JSON.parse(value)).data);
    } catch {
      return undefined;
    }
  });

/** The account, for calls that work on funds only: 1, or not given (docs/wire/assets.md). */
export const fundsField = () =>
  field<1>('funds', 'bad_account_type', (value) =>
    some(isAbsent(value) || asDigits(value) === '1' ? (1 as const) : undefined),
  );

/** As the upload answered it. The server checks that it exists and whose it is. */
export const imageLinkField = () => textField('bad_image');

const matching = (name: string, reason: Reason, pattern: RegExp, shape: (text: string) => string = (text) => text) =>
  field<string>(name, reason, (value) => {
    const text = asText(value);
    return some(
      text !== undefined && text.length <= TEXT_MAX && pattern.test(text) && !UNTEXTUAL.test(text)
        ? shape(text)
        : undefined,
    );
  });

/** An e-mail address: NFC, lower-cased. */
export const emailField = () =>
  matching('email', 'bad_email', EMAIL_FORM, (text) => text.normalize('NFC').toLowerCase());
/** A phone number: 6 to 20 ASCII digits. */
export const phoneField = () => matching('phone', 'bad_phone', PHONE);
/**
 * A new password: 6 to 20 ASCII letters and digits, or 8 to 128 visible characters, normalised to NFC: every keyboard
 * types the same.
 */
export const passwordField = () =>
  field<string>('password', 'bad_password', (value) => {
    const text = asText(value)?.normalize('NFC');
    return some(text !== undefined && PASSWORD_FORM.test(text) ? text : undefined);
  });
/** Up to 255 characters: a wrong password is refused as wrong, not as a bad field. */
export const typedPasswordField = (reason: Reason = 'bad_login') =>
  field<string>('text', reason, (value) => {
    const text = asText(value);
    return some(text !== undefined && isPlainText(text) ? text.normalize('NFC') : undefined);
  });
/** A bank card's or account's number as written: 8 to 34 ASCII letters and digits, grouped or not. */
export const cardNumberField = () => matching('card', 'bad_card_number', CARD_NUMBER_FORM);
/** A market's symbol. What no market is called is well-formed. */
export const symbolField = () => textField().meta({ field: 'symbol' });
/** A word of the contract, such as a hash. */
export const wordField = (reason: Reason = 'bad_value') => matching('word', reason, /^[A-Za-z0-9_-]{1,64}$/);

/** Milliseconds since 1970, up to the year 9999. */
export const momentField = () =>
  field<number>('moment', 'bad_value', (value) => {
    const digits = asDigits(value);
    return some(
      digits !== undefined && MOMENT.test(digits) && Number(digits) <= LAST_MOMENT ? Number(digits) : undefined,
    );
  });

const ISO_MOMENT = z.iso.datetime();

/** Where a stretch of a tape begins or ends: a sequence, or a moment as ISO-8601 in UTC. */
export const tapePlaceField = () =>
  field<{ readonly seq: number } | { readonly atMs: number }>('place', 'bad_id', (value) => {
    const text = asDigits(value) ?? '';
    // not money: a number of an entry, and no tape has a larger one
    if (ID.test(text)) return { value: { seq: Math.min(Number(text), Number.MAX_SAFE_INTEGER) } };
    return some(ISO_MOMENT.safeParse(text).success ? { atMs: Date.parse(text) } : undefined);
  });

/** A page number from 1; missing or empty is 1. */
export const pageField = () =>
  field<number>('page', 'bad_page', (value) => {
    if (isAbsent(value)) return { value: 1 };
    const digits = asDigits(value);
    return some(digits !== undefined && ID.test(digits) ? Math.min(Number(digits), LAST_PAGE) : undefined);
  });
/** Entries of a page, 1 to 50; missing or empty is 10. */
export const limitField = () =>
  field<number>('limit', 'bad_page', (value) => {
    if (isAbsent(value)) return { value: 10 };
    const digits = asDigits(value);
    const count = digits !== undefined && LIMIT.test(digits) ? Number(digits) : 0;
    return some(count >= 1 && count <= 50 ? count : undefined);
  });

const isAbsent = (value: unknown): boolean => value === undefined || value === null || asText(value) === '';

/** Missing and empty both mean "not given". */
export const optional = <T>(inner: z.ZodType<T>) =>
  z
    .unknown()
    .transform((value, context): T | undefined => {
      if (isAbsent(value)) return undefined;
      const parsed = inner.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'bad_value' });
      return z.NEVER;
    })
    .meta({ ...inner.meta(), optional: true });

/** An id, or nothing: missing, empty and 0 mean the same. */
export const idOrNoneField = () =>
  z
    .preprocess((value) => (value === '0' || value === 0 ? undefined : value), optional(idField()))
    .meta({ field: 'idOrNone', optional: true });

/** A field that only some cases of a call use: passed on, then read by {@link read}. */
export const raw = (inner: z.ZodType) => z.unknown().meta({ ...inner.meta(), conditional: true, reads: inner });

/** Reads a {@link raw} field in a call's transform; a failure has the field's own reason. */
export function read<T>(
  from: { readonly fields: Readonly<Record<string, unknown>>; readonly context: z.RefinementCtx },
  name: string,
  inner: z.ZodType<T>,
): T {
  const parsed = inner.safeParse(from.fields[name]);
  if (parsed.success) return parsed.data;
  from.context.addIssue({ code: 'custom', path: [name], message: parsed.error.issues[0]?.message ?? 'bad_value' });
  return z.NEVER;
}

/** Fields of a call. A missing one is read as undefined and fails with its own reason; unknown ones are ignored. */
export function fields<T extends z.ZodRawShape>(shape: T) {
  const none = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  return z.preprocess((given) => (typeof given === 'object' ? { ...none, ...given } : none), z.object(shape));
}
