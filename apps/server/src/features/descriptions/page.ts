import type { JsonSchema, OpenApi, Operation } from '@plimsoll/contract/descriptions';
import { escapeHtml as escaped } from '../../platform/escape-html.ts';
import { schemaLines, typeWords } from './schema-lines.ts';

/** Words in backticks are code. */
const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: readonly string[]): JsonSchema =>
  path.reduce<JsonSchema>(
    (schema, part) => {
      const below = schema[part];
      return isSchema(below) ? below : {};
    },
    isSchema(value) ? value : {},
  );

interface Field {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: JsonSchema;
}

/** What a reference leads to; any other schema itself. */
const resolved = (api: OpenApi, schema: JsonSchema): JsonSchema => {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
};

/** Fields of path, query and body. */
function fieldsOf(api: OpenApi, { parameters = [], requestBody }: Operation): readonly Field[] {
  const fromAddress = parameters
    .filter((each) => each['in'] === 'path' || each['in'] === 'query')
    .map((each) => ({ name: String(each['name']), isNeeded: each['required'] === true, schema: at(each, 'schema') }));
  const [body] = Object.values(requestBody?.content ?? {});
  const { properties, required } = resolved(api, body?.schema ?? {});
  const needed = Array.isArray(required) ? required.map(String) : [];
  return [
    ...fromAddress,
    ...Object.entries(isSchema(properties) ? properties : {}).map(([name, schema]) => ({
      name,
      isNeeded: needed.includes(name),
      schema: isSchema(schema) ? schema : {},
    })),
  ];
}

function control(api: OpenApi, { name, isNeeded, schema }: Field, id: string): string {
  const whole = resolved(api, schema);
  const attributes = `id="${id}" name="${escaped(name)}"${isNeeded ? ' required' : ''}`;
  const choices = schema['enum'];
  if (Array.isArray(choices)) {
    const texts = choices.filter((each) => typeof each === 'string');
    const options = ['', ...texts].map((each) => `<option>${escaped(each)}</option>`).join('');
    return `<select ${attributes}>${options}</select>`;
  }
  if (whole['contentMediaType'] === 'application/octet-stream') return `<input type="file" ${attributes}>`;
  if (whole['type'] === 'array') return `<textarea data-json ${attributes}></textarea>`;
  const isSecret = /passw|pwd/i.test(name);
  return `<input ${isSecret ? 'type="password"' : 'type="text"'} autocomplete="off" spellcheck="false" ${attributes}>`;
}

function fieldHtml(api: OpenApi, field: Field, operationId: string): string {
  const id = `${operationId}.${field.name}`;
  const meanings = [resolved(api, field.schema)['description'], field.schema['description']].filter(
    (each, index, all) => typeof each === 'string' && all.indexOf(each) === index,
  );
  const hint = [typeWords(field.schema), field.isNeeded ? 'needed' : '', ...meanings.map(String)].filter(
    (each) => each !== '',
  );
  return `<div><label for="${id}"><span class="name">${escaped(field.name)}</span> <span class="hint">${prose(hint.join(' · '))}</span></label>${control(api, field, id)}</div>`;
}

/** `data` of a member's answer, or the whole of an operator's. */
function answerSchema({ responses }: Operation): JsonSchema {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = at(success, 'content', 'application/json', 'schema');
  const [first]: readonly unknown[] = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [schema];
  const data = at(first, 'properties', 'data');
  return isSchema(first) && at(first, 'properties', 'code')['const'] === 1 ? data : isSchema(first) ? first : {};
}

function answerHtml(operation: Operation): string {
  const schema = answerSchema(operation);
  const lines = schemaLines(schema).map(
    ({ path, type, words }) =>
      `<li><code>${escaped(path)}</code> <span class="type">${escaped(type)}</span>${words === '' ? '' : ` ${prose(words)}`}</li>`,
  );
  return lines.length === 0
    ? `<p>Answers ${escaped(typeWords(schema))}.</p>`
    : `<p>Answers:</p><ul>${lines.join('')}</ul>`;
}

/** Reasons in the descriptions of this operation alone. */
function reasonsHtml({ responses }: Operation): string {
  const reasons = Object.values(responses).flatMap((each) => [...reasonsIn(each)]);
  if (reasons.length === 0) return '';
  return `<p>Refused with ${[...new Set(reasons)].map((each) => `<code>${escaped(each)}</code>`).join(', ')}.</p>`;
}

function* reasonsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const among: unknown = key === 'reason' && isSchema(each) ? each['enum'] : undefined;
    if (Array.isArray(among)) yield* among.map(String);
    else yield* reasonsIn(each);
  }
}

interface Called {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function callHtml(api: OpenApi, { path, method, operation }: Called): string {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const isKeyed = parameters.some((each) => String(each['$ref']).endsWith('IdempotencyKey'));
  const isFile = Object.keys(requestBody?.content ?? {}).some((type) => type.startsWith('multipart'));
  const words = `${method} ${path} ${summary}`.toLowerCase();
  const verb = method.toUpperCase();
  // A call without words of its own is summed up as itself.
  const isItself = summary === operationId || path.endsWith(summary.slice(summary.indexOf(' ') + 1));
  const what = isItself ? '' : `<span class="what">${prose(summary)}</span>`;
  const marks = `${isKeyed ? ' data-idempotent' : ''}${isFile ? ' data-file' : ''}`;
  return [
    `<details data-words="${escaped(words)}"><summary><span class="method">${verb}</span> <code>${escaped(path)}</code>${what}</summary><div class="inner">`,
    description === undefined ? '' : `<p>${prose(description)}</p>`,
    answerHtml(operation),
    reasonsHtml(operation),
    `<form data-method="${verb}" data-path="${escaped(path)}"${marks}>`,
    ...fieldsOf(api, operation).map((field) => fieldHtml(api, field, operationId)),
    `<button>Try ${escaped(verb)} ${escaped(path)}</button><output aria-live="polite"></output></form></div></details>`,
  ].join('');
}

const titled = (slice: string): string => `${slice.charAt(0).toUpperCase()}${slice.slice(1)}`.replaceAll('-', ' ');

/** Another description that the page leads to. */
export interface Beside {
  readonly href: string;
  readonly text: string;
}
interface PageOf {
  readonly kind: 'member' | 'operator';
  readonly beside: readonly Beside[];
}

/**
 * A page to read an API's description and to try its calls. It is English as the description is, runs one script of its
 * own origin, and works without it as a page to read.
 */
export function docsPage(api: OpenApi, { kind, beside }: PageOf): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const bySlice = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')];
  const sections = bySlice.map(
    ([slice, its]) =>
      `<section aria-labelledby="slice-${slice}"><h2 id="slice-${slice}">${titled(slice)}</h2>${its.map((each) => callHtml(api, each)).join('')}</section>`,
  );
  const { title, description } = api.info;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(String(title))}</title><link rel="stylesheet" href="/docs/style.css"><script type="module" src="/docs/try.js"></script></head>
<body data-api="${kind}"><main><h1>${escaped(String(title))}</h1><p>${prose(String(description))}</p>
<p>${beside.map(({ href, text }) => `<a href="${escaped(href)}">${escaped(text)}</a>`).join(' · ')}</p>
<div class="set-up"><div><label for="token"><span class="name">Token</span> <span class="hint">Of a login; set by a login that is tried here.</span></label><input id="token" type="text" autocomplete="off" spellcheck="false"></div>
<div><label for="filter"><span class="name">Filter</span> <span class="hint">A part of a path, or a word.</span></label><input id="filter" type="search"></div></div>
<nav aria-label="Parts"><ul>${bySlice.map(([slice]) => `<li><a href="#slice-${slice}">${titled(slice)}</a></li>`).join('')}</ul></nav>
${sections.join('\n')}
</main></body></html>
`;
}
