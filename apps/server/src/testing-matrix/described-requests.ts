import type { Call } from '@plimsoll/contract';
import { CHECKED_FURTHER, describedFieldsOf, type DescribedField } from '@plimsoll/contract/descriptions';
import { badValues, goodValue } from './field-values.ts';

/** Draws of a run. */
export class Draws {
  readonly #next: () => number;

  /** `next` is uniform from 0 up to 1. */
  constructor(next: () => number) {
    this.#next = next;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  /** True so many times in a hundred. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }

  one<T>(among: readonly T[]): T {
    if (among.length === 0) throw new Error('nothing to draw from');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- within the list, of which undefined may be one
    return among[this.below(among.length)] as T;
  }
}

/** Fields for a request, and which of them is bad on purpose. */
export interface Drawn {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly bad?: DescribedField;
}

/** What is known of the deployment that is asked, by the name of a field: it makes more requests succeed. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const LETTERS = ['a', 'Z', '7', ' ', '-', '€', 'ß', 'Ж', '語', 'ى', '🚢', '&', '<', '%', '"', "'"];
const letters = (draws: Draws, min: number, max: number): string => {
  const inner = Array.from({ length: min + draws.below(max - min + 1) }, () => draws.one(LETTERS)).join('');
  return `x${inner}x`;
};
const decimal = (draws: Draws): string =>
  draws.one([
    String(1 + draws.below(2_000)),
    `0.${String(1 + draws.below(9_999)).padStart(4, '0')}`,
    `${draws.below(99)}.${1 + draws.below(99_999_998)}`,
    '9'.repeat(18),
    '0.00000001',
  ]);
const digits = (draws: Draws, length: number): string => Array.from({ length }, () => String(draws.below(10))).join('');

/** Values of a class as its description has them, beside the one of `field-values.ts`. */
const DRAWN: Readonly<Record<string, (draws: Draws, field: DescribedField) => unknown>> = {
  amount: decimal,
  price: decimal,
  amountOrZero: (draws) => (draws.percent(20) ? '0' : decimal(draws)),
  ceiling: (draws) => (draws.percent(20) ? '0' : decimal(draws)),
  signedAmount: (draws) => `${draws.percent(50) ? '-' : ''}${decimal(draws)}`,
  rate: (draws) => draws.one(['0', '0.1', '1', '12.5', '0.00000001']),
  id: (draws) => draws.one([1, '1', 2, '3', String(1 + draws.below(30)), 999_999_999, '9'.repeat(15)]),
  choice: (draws, { choices = [] }) => draws.one(choices),
  moment: (draws) => draws.one(['1767600000000', Date.UTC(2030, 0, 1), 1, '9'.repeat(14)]),
  page: (draws) => draws.one([1, '1', '2', 7, '999999999']),
  limit: (draws) => draws.one([1, '50', 10, '9']),
  text: (draws) => letters(draws, 0, 40),
  textOrEmpty: (draws) => (draws.percent(20) ? '' : letters(draws, 0, 40)),
  shortText: (draws) => letters(draws, 0, 12),
  label: (draws) => letters(draws, 0, 12),
  longText: (draws) => `<p>${letters(draws, 0, 200)}</p>\n`,
  entries: (draws) => draws.one(['btcusdt', 'btcusdt,ethusdt', '10.0.0.0/8', 'x,y,z']),
  word: (draws) => draws.one(['btcusdt', 'ethusdt', 'nosuch', 'A-b_9', 'a'.repeat(64)]),
  email: (draws) => `x${digits(draws, 6)}@Quay.example`,
  phone: (draws) => digits(draws, 6 + draws.below(15)),
  password: (draws) => draws.one(['Ahoy2026x', `${digits(draws, 6)}a`, 'ein langes Wort, 語']),
  card: (draws) => digits(draws, 8 + draws.below(27)),
  operatorName: (draws) => `op.${digits(draws, 5)}`,
  readers: (draws) => draws.one(['', 'de', 'EN', 'zh-CN', 'xx']),
  whole: (draws, { min = 0, max = 0 }) => draws.one([min, max, min + draws.below(Math.min(max - min, 50) + 1)]),
  multiples: (draws) => draws.one([[1], [5, 10], [1, 2, 3, 4, 5, 6, 7, 8]]),
  cap: (draws) => draws.one([null, '', 1, '9', 1_000_000]),
};

/** Classes whose schema cannot know that each bad value is bad: an order, a cross-check, the text inside. */
export const BEYOND_SCHEMAS = new Set(['multiples', 'names', 'passkey', 'lenient', 'file']);

/** A bad value that JSON has, or undefined for a missing field. */
const drawBad = (draws: Draws, field: DescribedField): unknown =>
  draws.one(badValues(field).filter((each) => each === undefined || JSON.stringify(each).length < 5_000));

function drawGood(draws: Draws, field: DescribedField, known: Known): unknown {
  const own = known[field.name]?.filter((each) => field.choices?.includes(String(each)) ?? true) ?? [];
  if (own.length > 0 && draws.percent(85)) return draws.one(own);
  const draw = DRAWN[field.kind];
  return draw === undefined || draws.percent(15) ? goodValue(field) : draw(draws, field);
}

/** Draws the fields of a request: as described, or, in a quarter of all, with one bad value. */
export function drawFields(call: Pick<Call, 'name' | 'input'>, draws: Draws, known: Known): Drawn {
  const described = describedFieldsOf(call);
  const judged = described.filter(({ kind, isConditional }) => !isConditional && !BEYOND_SCHEMAS.has(kind));
  const bad = judged.length > 0 && draws.percent(25) ? draws.one(judged) : undefined;
  const values = described.flatMap((field): (readonly [string, unknown])[] => {
    if (field === bad) return [[field.name, drawBad(draws, field)]];
    const isLeftOut = !field.isNeeded && draws.percent(field.isConditional ? 15 : known[field.name] ? 35 : 60);
    return isLeftOut ? [] : [[field.name, drawGood(draws, field, known)]];
  });
  const fields = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return bad ? { fields, bad } : { fields };
}

/** Which fields a form may refuse though they are as described. */
const mayRefuse = (call: Pick<Call, 'name' | 'input'>): ReadonlySet<PropertyKey> =>
  new Set(
    describedFieldsOf(call)
      .filter(({ kind, isConditional }) => isConditional || CHECKED_FURTHER.has(kind))
      .map(({ name }) => name),
  );

/** Reasons of two fields that do not fit each other. */
const ACROSS = new Set(['passwords_differ']);

/** What is wrong between a description, the contract and a request's fields. */
export function misdescribed(
  call: Pick<Call, 'name' | 'input'>,
  { fields, bad }: Drawn,
  fault: string | undefined,
): string | undefined {
  if (bad) return fault === undefined ? `${bad.name} is bad, and yet as described` : undefined;
  if (fault !== undefined) return `it is not as described: ${fault}`;
  const issue = call.input.safeParse(fields).error?.issues[0];
  const [place] = issue?.path ?? [];
  return issue === undefined || place === undefined || mayRefuse(call).has(place) || ACROSS.has(issue.message)
    ? undefined
    : `it is as described, and yet ${String(place)} is refused: ${issue.message}`;
}

const asText = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || typeof value === 'number';
/** Whether a value stays itself as a part of a path. */
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w.-]+$/.test(String(value));

/** Draws until an address can hold it: a path or a query cannot hold every value, and a path no other path. */
export function drawFor(
  call: Pick<Call, 'name' | 'input'>,
  { draws, known }: { readonly draws: Draws; readonly known: Known },
  { inText, inPath }: { readonly inText: (name: string) => boolean; readonly inPath: readonly string[] },
): Drawn {
  for (;;) {
    const drawn = drawFields(call, draws, known);
    const isFit = Object.entries(drawn.fields).every(
      ([name, value]) =>
        !inText(name) ||
        (asText(value) && (typeof value !== 'string' || (value.isWellFormed() && value.length < 2_000))),
    );
    if (isFit && inPath.every((name) => isPlain(drawn.fields[name]))) return drawn;
  }
}
