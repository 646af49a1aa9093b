import { createHash } from 'node:crypto';
import { APP_ROLE } from '../../apps/server/src/platform/db.ts';
import type { SourceFile } from '../tidy/house.ts';
import { table as markdownTable } from '../wire-docs/markdown.ts';
import type { Comments } from './comments.ts';
import type { Reference, Schema, SqlFunction, Table } from './read.ts';

const SNAPSHOT = 'apps/server/schema.txt';
const PAGE = 'docs/SCHEMA.md';
const KNOWN = 'apps/server/src/platform/known-functions.ts';

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');
/** Text of a table cell, with pipes escaped. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
const code = (text: string): string => `\`${cell(text)}\``;

/** The schema as lines of text, for reviewing changes. */
function renderSnapshot({ tables, functions, domains, sequences }: Schema): string {
  const types = domains.map(({ name, base, checks }) => `type ${name} ${base}\n${indented(checks)}`);
  const tableTexts = tables.map(
    ({ name, options, columns, constraints, indexes, triggers, rights }) =>
      `table ${name}${options.length === 0 ? '' : ` with (${options.join(', ')})`}\n${indented([
        ...columns.map((each) =>
          [
            each.name,
            each.type,
            each.isNullable ? 'null' : 'not null',
            ...(each.filledBy === null ? [] : [`= ${each.filledBy}`]),
          ].join(' '),
        ),
        ...constraints.map((each) => `constraint ${each.name} ${each.definition}`),
        ...indexes.map(({ definition }) => definition.replaceAll('public.', '')),
        ...triggers.map(({ definition }) => definition.replaceAll('public.', '')),
        `${APP_ROLE}: ${rights.join('; ') || 'nothing'}`,
      ])}`,
  );
  const functionTexts = functions.map(
    ({ name, args, result, options, isDefiner, isCallable, body }) =>
      `function ${name}(${args}) returns ${result}\n${indented([
        [...options, ...(isDefiner ? ['security definer'] : [])].join('; '),
        `${APP_ROLE}: ${isCallable ? 'execute' : 'nothing'}`,
        `body ${createHash('sha256').update(body).digest('hex').slice(0, 16)}`,
      ])}`,
  );
  const sequenceTexts = sequences.map(
    ({ name, rights }) => `sequence ${name}\n${indented([`${APP_ROLE}: ${rights.join('; ') || 'nothing'}`])}`,
  );
  return [
    'Written by `npm run schema-docs` from a migrated database.\n',
    ...types,
    ...tableTexts,
    ...functionTexts,
    ...sequenceTexts,
  ].join('\n');
}

/** The hashes that the audit compares with. */
const renderHashes = ({
  functions,
  triggers,
}: Schema['hashes']): string => `/** Hashes of the database's functions, by name. Written by \`npm run schema-docs\` from a migrated database. */
export const KNOWN_FUNCTIONS: Readonly<Record<string, string>> = {
${functions.map(({ name, hash }) => `  ${name}: '${hash}',\n`).join('')}};

/** Hashes of its triggers, by table and name. */
export const KNOWN_TRIGGERS: Readonly<Record<string, string>> = {
${triggers.map(({ name, hash }) => `  '${name}': '${hash}',\n`).join('')}};
`;

const attributeOf = (each: Table, { name, type }: Table['columns'][number]): string => {
  const keys = [
    ...(each.primaryKey.includes(name) ? ['PK'] : []),
    ...(each.references.some(({ columns }) => columns.includes(name)) ? ['FK'] : []),
  ];
  return `    ${type.replaceAll(/\W+/g, '_')} ${name}${keys.length === 0 ? '' : ` ${keys.join(', ')}`}`;
};

const edgeOf = (from: string, { to, columns, isOptional, isUnique }: Reference): string =>
  `  ${to} ${isOptional ? '|o' : '||'}--${isUnique ? 'o|' : 'o{'} ${from} : "${columns.join(', ')}"`;

/** A diagram of a slice's tables with keys and references. */
const renderDiagram = (tables: readonly Table[]): string =>
  [
    '```mermaid',
    'erDiagram',
    ...tables.flatMap((each) => [
      `  ${each.name} {`,
      ...each.columns
        .filter(
          ({ name }) => each.primaryKey.includes(name) || each.references.some(({ columns }) => columns.includes(name)),
        )
        .map((column) => attributeOf(each, column)),
      '  }',
    ]),
    ...tables.flatMap((each) => each.references.map((reference) => edgeOf(each.name, reference))),
    '```',
  ].join('\n');

/** Functions with the owner's rights that write a table. */
const writersOf = (name: string, functions: readonly SqlFunction[]): string[] =>
  functions
    .filter(
      ({ isDefiner, body }) =>
        isDefiner && new RegExp(String.raw`\b(?:insert into|update|delete from) ${name}\b`).test(body),
    )
    .map((each) => code(each.name));

/** A column's comment, and the table it refers to. */
function holdsOf({ name: table, references }: Table, column: string, about: Comments['about']): string {
  const to = references.find(({ columns }) => columns.length === 1 && columns[0] === column)?.to;
  return [cell(about.get(`${table}.${column}`) ?? ''), ...(to === undefined ? [] : [`[${to}](#${to})`])]
    .join(' ')
    .trim();
}

function renderTable(each: Table, schema: Schema, { about }: Comments): string {
  const writers = writersOf(each.name, schema.functions);
  const lists = [
    [
      'Constraints',
      each.constraints.map((one) => {
        const comment = about.get(`${each.name}.${one.name}`);
        return `- ${code(one.name)}: ${code(one.definition)}${comment === undefined ? '' : `. ${comment}`}`;
      }),
    ],
    [
      'Triggers',
      each.triggers.map(
        (one) =>
          `- ${code(one.name)}: ${code(one.definition.replace(/^CREATE (?:CONSTRAINT )?TRIGGER \w+ /, '').replaceAll('public.', ''))}`,
      ),
    ],
  ] as const;
  return [
    `### ${each.name}`,
    about.get(each.name) ?? '',
    markdownTable(
      ['column', 'type', 'null', 'default', 'holds'],
      each.columns.map(({ name, type, isNullable, filledBy }) => [
        code(name),
        cell(type),
        isNullable ? 'yes' : 'no',
        filledBy === null ? '' : code(filledBy),
        holdsOf(each, name, about),
      ]),
    ),
    ...lists.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`${title}:`, lines.join('\n')])),
    `The server's role may: ${each.rights.map(code).join(', ') || 'nothing'}.${
      writers.length === 0 ? '' : ` With the owner's rights it is written by ${writers.join(', ')}.`
    }`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderSlice(slice: string, schema: Schema, comments: Comments): string {
  const made = [...comments.madeBy.keys()];
  const mine = <T extends { readonly name: string }>(all: readonly T[]): T[] =>
    all
      .filter(({ name }) => comments.madeBy.get(name) === slice)
      .toSorted((a, b) => made.indexOf(a.name) - made.indexOf(b.name));
  const [tables, functions, domains] = [mine(schema.tables), mine(schema.functions), mine(schema.domains)];
  const about = (name: string): string => cell(comments.about.get(name) ?? '');
  return [
    `## Slice ${slice}`,
    ...(comments.slices.get(slice) ?? []),
    ...(tables.length === 0 ? [] : [renderDiagram(tables)]),
    ...(domains.length === 0
      ? []
      : [
          markdownTable(
            ['type', 'is', 'check', 'about'],
            domains.map(({ name, base, checks }) => [code(name), base, checks.map(code).join(' '), about(name)]),
          ),
        ]),
    ...tables.map((each) => renderTable(each, schema, comments)),
    ...(functions.length === 0
      ? []
      : [
          `### Functions of ${slice}`,
          markdownTable(
            ['function', 'returns', 'about'],
            functions.map(({ name, args, result }) => [code(`${name}(${args})`), cell(result), about(name)]),
          ),
        ]),
  ].join('\n\n');
}

/** Renders docs/SCHEMA.md and the server's snapshot. */
export function renderSchema(schema: Schema, comments: Comments): SourceFile[] {
  const slices = [...comments.slices.keys()];
  const page = [
    '# Schema',
    `What the database keeps, by slice: tables with their columns, constraints, triggers and rights, and functions. Written by \`npm run schema-docs\` from a database on which every migration of \`apps/server/migrations\` ran and from the comments in them; a test fails when it is stale. \`${SNAPSHOT}\` has the same with indexes and hashes of function bodies, to review a change.`,
    'The server works as the role `plimsoll_app`, which owns nothing. A table that it may not write is written by functions that run with the rights of the owner. How migrations are written and run: [OPERATING](OPERATING.md#migrations), [CONTRIBUTING](../CONTRIBUTING.md#add-a-migration).',
    slices.map((slice) => `[${slice}](#slice-${slice})`).join(' · '),
    ...slices.map((slice) => renderSlice(slice, schema, comments)),
  ].join('\n\n');
  return [
    { path: PAGE, text: `${page}\n` },
    { path: SNAPSHOT, text: renderSnapshot(schema) },
    { path: KNOWN, text: renderHashes(schema.hashes) },
  ];
}
