import type { Call } from '../call.ts';
import { REASON_CODES, type Reason } from '../reasons.ts';
import { withWords } from './answer-words.ts';
import { describedFieldsOf, fieldsSchema, sentences, type DescribedField } from './described-fields.ts';
import { classSchemas } from './class-schemas.ts';
import { answerSchema, pieceSchemas, refTo, type JsonSchema } from './json-schema.ts';
import {
  FILE_TYPE,
  FORM_TYPE,
  JSON_TYPE,
  responseOf,
  summaryOf,
  tagsOf,
  type OpenApi,
  type Operation,
} from './open-api.ts';
import { WORDS, wordsOf, type CallWords, type Words } from './words.ts';

const isReason = (word: string): word is Reason => Object.hasOwn(REASON_CODES, word);
/** With an HTTP status of its own (WIRE 1.2). */
const isTransport = (reason: Reason): boolean => REASON_CODES[reason] >= 400 && REASON_CODES[reason] !== 401;

const TRANSPORT: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  429: 'Too many requests: `Retry-After` says when to go on.',
  500: 'The server failed. Nothing is known of what was asked; with an `Idempotency-Key` ask again.',
  503: 'The server cannot answer now.',
};

/** A refusal in its envelope. */
const refusalSchema = (reasons: readonly Reason[]): JsonSchema => ({
  type: 'object',
  title: 'Refused',
  required: ['code', 'msg', 'data', 'reason'],
  properties: {
    code: { enum: [...new Set(reasons.map((each) => REASON_CODES[each]))] },
    msg: { type: 'string', description: 'For people, in the language of `Lang`.' },
    data: { type: ['object', 'null'], description: 'What is needed to go on, where a reason asks for more.' },
    reason: { enum: [...reasons], description: 'For programs: a stable word.' },
  },
});

const doneSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  title: 'Done',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 1 }, msg: { type: 'string', description: 'For people.' }, data },
});

/** What a call may be refused with on HTTP 200: its own reasons, its fields', and those of login and keys. */
function refusalsOf(call: Call, { form }: CallWords): readonly Reason[] {
  const reasons = [
    ...call.reasons,
    ...form.filter(isReason),
    ...(call.member ? (['login_required'] as const) : []),
    ...(call.idempotent ? (['bad_idempotency_key', 'idempotency_conflict'] as const) : []),
    ...(call.key ? (['bad_signature', 'key_not_allowed'] as const) : []),
  ];
  return [...new Set(reasons)].filter((each) => !isTransport(each));
}

function responsesOf(call: Call, words: CallWords, isGet: boolean): Record<string, JsonSchema> {
  const refusals = refusalsOf(call, words);
  const done = doneSchema(withWords(answerSchema(call.output), words.answers));
  const statuses = Object.keys(TRANSPORT).filter((status) => !isGet || !['413', '415'].includes(status));
  return {
    '200': responseOf(
      refusals.length === 0 ? 'Done.' : 'Done, or refused: `code` is 1, or the code of `reason`.',
      refusals.length === 0 ? done : { oneOf: [done, refusalSchema(refusals)] },
    ),
    ...(isGet && !call.member ? { '304': { description: 'Unchanged since the `ETag` that was sent.' } } : {}),
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Status${status}` }])),
  };
}

/** What a call takes, where its name is that of its schema. */
const takes = (call: Call): string => `${idOf(call)}.takes`;

const bodyOf = (call: Call, fields: readonly DescribedField[]): NonNullable<Operation['requestBody']> => {
  const schema = refTo(takes(call));
  return {
    required: fields.some(({ isNeeded }) => isNeeded),
    content: call.file ? { [FILE_TYPE]: { schema } } : { [JSON_TYPE]: { schema }, [FORM_TYPE]: { schema } },
  };
};

const parametersOf = (call: Call, fields: readonly DescribedField[], isGet: boolean): JsonSchema[] => [
  ...(isGet ? fields.map(({ name, isNeeded, schema }) => ({ name, in: 'query', required: isNeeded, schema })) : []),
  { $ref: '#/components/parameters/Lang' },
  ...(call.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(call.session === 'opens' ? [{ $ref: '#/components/parameters/SessionBinding' }] : []),
];

const idOf = ({ name }: Call): string => name.replaceAll('/', '-');

function operationOf(call: Call, method: 'GET' | 'POST', words: CallWords): Operation {
  const fields = describedFieldsOf(call, words.fields);
  const isGet = method === 'GET';
  const id = idOf(call);
  return {
    operationId: call.methods[0] === method ? id : `${id}-${method.toLowerCase()}`,
    tags: [words.slice],
    summary: summaryOf(words.words, call.name),
    ...(words.words === '' ? {} : { description: words.words }),
    parameters: parametersOf(call, fields, isGet),
    ...(isGet || fields.length === 0 ? {} : { requestBody: bodyOf(call, fields) }),
    responses: responsesOf(call, words, isGet),
    security: call.member ? [{ token: [] }, ...(call.key && method === 'POST' ? [{ signature: [] }] : [])] : [],
  };
}

const transportReasons = (status: string): readonly Reason[] =>
  Object.keys(REASON_CODES)
    .filter(isReason)
    .filter((each) => String(REASON_CODES[each]) === status);

const transportResponses = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(TRANSPORT).map(([status, words]) => [
      `Status${status}`,
      {
        ...responseOf(words, refusalSchema(transportReasons(status))),
        ...(status === '429' || status === '503'
          ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } }
          : {}),
      },
    ]),
  );

const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  Lang: {
    name: 'Lang',
    in: 'header',
    description: 'The language of texts: a code of getLangList.',
    schema: { type: 'string', examples: ['en'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Of your own making: the same key is answered with the first answer and moves nothing again, for a day.',
    schema: { type: 'string', pattern: '^[!-~]{1,64}$' },
  },
  SessionBinding: {
    name: 'Session-Binding',
    in: 'header',
    description: 'Binds the new session to a cookie of this browser. Programs leave it out.',
    schema: { enum: ['cookie'] },
  },
};

/** What POSTs take, by name: it is the same in JSON and as a form. */
const takenSchemas = (calls: readonly Call[], words: Words['member']): Record<string, JsonSchema> =>
  Object.fromEntries(
    calls
      .filter(({ methods }) => methods.includes('POST'))
      .map((call) => [call, describedFieldsOf(call, wordsOf(words, call.name).fields)] as const)
      .filter(([, fields]) => fields.length > 0)
      .map(([call, fields]) => [takes(call), fieldsSchema(fields, false)]),
  );

/** Where calls are served. */
export const MEMBER_BASE = '/api';
type Described = Pick<OpenApi, 'paths'>['paths'];

const INTRODUCTION = sentences([
  'What a member may do, one path a call',
  'A POST takes JSON or a form; amounts are decimal text, never JSON numbers',
  'Every answer is `{code, msg, data}`: `code` 1 is done, and a refusal has `reason`, a stable word, mostly on HTTP 200',
  '`Token` is what `login` and `register` answered; calls that name `signature` may be signed by a program’s key instead (docs/API.md)',
  'Unknown fields are ignored, and answers may get more fields',
]);

interface MemberApiOf {
  /** The product's. */
  readonly version: string;
  /** Of the calls; by default those that are written down. */
  readonly words?: Words['member'];
}

/** Describes the member API by its calls. */
export function memberApi(calls: readonly Call[], { version, words = WORDS.member }: MemberApiOf): OpenApi {
  const paths: Described = Object.fromEntries(
    calls.map((call) => [
      `${MEMBER_BASE}/${call.name}`,
      Object.fromEntries(
        call.methods.map((method) => [method.toLowerCase(), operationOf(call, method, wordsOf(words, call.name))]),
      ),
    ]),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'Plimsoll, the member API', version, description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: tagsOf(calls.map(({ name }) => wordsOf(words, name).slice)),
    paths,
    components: {
      schemas: { ...pieceSchemas(), ...classSchemas(), ...takenSchemas(calls, words) },
      responses: transportResponses(),
      parameters: PARAMETERS,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Token', description: 'What `login` or `register` answered.' },
        signature: {
          type: 'apiKey',
          in: 'query',
          name: 'Signature',
          description:
            'Of a program’s key: with `AccessKeyId`, `SignatureMethod`, `SignatureVersion`, `Timestamp`, `BodySha256` and, where a call takes an `Idempotency-Key`, `IdempotencyKey` in its place.',
        },
      },
    },
  };
}
