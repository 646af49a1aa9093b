import { CARD_NUMBER_FORM, PASSWORD_FORM } from '../figures.ts';
import { EMAIL_FORM, ENTRIES_MAX, LABEL_MAX, TEXT_MAX } from '../fields.ts';
import { WEBHOOK_EVENTS } from '../operator/webhooks.ts';
import type { CallField } from './call-fields.ts';
import { classWords } from './class-words.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

/**
 * What fields take, as JSON Schema: each value that a schema here allows has the form that the field asks for. The
 * fields themselves are a little more lenient: they remove blanks around a value.
 */

const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff';
/** No control character, and not blanks alone. */
const PLAIN = `^(?=.*[^ ])[^${CONTROLS}]*$`;
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$';
/** What ends an attribute or begins a tag, spaces and controls. */
const LINKABLE = `[^\\u0000-\\u0020\\u007f-\\u00a0\\u2028\\u2029\\\\"'<>\\ud800-\\udfff]*`;
const PATH = `/(?!/)${LINKABLE}`;
const HOST = `[^/?#@:\\u0000-\\u0020\\u007f-\\u00a0\\u2028\\u2029\\\\"'<>\\ud800-\\udfff]+(?::[0-9]{1,5})?(?:[/?#]${LINKABLE})?`;
const UNSIGNED = '[0-9]{1,18}(\\.[0-9]{1,8})?';
/** A name in JSON Schema for the digits of `[0-9]`: some readers take `\\d` for those of every script. */
const SOME = '(?=.*[1-9])';

const text = (pattern: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', pattern, ...more });
const plainText = (maxLength: number, minLength = 1): JsonSchema => text(PLAIN, { minLength, maxLength });
/** A number, also as text. */
const either = (pattern: string, minimum: number, maximum: number): JsonSchema => ({
  anyOf: [text(pattern), { type: 'integer', minimum, maximum }],
});

const MAX_DURATIONS = 20;
const MAX_NAMES = 100;
const NAME_MAX = 64;
const MAX_DAYS = 3650;
const MOST = 1_000_000;
const LAST_MOMENT = Date.UTC(9999, 11, 31);

const AMOUNT = text(`^${SOME}${UNSIGNED}$`, { examples: ['250'] });
const RATE = text('^[0-9]{1,9}(\\.[0-9]{1,8})?$', { examples: ['0.5'] });

const CLASSES: Readonly<Record<string, JsonSchema>> = {
  amount: AMOUNT,
  price: AMOUNT,
  amountOrZero: text(`^${UNSIGNED}$`),
  ceiling: text(`^${UNSIGNED}$`),
  signedAmount: text(`^-?${SOME}${UNSIGNED}$`),
  rate: RATE,
  id: either('^[1-9][0-9]{0,14}$', 1, Number.MAX_SAFE_INTEGER),
  idOrNone: either('^(0|[1-9][0-9]{0,14})$', 0, Number.MAX_SAFE_INTEGER),
  moment: either('^[1-9][0-9]{0,13}$', 1, LAST_MOMENT),
  place: {
    anyOf: [
      either('^[1-9][0-9]{0,14}$', 1, Number.MAX_SAFE_INTEGER),
      text('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$', { format: 'date-time' }),
    ],
  },
  page: either('^[1-9][0-9]{0,8}$', 1, 999_999_999),
  limit: either('^([1-9]|[1-4][0-9]|50)$', 1, 50),
  funds: { enum: ['1', 1] },
  text: plainText(TEXT_MAX),
  symbol: plainText(TEXT_MAX),
  textOrEmpty: text(`^(|(?=.*[^ ])[^${CONTROLS}]*)$`, { maxLength: TEXT_MAX }),
  shortText: plainText(LABEL_MAX),
  label: plainText(LABEL_MAX),
  longText: text(LINES, { maxLength: 40_000 }),
  lenient: { type: 'string' },
  entries: text(`^(?=.*[^ ])[^,${CONTROLS}]{0,${TEXT_MAX}}(,[^,${CONTROLS}]{0,${TEXT_MAX}})*$`, {
    maxLength: ENTRIES_MAX,
  }),
  word: text('^[A-Za-z0-9_-]{1,64}$'),
  email: text(EMAIL_FORM.source, { maxLength: TEXT_MAX, examples: ['anna@example.org'] }),
  phone: text('^[0-9]{6,20}$'),
  password: text(PASSWORD_FORM.source),
  card: text(CARD_NUMBER_FORM.source, { maxLength: TEXT_MAX }),
  passkey: text('^\\{', { contentMediaType: 'application/json', maxLength: 16_000 }),
  operatorName: text('^[A-Za-z0-9._@+-]{1,64}$'),
  operatorPassword: plainText(128, 8),
  spelling: {
    anyOf: [
      text('^([A-Z0-9]{1,16}|[a-z0-9]{1,32})$'),
      { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    ],
  },
  readers: text('^([A-Za-z]{2}(-[A-Za-z]{2})?)?$'),
  picture: text(`^(${PATH}|https://${HOST})?$`, { maxLength: TEXT_MAX }),
  link: text(`^(${PATH}|https?://${HOST})?$`, { maxLength: TEXT_MAX }),
  webAddress: text('^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[!"$-~]*)?$', {
    maxLength: 500,
    examples: ['https://hooks.example.org/plimsoll'],
  }),
  webhookEvents: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: [...WEBHOOK_EVENTS] } },
  cap: { anyOf: [{ type: 'integer', minimum: 1, maximum: MOST }, { type: 'null' }, text('^([1-9][0-9]{0,5})?$')] },
  multiples: {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: MOST },
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
  },
  durations: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_DURATIONS,
    items: {
      type: 'object',
      required: ['days', 'interest_rate', 'min_price'],
      properties: {
        id: either('^[1-9][0-9]{0,14}$', 1, Number.MAX_SAFE_INTEGER),
        days: { type: 'integer', minimum: 1, maximum: MAX_DAYS },
        interest_rate: RATE,
        min_price: AMOUNT,
      },
      additionalProperties: false,
    },
  },
  names: {
    type: 'array',
    maxItems: MAX_NAMES,
    items: {
      type: 'object',
      required: ['lang', 'name'],
      properties: {
        lang: text('^(?![eE][nN]$)[A-Za-z]{2}(-[A-Za-z]{2})?$'),
        name: plainText(NAME_MAX),
      },
      additionalProperties: false,
    },
  },
  file: { contentMediaType: 'application/octet-stream' },
};

/** Classes whose fields also check what no schema says: an order, a list of codes, bounds of their own. */
export const CHECKED_FURTHER: ReadonlySet<string> = new Set([
  'durations',
  'file',
  'lenient',
  'multiples',
  'names',
  'passkey',
  'picture',
  'rate',
  'spelling',
  'webAddress',
]);

/** A choice is written as text; one of digits may also be a number. */
const choices = (values: readonly string[]): JsonSchema => ({
  enum: [...values, ...values.filter((each) => /^\d+$/.test(each)).map(Number)],
});

const nameOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Field`;

/** The schemas of all classes, by the name they are referred to: `AmountField`. */
export const classSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(CLASSES).map(([kind, schema]) => [nameOf(kind), { ...schema, description: classWords(kind) }]),
  );

/** What a field takes. Throws for a class that has no schema here. */
export function fieldSchema({ name, kind, choices: among, min, max }: CallField): JsonSchema {
  if (kind === 'choice') return choices(among ?? []);
  if (kind === 'whole') return { type: 'integer', minimum: min, maximum: max };
  if (CLASSES[kind] === undefined) throw new Error(`class-schemas.ts has no schema for ${name}, of the class ${kind}`);
  return refTo(nameOf(kind));
}
