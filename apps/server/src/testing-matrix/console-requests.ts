import { REASON_CODES } from '@plimsoll/contract';
import {
  operatorCalls,
  OPERATOR_REASON_STATUS,
  problemStatus,
  type OperatorCall,
  type OperatorReason,
} from '@plimsoll/contract/operator';
import { brokenFileBodies } from './broken-files.ts';
import { fieldsOf, type CallField } from '@plimsoll/contract/descriptions';
import { badValues, goodValue } from './field-values.ts';
import { contentOf, encoded, multipart } from './multipart.ts';
import { objectOf } from './object-of.ts';

/** A request to the console as a socket sends it. */
export interface ConsoleRequest {
  /** What it is, for a test's failure. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** The HTTP status it must get, … */
  readonly status: number;
  /** … and the reason, where there is only one it can have. */
  readonly reason?: string;
}
type Fields = Readonly<Record<string, unknown>>;

const JSON_BODY = { 'content-type': 'application/json' };
const BASE = '/operator/api';
const NONE: readonly unknown[] = [0, '0', '', null, undefined];
/** An unknown id: neither refused nor accepted requests change anything. */
const NOBODY = '999999999';
const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const bearer = (token: string | undefined): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** How tests name a console call: `POST /recharges/{id}/approve`. */
export const nameOf = ({ method, path }: OperatorCall): string => `${method} ${path}`;
/** The fields that a console call takes, in its path, query or body. */
const consoleFieldsOf = (call: OperatorCall): CallField[] => fieldsOf({ name: nameOf(call), input: call.input });
const isInPath = ({ path }: OperatorCall, name: string): boolean => path.includes(`{${name}}`);

/** Fields that a call's form takes. */
export const goodConsoleFields = (call: OperatorCall): Record<string, unknown> =>
  Object.fromEntries(
    consoleFieldsOf(call)
      .filter(({ isOptional }) => !isOptional)
      .map((each) => [each.name, isInPath(call, each.name) ? NOBODY : goodValue(each)]),
  );

const urlOf = (call: OperatorCall, fields: Fields): string =>
  BASE +
  call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(typeof fields[name] === 'string' ? fields[name] : NOBODY),
  );

function request(
  call: OperatorCall,
  token: string | undefined,
  fields: Fields,
): Pick<ConsoleRequest, 'method' | 'url' | 'headers' | 'payload'> {
  const url = urlOf(call, fields);
  const rest = Object.entries(fields).filter(([name, value]) => !isInPath(call, name) && value !== undefined);
  const { method } = call;
  if (method === 'GET')
    return {
      method,
      url: `${url}?${encoded(rest)}`,
      headers: bearer(token),
    };
  if (call.file) {
    const body = multipart(...rest.map(([name, content]) => ({ name, content: contentOf(content) })));
    return { method, url, headers: { ...bearer(token), ...body.headers }, payload: body.payload };
  }
  // Written as text: in an object `__proto__` would be no field.
  return {
    method,
    url,
    headers: { ...bearer(token), ...JSON_BODY },
    payload: `{${rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  };
}

/** Every field of a console call with every bad value of its class. */
export function* badConsoleFields(call: OperatorCall, token: string): Generator<ConsoleRequest> {
  const good = goodConsoleFields(call);
  for (const field of consoleFieldsOf(call)) {
    const asText = call.method === 'GET' || isInPath(call, field.name);
    for (const value of badValues(field)) {
      if (asText && value !== undefined && !isText(value)) continue;
      // A path without its id is another path.
      if (isInPath(call, field.name) && !value) continue;
      if (call.file && value !== undefined) continue;
      // Here a conditional field is one that may also be "none".
      if (field.isConditional && NONE.includes(value)) continue;
      yield {
        what: `${nameOf(call)} ${field.name} ${JSON.stringify({ value }).slice(0, 60)}`,
        ...request(call, token, { ...good, [field.name]: value }),
        status: 422,
      };
    }
  }
}

/** A call with an impossible body, which must not be read before login and role are checked. */
export const garbage = (call: OperatorCall, token: string | undefined): ConsoleRequest => {
  const url = urlOf(call, {});
  const isQuery = call.method === 'GET';
  return {
    what: `${nameOf(call)} with garbage`,
    method: call.method,
    url: isQuery ? `${url}?no_such_field=1` : url,
    headers: { ...bearer(token), ...(isQuery ? {} : JSON_BODY) },
    ...(isQuery ? {} : { payload: '{"garbage' }),
    status: 0,
  };
};

/** A valid request of a call. */
export const whole = (call: OperatorCall, token: string | undefined): ConsoleRequest => ({
  what: nameOf(call),
  ...request(call, token, goodConsoleFields(call)),
  status: 0,
});

/** Makes a bad request of a call by changes to a good one. */
type Bad = (what: string, changes: Partial<ConsoleRequest>, status: number, reason: string) => ConsoleRequest;

interface Target {
  readonly call: OperatorCall;
  readonly token: string;
  readonly plain: ReturnType<typeof request>;
  readonly bad: Bad;
}

/** Every way a request can be broken before its fields are read. */
export function* brokenConsoleRequests(call: OperatorCall, token: string): Generator<ConsoleRequest> {
  const plain = request(call, token, goodConsoleFields(call));
  const bad: Bad = (what, changes, status, reason) => ({
    what: `${nameOf(call)}: ${what}`,
    ...plain,
    ...changes,
    status,
    reason,
  });
  const target = { call, token, plain, bad };
  if (call.file) {
    for (const { what, status, reason, headers, payload } of brokenFileBodies())
      yield bad(what, { headers: { ...bearer(token), ...headers }, payload }, status, reason);
  } else if (call.method === 'GET') yield* brokenQueries(target);
  else yield* brokenBodies(target);
  const methods = new Set<string>(operatorCalls.filter(({ path }) => path === call.path).map(({ method }) => method));
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((each) => !methods.has(each))) {
    yield bad(method, { method, headers: bearer(token) }, 405, 'method_not_allowed');
  }
  if (call.role === null) return;
  for (const forged of ['x', '0'.repeat(43), `${token}x`, "'or1=1--"])
    yield bad(`the token ${forged}`, { headers: { ...plain.headers, ...bearer(forged) } }, 401, 'unauthenticated');
  yield bad('the token in a member’s header', { headers: { token } }, 401, 'unauthenticated');
}

const NO_TYPE = [415, 'unsupported_media_type'] as const;
const UNREADABLE = [400, 'malformed_body'] as const;
const REPEATED = [400, 'repeated_parameter'] as const;
const UNKNOWN = [422, 'unknown_field'] as const;

const BROKEN_QUERIES: readonly (readonly [
  what: string,
  query: string,
  refused: readonly [status: number, reason: string],
])[] = [
  ['a name twice', 'a=1&a=2', REPEATED],
  ['brackets', 'a[]=1', REPEATED],
  ['a bad escape', 'a=%zz', UNREADABLE],
  ['an unknown field', 'no_such_field=1', UNKNOWN],
  ['the prototype as a field', '__proto__=1', UNKNOWN],
];

function* brokenQueries({ call, bad }: Target): Generator<ConsoleRequest> {
  for (const [what, query, refused] of BROKEN_QUERIES)
    yield bad(what, { url: `${urlOf(call, {})}?${query}` }, ...refused);
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const BROKEN_BODIES: readonly (readonly [
  what: string,
  payload: string | Buffer,
  refused: readonly [status: number, reason: string],
  headers?: Readonly<Record<string, string>>,
])[] = [
  ['broken JSON', '{"a":', UNREADABLE],
  ['a JSON list', '[1]', UNREADABLE],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), UNREADABLE],
  ['a JSON name twice', '{"a":1,"a":2}', REPEATED],
  ['endless depth', '{"a":'.repeat(12_000), UNREADABLE],
  ['a form', 'a=1', NO_TYPE, FORM],
  ['plain text', '{}', NO_TYPE, { 'content-type': 'text/plain' }],
  [
    'XML',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    NO_TYPE,
    { 'content-type': 'application/xml' },
  ],
  ['a packed body', '{}', NO_TYPE, { ...JSON_BODY, 'content-encoding': 'gzip' }],
  ['too much', `{"a":"${'1'.repeat(300_000)}"}`, [413, 'body_too_large']],
];

function* brokenBodies({ call, token, plain, bad }: Target): Generator<ConsoleRequest> {
  yield bad('a field in the address', { url: `${plain.url}?no_such_field=1` }, ...UNKNOWN);
  for (const [what, payload, refused, headers = JSON_BODY] of BROKEN_BODIES)
    yield bad(what, { payload, headers: { ...bearer(token), ...headers } }, ...refused);
  const good = Object.entries(goodConsoleFields(call));
  for (const name of ['no_such_field', '__proto__', 'constructor', ...(call.path.includes('{id}') ? ['id'] : [])]) {
    const changes = isInPath(call, name)
      ? { payload: `{"${name}":1}` }
      : request(call, token, Object.fromEntries([...good, [name, 1]]));
    yield bad(`${name} in the body`, changes, ...UNKNOWN);
  }
  for (const { name } of consoleFieldsOf(call)) {
    if (isInPath(call, name)) continue;
    yield {
      what: `${nameOf(call)}: a list in a list in a list as ${name}`,
      ...plain,
      payload: `{${JSON.stringify(name)}:${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      status: 422,
    };
  }
}

const isReason = (reason: unknown): reason is OperatorReason =>
  typeof reason === 'string' && (Object.hasOwn(REASON_CODES, reason) || Object.hasOwn(OPERATOR_REASON_STATUS, reason));

/** What is wrong with the answer to a bad request; undefined for nothing. */
export function consoleProblemIn(
  sent: ConsoleRequest,
  answer: { readonly statusCode: number; readonly contentType: string; readonly body: string },
): string | undefined {
  const report = (problem: string) => `${sent.what}: ${problem}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  if (answer.statusCode >= 500) return report('the server failed');
  // A path or query above the header limit never reaches a call.
  if (answer.statusCode === 431) return undefined;
  if (answer.statusCode < 400) return report('it was accepted');
  if (answer.statusCode !== sent.status) return report(`not a ${sent.status}`);
  if (!answer.contentType.startsWith('application/problem+json')) return report('no problem+json');
  const problem = objectOf(answer.body);
  if (!problem) return report('no JSON object');
  const { reason, status, title, type } = problem;
  if (
    typeof title !== 'string' ||
    title === '' ||
    status !== answer.statusCode ||
    type !== `/problems/${String(reason)}`
  )
    return report('no problem of its status');
  if (!isReason(reason)) return report('no known reason');
  if (problemStatus(reason) !== status) return report('the status is not the reason’s');
  return sent.reason !== undefined && sent.reason !== reason ? report(`not ${sent.reason}`) : undefined;
}
