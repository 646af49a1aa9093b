import { OPERATOR_REASON_STATUS, problemStatus, type OperatorReason } from '../operator/operator-reasons.ts';
import type { OperatorCall } from '../operator/operator-call.ts';
import { workAsked } from '../membership.ts';
import { REASON_CODES } from '../reasons.ts';
import { passkeyRequest } from '../security.ts';
import { withWords } from './answer-words.ts';
import { describedFieldsOf, fieldsSchema, sentences, type DescribedField } from './described-fields.ts';
import { classSchemas } from './class-schemas.ts';
import { answerSchema, pieceSchemas, refTo, type JsonSchema } from './json-schema.ts';
import {
  FILE_TYPE,
  JSON_TYPE,
  PROBLEM_TYPE,
  responseOf,
  summaryOf,
  tagsOf,
  type OpenApi,
  type Operation,
} from './open-api.ts';
import { WORDS, wordsOf, type CallWords } from './words.ts';

/** Where console calls are served. */
export const OPERATOR_BASE = '/operator/api';
/** How a console call is named: `POST /recharges/{id}/approve`. */
const nameOf = ({ method, path }: OperatorCall): string => `${method} ${path}`;

const isReason = (word: string): word is OperatorReason =>
  Object.hasOwn(REASON_CODES, word) || Object.hasOwn(OPERATOR_REASON_STATUS, word);

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'No valid login, or it needs more.',
  403: 'The role may not do this, or a second factor is missing.',
  404: 'The thing does not exist.',
  409: 'In conflict with the state of the thing.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'A field is refused: `field` names it.',
  429: 'Too many requests: `Retry-After` says when to go on.',
  500: 'The server failed.',
  503: 'The server cannot answer now.',
};

/** What every call may be refused with, whoever calls. */
const ALWAYS: readonly OperatorReason[] = [
  'malformed_body',
  'repeated_parameter',
  'unknown_field',
  'too_many_requests',
  'internal_error',
  'not_ready',
];
const WITH_BODY: readonly OperatorReason[] = ['body_too_large', 'unsupported_media_type'];
const WITH_LOGIN: readonly OperatorReason[] = ['unauthenticated', 'forbidden', 'factor_missing'];

function refusalsOf(call: OperatorCall, { form }: CallWords): readonly OperatorReason[] {
  return [
    ...new Set([
      ...call.reasons,
      ...form.filter(isReason),
      ...(call.role === null ? [] : WITH_LOGIN),
      ...(call.fresh ? (['factor_needed'] as const) : []),
      ...(call.method === 'GET' ? [] : WITH_BODY),
      ...ALWAYS,
    ]),
  ];
}

/** What all refusals have (RFC 9457). */
const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'reason'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', description: 'For people, in the language of `Lang`.' },
    status: { type: 'integer' },
    reason: { type: 'string', description: 'For programs: a stable word.' },
    field: { type: 'string', description: 'The field that is refused.' },
    work: refTo('Work'),
    passkey: refTo('PasskeyRequest'),
  },
};

const problemResponse = (status: number, reasons: readonly OperatorReason[]): JsonSchema =>
  responseOf(
    STATUS_WORDS[status] ?? 'Refused.',
    { ...refTo('Problem'), properties: { status: { const: status }, reason: { enum: [...reasons] } } },
    PROBLEM_TYPE,
  );

const byStatus = (reasons: readonly OperatorReason[]): readonly (readonly [number, readonly OperatorReason[]])[] =>
  [...Map.groupBy(reasons, problemStatus)].toSorted(([a], [b]) => a - b);

/** Refusals of every call, described once. */
const COMMON: ReadonlyMap<number, readonly OperatorReason[]> = new Map(
  byStatus([...ALWAYS, ...WITH_BODY, ...WITH_LOGIN]),
);

function problemsOf(reasons: readonly OperatorReason[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    byStatus(reasons).map(([status, its]) => [
      String(status),
      isSame(its, COMMON.get(status) ?? [])
        ? { $ref: `#/components/responses/Status${status}` }
        : problemResponse(status, its),
    ]),
  );
}
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** Answers of success by their status: of two possible ones the second waits for another operator. */
function successesOf(call: OperatorCall, words: CallWords): Record<string, JsonSchema> {
  if (call.status === 204) return { '204': { description: 'Done.' } };
  const whole = answerSchema(call.output);
  const described = (schema: JsonSchema) => withWords(schema, words.answers);
  if (call.two.length === 0) {
    const done = responseOf('Done.', described(whole));
    if (!call.isDone) return { [call.status]: done };
    return { [call.status]: done, '202': responseOf('Waits for another operator.', described(whole)) };
  }
  const [proposed, done] = alternatives(whole);
  return {
    [call.status]: responseOf('Done.', described(done)),
    '202': responseOf('Proposed: nothing changes until another operator approves.', proposed),
  };
}

/** The proposal and the thing, of a call that needs two operators. */
function alternatives({ anyOf }: JsonSchema): readonly [proposed: JsonSchema, done: JsonSchema] {
  const [proposed, done]: readonly JsonSchema[] = Array.isArray(anyOf) ? anyOf : [];
  if (!proposed || !done) throw new Error('a call that needs two operators answers a proposal or the thing');
  return [proposed, done];
}

const twoWords = ({ two }: OperatorCall): string | undefined => {
  if (two.length === 0) return undefined;
  if (two === 'always') return 'needs two operators';
  return two === 'sometimes'
    ? 'may need two operators'
    : `needs two operators where it changes ${two.map((each) => `\`${each}\``).join(', ')}`;
};

function operationOf(call: OperatorCall): Operation {
  const words = wordsOf(WORDS.operator, nameOf(call));
  const fields = describedFieldsOf({ name: nameOf(call), input: call.input }, words.fields);
  const isInPath = ({ name }: DescribedField): boolean => call.path.includes(`{${name}}`);
  const others = fields.filter((each) => !isInPath(each));
  const isGet = call.method === 'GET';
  const schema = fieldsSchema(others, true);
  return {
    operationId: operationId(call),
    tags: [words.slice],
    summary: summaryOf(words.words, nameOf(call)),
    description: sentences([
      words.words,
      call.role === null ? 'without a login' : `from the role ${call.role}`,
      call.fresh ? 'needs a second factor of the last minutes' : undefined,
      twoWords(call),
    ]),
    parameters: [
      ...fields.filter(isInPath).map(({ name, schema }) => ({ name, in: 'path', required: true, schema })),
      ...(isGet
        ? others.map((each) => ({ name: each.name, in: 'query', required: each.isNeeded, schema: each.schema }))
        : []),
      { $ref: '#/components/parameters/Lang' },
    ],
    ...(isGet || others.length === 0
      ? {}
      : {
          requestBody: {
            required: others.some(({ isNeeded }) => isNeeded),
            content: { [call.file ? FILE_TYPE : JSON_TYPE]: { schema } },
          },
        }),
    responses: { ...successesOf(call, words), ...problemsOf(refusalsOf(call, words)) },
    security: call.role === null ? [] : [{ operator: [call.role] }],
  };
}

/** `post-recharges-id-approve` */
const operationId = ({ method, path }: OperatorCall): string =>
  `${method.toLowerCase()}${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`;

const INTRODUCTION = sentences([
  'What operators do in the console',
  'Fields are strict: an unknown one is refused',
  'Refusals are `application/problem+json` with `reason`, a stable word, and have real HTTP statuses',
  'Each role may do what those before it may: viewer, clerk, treasurer, owner',
]);

/** Describes the operator API by its calls. `version` is the product's. */
export function operatorApi(calls: readonly OperatorCall[], { version }: { readonly version: string }): OpenApi {
  const byPath = Map.groupBy(calls, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: { title: 'Plimsoll, the operator API', version, description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: tagsOf(calls.map((call) => wordsOf(WORDS.operator, nameOf(call)).slice)),
    paths: Object.fromEntries(
      [...byPath].map(([path, its]) => [
        `${OPERATOR_BASE}${path}`,
        Object.fromEntries(its.map((call) => [call.method.toLowerCase(), operationOf(call)])),
      ]),
    ),
    components: {
      schemas: {
        ...pieceSchemas(),
        ...classSchemas(),
        Problem: PROBLEM,
        Work: answerSchema(workAsked),
        PasskeyRequest: answerSchema(passkeyRequest),
      },
      responses: Object.fromEntries(
        [...COMMON].map(([status, reasons]) => [`Status${status}`, problemResponse(status, reasons)]),
      ),
      parameters: {
        Lang: {
          name: 'Lang',
          in: 'header',
          description: 'The language of texts: `en`, `ar` or `zh-CN`.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: { operator: { type: 'http', scheme: 'bearer', description: 'What `POST /session` answered.' } },
    },
  };
}
