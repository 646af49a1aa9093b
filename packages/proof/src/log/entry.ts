import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Canonical } from '../canonical.ts';
import { isWellFormed, parseCanonical } from './canonical-text.ts';
import { MAX_ENTRY_BYTES } from './tiles.ts';

/** Whether a value has the form that a field asks for. */
type Form<T extends Canonical = Canonical> = (value: Canonical | undefined) => value is T;
type Shape = Readonly<Record<string, Form>>;
type Shaped<S extends Shape> = { readonly [K in keyof S]: S[K] extends Form<infer T> ? T : never };

const text: Form<string> = (value): value is string => typeof value === 'string';
const matching =
  (pattern: RegExp): Form<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  <T extends string>(...values: readonly T[]): Form<T> =>
  (value): value is T =>
    values.some((each) => each === value);
const whole: Form<number> = (value): value is number => typeof value === 'number';
const flag: Form<boolean> = (value): value is boolean => typeof value === 'boolean';
const listOf =
  <T extends Canonical>(form: Form<T>): Form<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every((each) => form(each));
const orNull =
  <T extends Canonical>(form: Form<T>): Form<T | null> =>
  (value): value is T | null =>
    value === null || form(value);
const isFields = (value: Canonical | undefined): value is Record<string, Canonical> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf =
  <S extends Shape>(shape: S): Form<Shaped<S>> =>
  (value): value is Shaped<S> =>
    isFields(value) &&
    Object.keys(value).length === Object.keys(shape).length &&
    Object.entries(shape).every(([name, form]) => form(value[name]));
const anyFields: Form<Record<string, Canonical>> = isFields;

const hash = matching(/^[0-9a-f]{64}$/);
/** Exactly eight decimals. */
const amount = matching(/^(?:0|[1-9]\d*)\.\d{8}$/);
const signedAmount = matching(/^(?:-(?!0\.0{8}$))?(?:0|[1-9]\d*)\.\d{8}$/);
const time = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const market = matching(/^[a-z0-9]{1,32}$/);
const direction = oneOf('up', 'down');
const namedMark = fieldsOf({ seq: whole, hash });

/** What each type of entry has besides `t`, `v` and `at` (PROOF 2). */
const PUBLIC = {
  'option-taken': {
    id: whole,
    market,
    seconds: whole,
    accepted: time,
    rate: amount,
    terms: whole,
    rules: whole,
    settings: whole,
    choice: hash,
    commit: hash,
  },
  'option-line': { id: whole, seq: whole, hash },
  'option-settled': {
    id: whole,
    exit: orNull(namedMark),
    outcome: oneOf('win', 'lose', 'tie', 'void'),
    direction,
    salt: hash,
    commit: hash,
  },
  fill: {
    order: whole,
    n: whole,
    market,
    side: oneOf('buy', 'sell'),
    price: amount,
    book: hash,
    fee_rate: amount,
    places: whole,
    commit: hash,
  },
  journal: { kind: text, commit: hash },
  tape: { market, seq: whole, hash, complete_to: time },
  ledger: { number: whole, hash },
  operators: { number: whole, hash },
  terms: {
    version: whole,
    values: listOf(fieldsOf({ seconds: whole, min: amount, max: amount, rate: amount, enabled: flag })),
  },
  settings: { version: whole, values: anyFields },
  market: { market, version: whole, values: anyFields },
  liabilities: {
    epoch: whole,
    root: hash,
    coins: listOf(text),
    totals: listOf(amount),
    leaves: whole,
    batch: whole,
    house: listOf(fieldsOf({ name: text, amounts: listOf(amount) })),
  },
  key: { vkey: text },
  build: { list: hash, verifiers: listOf(fieldsOf({ name: text, hash })) },
} as const satisfies Record<string, Shape>;

/** What an entry commits to without showing it (PROOF 2). */
const COMMITTED = {
  'option-taken': { direction, stake: amount, member: whole },
  'option-settled': { stake: amount, profit: signedAmount },
  fill: { quantity: amount, paid: amount, fee: amount, member: whole },
  journal: { id: whole, lines: listOf(fieldsOf({ from: text, to: text, coin: text, amount })) },
} as const satisfies Partial<Record<keyof typeof PUBLIC, Shape>>;

export type EntryType = keyof typeof PUBLIC;
export type CommittedType = keyof typeof COMMITTED;

/** The fields of an entry besides `t`, `v` and `at`. */
export type EntryFields<T extends EntryType> = Shaped<(typeof PUBLIC)[T]>;
/** What an entry of a type commits to. */
export type Opened<T extends CommittedType = CommittedType> = Shaped<(typeof COMMITTED)[T]>;

/** An entry of the log. */
export type Entry<T extends EntryType = EntryType> = {
  [K in T]: EntryFields<K> & { readonly t: K; readonly v: 1; readonly at: string };
}[T];

/**
 * An entry's line: canonical JSON without a newline.
 * @param at ISO time with milliseconds
 * @throws RangeError when a field has not its form, or the line is too long
 */
export function entryLine<T extends EntryType>(type: T, at: string, fields: EntryFields<T>): string {
  const entry: Canonical = { ...fields, t: type, v: 1, at };
  const line = canonicalJson(entry);
  // What `parseEntry` asks of the line, without reading it again.
  if (isTooLong(line) || !isWellFormed(entry) || !isEntry(entry))
    throw new RangeError(`not an entry: ${line.slice(0, 200)}`);
  return line;
}

const isTooLong = (line: string): boolean => utf8ToBytes(line).length > MAX_ENTRY_BYTES;

const isEntryType = (value: Canonical | undefined): value is EntryType =>
  typeof value === 'string' && Object.hasOwn(PUBLIC, value);

function isEntry(value: Canonical): value is Entry {
  if (!isFields(value)) return false;
  const { t, v, at, ...fields } = value;
  return isEntryType(t) && v === 1 && time(at) && fieldsOf(PUBLIC[t])(fields);
}

/** Reads an entry's line; undefined for another spelling, an unknown type or version, or fields that are not its own. */
export function parseEntry(line: string): Entry | undefined {
  if (isTooLong(line)) return undefined;
  const value = parseCanonical(line);
  return value !== undefined && isEntry(value) ? value : undefined;
}

/** Whether entries of a type commit to something. */
export const isCommitted = (type: EntryType): type is CommittedType => Object.hasOwn(COMMITTED, type);

/** Whether an opened commitment has exactly the fields of its type. */
export const isOpened = <T extends CommittedType>(type: T, opened: Canonical): opened is Opened<T> =>
  fieldsOf<Shape>(COMMITTED[type])(opened);
