import { REASON_CODES, type Call } from '@plimsoll/contract';
import { problemStatus, type OperatorCall } from '@plimsoll/contract/operator';
import answers from '@plimsoll/i18n/locales/en/answers.json' with { type: 'json' };
import { importsOf } from '../tidy/imports.ts';
import { classWords, fieldsOf, type CallField } from '@plimsoll/contract/descriptions';
import { anchorOf, pretty, table } from './markdown.ts';
import { answerSample, askedSample } from './samples.ts';
import { memberSlices, operatorSlices, type Named, type Slice } from './slices.ts';
import { constantsIn, documentedIn, fieldWords, type Documented } from './sources.ts';
import { TOPICS } from './stream.ts';
import { definitionOf, digitsTaken, rowsOf, shapeOf, typeWords, unwrapped, WHOLE, type Schema } from './types.ts';

/** A source file of the page. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Order of member slices; others come last. */
const ORDER = [
  'site',
  'market',
  'membership',
  'security',
  'identity',
  'spot',
  'options',
  'voids',
  'assets',
  'funding',
  'payouts',
  'gate',
  'exchange',
  'transfers',
  'loans',
  'mining',
  'staking',
  'notices',
  'invitation',
  'uploads',
];
const CONTRACT = 'packages/contract/src/';
/** The contract's file of a message of the stream. */
export const streamFile = (name: string): string => `${CONTRACT}${name}.ts`;
/** Declares pieces, without objects of the wire. */
const NO_OBJECTS = /(?:fields|call)\.ts$/;
const BANNER = '<!-- Written by `npm run wire-docs` from packages/contract and docs/wire: change those. -->';

/** Objects of fewer fields are described inline. */
const WORTH_A_LINK = 4;

interface Answered {
  readonly words: readonly string[];
  readonly example: readonly string[];
}

/** The sources that a page is made of, and what it has described so far. */
export class Page {
  readonly #files: ReadonlyMap<string, string>;
  readonly #seen = new Map<Schema, string>();
  readonly #kinds = new Set<string>();
  readonly #constants: ReadonlyMap<string, string>;

  constructor(files: readonly Source[]) {
    this.#files = new Map(files.map(({ path, text }) => [path, text]));
    this.#constants = new Map(
      files.filter(({ path }) => path.startsWith(CONTRACT)).flatMap(({ text }) => [...constantsIn(text)]),
    );
  }

  /** The introduction of a part, if any. */
  intro(name: string): string[] {
    const text = this.#files.get(`docs/wire/${name}.md`);
    return text === undefined ? [] : [text.trim()];
  }

  /** Docstrings of a slice and of the files it takes objects from. */
  documented(path: string): Documented {
    const text = this.#files.get(path) ?? '';
    const used = importsOf({ path, text }).flatMap((each) =>
      each.path === undefined || NO_OBJECTS.test(each.path) ? [] : [this.#files.get(each.path) ?? ''],
    );
    return documentedIn(text, used);
  }

  /** Replaces names of numbers by the numbers. */
  withNumbers(text: string): string {
    return text.replaceAll(/`([A-Z][A-Z_]+)`/g, (whole, name: string) => this.#constants.get(name) ?? whole);
  }

  /** Classes of fields used so far, with their values. */
  classes(): string {
    return table(
      ['class', 'takes'],
      [...this.#kinds].toSorted().map((kind) => [kind, classWords(kind)]),
    );
  }

  asked(
    call: Pick<Call, 'input'>,
    fields: readonly CallField[],
    documented: Documented,
    inPath: (name: string) => boolean = () => false,
  ): string[] {
    if (fields.length === 0) return ['Takes no fields.'];
    for (const { kind } of fields) this.#kinds.add(kind);
    const words = fieldWords(
      documented,
      fields.map(({ name }) => name),
    );
    const rows = fields.map((field) => [
      `\`${field.name}\``,
      classOf(field, shapeOf(call.input)?.[field.name]),
      needOf(field, inPath(field.name)),
      words.get(field.name) ?? '',
    ]);
    return [table(['field', 'takes', 'needed', 'meaning'], rows)];
  }

  /** The answer in words and as an example, without what was described before. */
  answered(
    schema: Schema,
    reference: string,
    { documented, example }: { readonly documented: Documented; readonly example: unknown },
  ): Answered {
    const link = `[${reference}](#${anchorOf(reference)})`;
    const rows = rowsOf(schema, {
      words: (fields) => fieldWords(documented, fields),
      seen: (object) => {
        const before = this.#seen.get(object);
        if (before === undefined && Object.keys(definitionOf(object).shape ?? {}).length >= WORTH_A_LINK)
          this.#seen.set(object, link);
        return before === link ? undefined : before;
      },
    });
    const shown = [block('json', pretty(example))];
    const [first, ...others] = rows;
    if (first === undefined) return { words: [`Answers ${answerWords(schema)}.`], example: shown };
    if (others.length === 0 && first.path === WHOLE) return { words: [`Answers ${first.words}.`], example: [] };
    const words = [
      `Answers ${answerWords(schema)}:`,
      table(
        ['field', 'type', 'meaning'],
        rows.map(({ path, type, words: meaning }) => [`\`${path}\``, type, meaning]),
      ),
    ];
    return { words, example: rows.some((each) => each.words.startsWith('as [')) && rows.length <= 4 ? [] : shown };
  }
}

function answerWords(schema: Schema): string {
  const { type } = definitionOf(unwrapped(schema).inner);
  if (type === 'null') return '`null`';
  return type === 'array' ? 'a list' : type === 'object' ? 'an object' : typeWords(schema);
}

/** What a field takes: its class, choices or bounds. */
export function classOf({ kind, choices: named, min, max }: CallField, schema: Schema | undefined): string {
  const choices = kind === 'choice' && named === undefined && schema !== undefined ? digitsTaken(schema) : named;
  if (choices?.length === 0) return 'nothing';
  if (choices !== undefined) return choices.map((each) => `\`${each}\``).join(' ');
  return min === undefined || max === undefined ? kind : `integer ${min} to ${max}`;
}

/** Whether a field must be given. */
export function needOf({ isOptional, isConditional, kind }: CallField, isInPath: boolean): string {
  if (isInPath) return 'in the path';
  if (isOptional || ['page', 'limit', 'funds'].includes(kind)) return 'no';
  return isConditional ? 'in some cases' : 'yes';
}

const block = (language: string, ...lines: readonly string[]): string => ['```' + language, ...lines, '```'].join('\n');
const reasonsOf = <R extends string>(reasons: readonly R[], statusOf: (reason: R) => number): string[] =>
  reasons.length === 0
    ? []
    : [`Refused with ${[...new Set(reasons)].map((each) => `\`${each}\` (${statusOf(each)})`).join(', ')}.`];

const form = (fields: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Example request and answer of a member call. */
export function memberExample(
  slice: string,
  call: Call,
): { readonly asked: Record<string, unknown>; readonly data: unknown } {
  return { asked: askedSample(call.name, fieldsOf(call)), data: answerSample(call.output, slice) };
}

function memberRequest(call: Call, asked: Readonly<Record<string, unknown>>): string {
  const [method = 'POST'] = call.methods;
  const query = method === 'GET' && Object.keys(asked).length > 0 ? `?${form(asked)}` : '';
  const head = [
    `${method} /api/${call.name}${query}`,
    ...(call.member ? ['Token: example-token'] : []),
    ...(call.idempotent ? ['Idempotency-Key: 6f1c2b9e'] : []),
  ];
  if (call.file) return block('http', ...head, 'Content-Type: multipart/form-data; boundary=…');
  return block('http', ...head, ...(method === 'POST' && Object.keys(asked).length > 0 ? ['', form(asked)] : []));
}

function memberCall(page: Page, slice: Slice<Call>, documented: Documented, { name, call }: Named<Call>): string[] {
  const reference = `${slice.name}.${name}`;
  const { asked, data } = memberExample(slice.name, call);
  const answer = (answers as Readonly<Record<string, unknown>>)[call.name] ?? answers.done;
  const marks = [
    `\`${call.methods.join(' or ')} /api/${call.name}\``,
    call.member ? 'members' : 'public',
    ...(call.key ? [`keys that may ${call.key} ([1.9](#19-signed-calls))`] : []),
    ...(call.idempotent ? ['takes an `Idempotency-Key`'] : []),
  ];
  const words = documented.declarations.get(name);
  // An upload answers its addresses beside `data` too.
  const envelope = call.file
    ? { code: 1, msg: answer, ...(typeof data === 'object' ? data : {}) }
    : { code: 1, msg: answer, data };
  const answered = page.answered(call.output, reference, { documented, example: envelope });
  return [
    `#### ${reference}`,
    marks.join(' · '),
    ...(words === undefined || words === '' ? [] : [words]),
    ...page.asked(call, fieldsOf(call), documented),
    ...answered.words,
    ...reasonsOf(call.reasons, (each) => REASON_CODES[each]),
    memberRequest(call, asked),
    ...answered.example,
  ];
}

const nameOf = ({ method, path }: OperatorCall): string => `${method} ${path}`;
/** The answer without a proposal. */
export const doneOf = ({ two, output }: OperatorCall): Schema =>
  two.length === 0 ? output : (definitionOf(output).options?.[1] ?? output);

/** Example request and answer of an operator call. */
export function operatorExample(
  slice: string,
  { name, call }: Named<OperatorCall>,
): { readonly asked: Record<string, unknown>; readonly data: unknown } {
  return {
    asked: askedSample(name, fieldsOf({ name: nameOf(call), input: call.input })),
    data: answerSample(doneOf(call), slice),
  };
}

function operatorRequest(call: OperatorCall, asked: Readonly<Record<string, unknown>>): string {
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => {
    const value = asked[field];
    return typeof value === 'string' ? value : '1';
  });
  const rest = Object.fromEntries(Object.entries(asked).filter(([field]) => !call.path.includes(`{${field}}`)));
  const isQuery = call.method === 'GET' && Object.keys(rest).length > 0;
  const head = [
    `${call.method} /operator/api${url}${isQuery ? `?${form(rest)}` : ''}`,
    ...(call.role === null ? [] : ['Authorization: Bearer example-token']),
  ];
  if (call.file) return block('http', ...head, 'Content-Type: multipart/form-data; boundary=…');
  return block(
    'http',
    ...head,
    ...(call.method === 'GET' || call.method === 'DELETE' ? [] : ['Content-Type: application/json', '', pretty(rest)]),
  );
}

function twoWords({ two }: OperatorCall): string[] {
  if (two.length === 0) return [];
  if (two === 'sometimes')
    return [
      `Needs two operators, depending on the state of what it is done to: then it answers 202 and \`{"proposal": …}\`, as [operator/proposals.readProposal](#operatorproposalsreadproposal) shows it.`,
    ];
  const names = two === 'always' ? [] : two.map((each) => `\`${each}\``);
  const when = names.length === 0 ? '' : ` when ${names.length === 1 ? '' : 'one of '}${names.join(', ')} is given`;
  return [
    `Needs two operators${when}: then it answers 202 and \`{"proposal": …}\`, as [operator/proposals.readProposal](#operatorproposalsreadproposal) shows it.`,
  ];
}

function operatorCall(
  page: Page,
  slice: Slice<OperatorCall>,
  documented: Documented,
  named: Named<OperatorCall>,
): string[] {
  const { name, call } = named;
  const reference = `operator/${slice.name}.${name}`;
  const { asked, data } = operatorExample(slice.name, named);
  const marks = [
    `\`${call.method} /operator/api${call.path}\``,
    call.role === null ? 'without a login' : `from ${call.role}`,
    `answers ${call.status}`,
    ...(call.fresh ? ['asks for a fresh factor'] : []),
  ];
  const words = documented.declarations.get(name);
  const fields = fieldsOf({ name: nameOf(call), input: call.input });
  const answered = page.answered(doneOf(call), reference, { documented, example: data });
  return [
    `#### ${reference}`,
    marks.join(' · '),
    ...(words === undefined || words === '' ? [] : [words]),
    ...twoWords(call),
    ...page.asked(call, fields, documented, (each) => call.path.includes(`{${each}}`)),
    ...answered.words,
    ...reasonsOf(call.reasons, problemStatus),
    operatorRequest(call, asked),
    ...(call.status === 204 ? [] : answered.example),
  ];
}

const INTERFACE = /export interface (\w+) \{\n([\s\S]*?)\n\}/g;
/** Bodies of a file's interfaces, by name. */
export const streamShapes = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(INTERFACE)].map(([, name = '', body = '']) => [name, body]));

function topics(page: Page, files: readonly Source[]): string[] {
  return TOPICS.flatMap(({ name, file, shape, sent, sample }) => {
    const path = streamFile(file);
    const shapes = streamShapes(files.find((each) => each.path === path)?.text ?? '');
    const words = page.documented(path).declarations.get(shape);
    return [
      `#### stream.${name}`,
      ...(words === undefined ? [] : [words]),
      block('ts', ...(shapes.get(shape) ?? '').split('\n').map((each) => each.replace(/^ {2}/, ''))),
      block('json', sent, pretty(sample)),
    ];
  });
}

const title = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const classesOf = (page: Page, heading: string): string[] => [
  heading,
  'What *takes* says of a field. Spaces, tabs and line ends around a value are removed first.',
  page.classes(),
];

async function memberPage(files: readonly Source[]): Promise<string[]> {
  const page = new Page(files);
  const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const slices = (await memberSlices(files)).toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
  const parts = slices.flatMap((slice, index) => {
    const documented = page.documented(slice.path);
    return [
      `### 2.${index + 1} ${title(slice.name)}`,
      ...page.intro(slice.name),
      ...slice.calls.flatMap((each) => memberCall(page, slice, documented, each)),
    ];
  });
  return [
    '# The wire',
    BANNER,
    ...page.intro('conventions'),
    ...classesOf(page, '### 1.9 Classes of fields'),
    '## 2. Member calls',
    ...page.intro('member'),
    ...parts,
    '## 3. Stream',
    ...page.intro('stream'),
    ...topics(page, files),
  ];
}

async function operatorPage(files: readonly Source[]): Promise<string[]> {
  const page = new Page(files);
  const parts = (await operatorSlices(files)).flatMap((slice, index) => {
    const documented = page.documented(slice.path);
    return [
      `### 4.${index + 1} Operator ${title(slice.name).toLowerCase()}`,
      ...slice.calls.flatMap((each) => operatorCall(page, slice, documented, each)),
    ];
  });
  return [
    '# The operator API',
    BANNER,
    '## 4. Operator calls',
    ...page.intro('operator'),
    ...classesOf(page, '### 4.0 Classes of fields'),
    ...parts,
  ];
}

/** Renders the pages: every call, after the introductions. */
export async function renderWire(files: readonly Source[]): Promise<readonly Source[]> {
  const asText = (parts: readonly string[]): string => new Page(files).withNumbers(`${parts.join('\n\n')}\n`);
  return [
    { path: 'docs/WIRE.md', text: asText(await memberPage(files)) },
    { path: 'docs/WIRE-OPERATOR.md', text: asText(await operatorPage(files)) },
  ];
}
