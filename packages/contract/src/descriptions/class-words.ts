import { ENTRIES_MAX, LABEL_MAX, TEXT_MAX } from '../fields.ts';

/** Values of each class of field, in words; classes are named by `meta().field`. */
const CLASS_WORDS: Readonly<Record<string, string>> = {
  amount: 'an amount above 0: ASCII digits, at most 18 before and 8 after the point',
  amountOrZero: 'an amount, 0 too',
  cap: 'an integer from 1, or empty for none',
  card: '8 to 34 ASCII letters and digits, with or without spaces between groups',
  ceiling: 'an amount, or 0 for none',
  choice: 'one of the listed values',
  durations: 'a list of `{days, interest_rate, min_price}`',
  email: 'an e-mail address with an ASCII domain; lower-cased',
  entries: `entries by commas, each at most ${TEXT_MAX} characters, together at most ${ENTRIES_MAX}`,
  file: 'one image in the multipart part of that name',
  fixed: 'cannot be set: refused with `not_settable`',
  funds: '`1`, or missing',
  id: 'a positive integer of at most 19 digits',
  idOrNone: 'a positive integer of at most 19 digits, or 0 for none',
  label: `1 to ${LABEL_MAX} characters without control characters`,
  lenient: 'text that is never refused for its form',
  limit: 'rows a page, 1 to 50; missing is 10',
  link: 'an address that begins with `/`, `http://` or `https://`, or empty',
  longText: 'text or HTML of at most 40 000 characters',
  moment: 'milliseconds since 1970-01-01T00:00:00Z',
  names:
    'a list of `{lang, name}`: a code of getLangList but `en`, each once, and a text as long as the English name may be',
  multiples: 'one to eight rising integers',
  operatorName: '1 to 64 characters of `a-z 0-9 . _ @ + -`; lower-cased',
  operatorPassword: '8 to 128 characters',
  page: 'a page number from 1; missing is 1',
  passkey: "the JSON text of the browser's `PublicKeyCredential`",
  password: '6 to 20 ASCII letters and digits, or 8 to 128 visible characters',
  phone: '6 to 20 ASCII digits',
  picture: 'the address of an uploaded picture, or empty',
  place: 'a sequence, or a moment as ISO-8601 in UTC',
  price: 'a price above 0, written as amounts are',
  rate: 'a fraction or percentage as decimal text',
  readers: 'a language code of getLangList, or empty for all',
  shortText: 'text of at most 40 characters',
  signedAmount: 'an amount, with a minus when it is taken away',
  spelling: 'an upper- or lower-case code, or an id where a thing may be named by it',
  symbol: `a market's symbol: 1 to ${TEXT_MAX} characters without control characters`,
  text: `1 to ${TEXT_MAX} characters without control characters`,
  textOrEmpty: `at most ${TEXT_MAX} characters without control characters`,
  webAddress:
    'an address of at most 500 characters that begins with `https://`, without user information and fragment; `http://` for networks of `WEBHOOK_ALLOW`',
  webhookEvents: 'a list of one or more of the types of messages',
  whole: 'an integer within the bounds',
  word: '1 to 64 ASCII letters, digits, `_` and `-`',
};

/** Words of a class. Throws for a class without any. */
export function classWords(kind: string): string {
  const words = CLASS_WORDS[kind];
  if (words === undefined)
    throw new Error(`packages/contract/src/descriptions/class-words.ts has no words for the class ${kind}`);
  return words;
}
