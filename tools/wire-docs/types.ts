import type { Call } from '@plimsoll/contract';
import { decimal, flag, id, time } from '@plimsoll/contract/call';

/** A schema of the contract. */
export type Schema = Call['input'];

/** The used part of a schema's definition. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly valueType?: Schema;
  readonly keyType?: Schema;
  /** Of a pipe. */
  readonly in?: Schema;
  readonly out?: Schema;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}
interface Check {
  readonly check: string;
  readonly value?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly inclusive?: boolean;
  readonly pattern?: RegExp;
}

/** A schema's definition. */
export const definitionOf = (schema: Schema): Definition => schema.def;
/** What a schema's checks ask for. */
export const checksOf = (schema: Schema): readonly Check[] =>
  (definitionOf(schema).checks ?? []).map(({ _zod }) => _zod.def);

/** Named pieces of the contract, explained once. */
const PIECES = new Map<unknown, string>([
  [decimal, 'decimal'],
  [id, 'id'],
  [flag, '0 or 1'],
  [time, 'time'],
]);

/** The schema without nullable and optional, and whether it was. */
export function unwrapped(schema: Schema): {
  readonly inner: Schema;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
} {
  const { type, innerType } = definitionOf(schema);
  if (innerType === undefined || (type !== 'nullable' && type !== 'optional'))
    return { inner: schema, isNullable: false, isOptional: false };
  const below = unwrapped(innerType);
  return {
    inner: below.inner,
    isNullable: below.isNullable || type === 'nullable',
    isOptional: below.isOptional || type === 'optional',
  };
}

/** Fields of a request's schema. */
export function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined {
  if (schema === undefined) return undefined;
  const { type, shape, in: before, out } = definitionOf(schema);
  return type === 'pipe' ? (shapeOf(before) ?? shapeOf(out)) : shape;
}

const DIGITS = ['0', '1', '2', '3', '4'];
/** Values of a field without named choices, which are single digits: by trying. */
export const digitsTaken = (schema: Schema): readonly string[] =>
  DIGITS.filter((each) => schema.safeParse(each).success);

const code = (values: readonly unknown[]): string => values.map((each) => `\`${String(each)}\``).join(' ');

function numberWords(schema: Schema): string {
  const bounds = checksOf(schema).flatMap(({ check, value, inclusive }) => {
    if (check === 'greater_than') return [`${inclusive === true ? '≥' : '>'} ${value}`];
    return check === 'less_than' ? [`${inclusive === true ? '≤' : '<'} ${value}`] : [];
  });
  return [definitionOf(schema).format === 'safeint' ? 'integer' : 'number', ...bounds].join(' ');
}

function stringWords(schema: Schema): string {
  const pattern = checksOf(schema).find((each) => each.pattern !== undefined)?.pattern;
  if (definitionOf(schema).format === 'datetime') return 'time';
  return pattern === undefined ? 'text' : `text like \`${pattern.source.replaceAll('|', '\\|')}\``;
}

/** A schema's type in words: `decimal`, `` `1` `2` ``, `integer ≥ 0`. Objects and lists are only named. */
export function typeWords(schema: Schema): string {
  const { inner, isNullable, isOptional } = unwrapped(schema);
  const definition = definitionOf(inner);
  const plain = PIECES.get(inner) ?? wordsOf(inner, definition);
  return `${plain}${isNullable ? ' or null' : ''}${isOptional ? ', may be missing' : ''}`;
}

function wordsOf(schema: Schema, definition: Definition): string {
  switch (definition.type) {
    case 'literal':
      return code(definition.values ?? []);
    case 'enum':
      return code(Object.values(definition.entries ?? {}));
    case 'union':
      return (definition.options ?? []).map(typeWords).join(' ');
    case 'number':
      return numberWords(schema);
    case 'string':
      return stringWords(schema);
    case 'array':
      return 'list';
    case 'record':
      return 'object by name';
    case 'unknown':
      return 'any';
    default:
      return definition.type;
  }
}

/** Placeholder for an object described before. */
export const WHOLE = '(all)';

/** One field of an answer. */
export interface Row {
  /** `list[].price` */
  readonly path: string;
  readonly type: string;
  readonly words: string;
}

interface Walk {
  /** Docstrings of an object's fields. */
  words(fields: readonly string[]): ReadonlyMap<string, string>;
  /** A link to where an object was described; undefined the first time. */
  seen(object: Schema): string | undefined;
}

/** Fields of an answer, nested objects included. */
export function rowsOf(schema: Schema, walk: Walk, path = ''): Row[] {
  const { inner } = unwrapped(schema);
  const definition = definitionOf(inner);
  if (definition.element !== undefined) return rowsOf(definition.element, walk, `${path}[]`);
  if (definition.type === 'record' && definition.valueType !== undefined)
    return rowsOf(definition.valueType, walk, `${path}.*`);
  if (definition.shape === undefined) return [];
  const before = walk.seen(inner);
  if (before !== undefined) return [{ path: path === '' ? WHOLE : path, type: 'object', words: `as ${before}` }];
  const names = Object.keys(definition.shape);
  const words = walk.words(names);
  return Object.entries(definition.shape).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [{ path: own, type: typeWords(field), words: words.get(name) ?? '' }, ...rowsOf(field, walk, own)];
  });
}
