import { memberCalls, type Call } from '@plimsoll/contract';
import { memberApi, MEMBER_BASE, type JsonSchema, type OpenApi, type Words } from '@plimsoll/contract/descriptions';
import type { SourceFile } from '../tidy/house.ts';
import { typeOf } from './ts-types.ts';

const FOLDER = 'packages/client/src/calls/';
const BANNER = '// Written by `npm run wire-docs` from packages/contract: change that.';

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const at = (value: unknown, ...path: readonly string[]): JsonSchema =>
  path.reduce<JsonSchema>(
    (schema, part) => {
      const below = schema[part];
      return isSchema(below) ? below : {};
    },
    isSchema(value) ? value : {},
  );

/** The schema of a call's `data`. */
function dataSchema(response: JsonSchema): JsonSchema {
  const body = at(response, 'content', 'application/json', 'schema');
  const done = Array.isArray(body['oneOf']) ? (body['oneOf'] as readonly unknown[])[0] : body;
  return at(done, 'properties', 'data');
}

/** The schema of what a call takes, from its body or its query. */
function takenSchema(api: OpenApi, call: Call): JsonSchema {
  const [method = 'POST'] = call.methods;
  const operation = api.paths[`${MEMBER_BASE}/${call.name}`]?.[method.toLowerCase()];
  if (method === 'POST') {
    const body = Object.values(operation?.requestBody?.content ?? {})[0]?.schema ?? {};
    const name = typeof body['$ref'] === 'string' ? body['$ref'].split('/').at(-1) : undefined;
    return (name === undefined ? undefined : api.components.schemas[name]) ?? { type: 'object', properties: {} };
  }
  const inQuery = (operation?.parameters ?? []).filter((each) => each['in'] === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map((each) => [each['name'], each['schema']])),
    required: inQuery.filter((each) => each['required'] === true).map((each) => each['name']),
  };
}

const comment = (words: string | undefined, indent: string): string =>
  words === undefined || words === '' ? '' : `${indent}/** ${words.replaceAll('*/', '* /')} */\n`;

function callType(api: OpenApi, call: Call): string {
  const [method = 'POST'] = call.methods;
  const operation = api.paths[`${MEMBER_BASE}/${call.name}`]?.[method.toLowerCase()];
  const answer = dataSchema(at(operation?.responses, '200'));
  return [
    comment(operation?.description, '  '),
    `  '${call.name}': {\n`,
    `    takes: ${typeOf(takenSchema(api, call), '    ')};\n`,
    `    answers: ${typeOf(answer, '    ')};\n`,
    '  };\n',
  ].join('');
}

const nameOf = (slice: string): string => `${slice.charAt(0).toUpperCase()}${slice.slice(1)}Calls`;
const facts = ({ methods, idempotent, session, file }: Call): string =>
  `{ ${[
    `method: '${methods[0] ?? 'POST'}'`,
    ...(idempotent ? ['idempotent: true'] : []),
    ...(session === undefined ? [] : [`session: '${session}'`]),
    ...(file ? ['file: true'] : []),
  ].join(', ')} }`;

/**
 * Renders the client's types of calls, a file for each slice, and what the client must know of each call. `words` are of
 * now: those of the contract itself may be stale.
 */
export function renderClient(words: Words): readonly SourceFile[] {
  const api = memberApi(memberCalls, { version: '', words: words.member });
  const sliceOf = (call: Call): string =>
    Object.values(api.paths[`${MEMBER_BASE}/${call.name}`] ?? {})[0]?.tags[0] ?? 'other';
  const slices = [...Map.groupBy(memberCalls, sliceOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const files = slices.map(([slice, calls]) => {
    const body = calls.map((call) => callType(api, call)).join('');
    const used = ['Decimal', 'Flag', 'Id', 'Time'].filter((each) => new RegExp(`\\b${each}\\b`).test(body));
    const imports = used.length === 0 ? '' : `import type { ${used.join(', ')} } from '../values.ts';\n\n`;
    return {
      path: `${FOLDER}${slice}.ts`,
      text: `${BANNER}\n${imports}export interface ${nameOf(slice)} {\n${body}}\n`,
    };
  });
  const index = [
    BANNER,
    ...slices.map(([slice]) => `import type { ${nameOf(slice)} } from './${slice}.ts';`),
    '',
    '/** Every member call: what it takes and what it answers. */',
    `export interface Calls\n  extends ${slices.map(([slice]) => nameOf(slice)).join(',\n    ')} {}`,
    '',
    '/** How each call is sent. */',
    'export const CALLS = {',
    ...memberCalls.map((call) => `  '${call.name}': ${facts(call)},`),
    '} as const satisfies Record<keyof Calls, object>;',
  ];
  return [...files, { path: `${FOLDER}index.ts`, text: `${index.join('\n')}\n` }];
}
