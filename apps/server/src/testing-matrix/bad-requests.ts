import { gzipSync } from 'node:zlib';
import { REASON_CODES, type Call } from '@plimsoll/contract';
import { brokenFileBodies } from './broken-files.ts';
import { fieldsOf } from '@plimsoll/contract/descriptions';
import { badValues, goodValue } from './field-values.ts';
import { objectOf } from './object-of.ts';
import { contentOf, encoded, multipart } from './multipart.ts';

/** A request as `app.inject` takes it, or a socket. */
interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** A request that must be refused in words. */
export interface BadRequest {
  /** What is wrong with it, for a test's failure. */
  readonly what: string;
  readonly inject: Sent;
  /** The HTTP status it must get; by default any below 500. */
  readonly status?: number;
  /** The reason it must get. */
  readonly reason?: string;
  /** False where the call may ignore the field. */
  readonly isAlwaysBad: boolean;
}

const FORM = 'application/x-www-form-urlencoded';
/** Sixteen megabytes in some kilobytes. */
const BOMB = gzipSync(Buffer.alloc(16 * 2 ** 20, 'a=1&'));
const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();

/** Fields that a call's form takes. */
export const goodFields = (call: Call): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(call)
      .filter((each) => !each.isOptional)
      .map((each) => [each.name, goodValue(each)]),
  );

function request(
  call: Call,
  token: string | undefined,
  fields: Readonly<Record<string, unknown>>,
  isJson: boolean,
): Sent {
  const [method = 'POST'] = call.methods;
  const url = `/api/${call.name}`;
  const headers: Record<string, string> = token === undefined ? {} : { token };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (method === 'GET') return { method, url: `${url}?${encoded(given)}`, headers };
  if (call.file) {
    const body = multipart(...given.map(([name, content]) => ({ name, content: contentOf(content) })));
    return { method, url, headers: { ...headers, ...body.headers }, payload: body.payload };
  }
  if (isJson)
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    };
  return {
    method,
    url,
    headers: { ...headers, 'content-type': FORM },
    payload: encoded(given),
  };
}

/**
 * Every field of a call with every bad value of its class, as a form and as JSON; with `isOnce` in turns where both are
 * possible.
 */
export function* badFieldRequests(
  call: Call,
  token: string | undefined,
  { isOnce = false } = {},
): Generator<BadRequest> {
  const good = goodFields(call);
  let turn = 0;
  for (const field of fieldsOf(call)) {
    for (const value of badValues(field)) {
      const fields = { ...good, [field.name]: value };
      const what = `${call.name} ${field.name} ${JSON.stringify({ value }).slice(0, 60)}`;
      const isAlwaysBad = !field.isConditional;
      if (call.file) {
        if (value === undefined || isText(value))
          yield { what: `${what} as a file`, inject: request(call, token, fields, false), isAlwaysBad, status: 200 };
        continue;
      }
      const isEither = isOnce && call.methods[0] !== 'GET' && isText(value);
      turn += isEither ? 1 : 0;
      if (call.methods[0] !== 'GET' && !(isEither && turn % 2 === 0))
        yield { what: `${what} as JSON`, inject: request(call, token, fields, true), isAlwaysBad, status: 200 };
      if ((value === undefined || isText(value)) && !(isEither && turn % 2 === 1))
        yield {
          what: `${what} as a form`,
          inject: request(call, token, fields, false),
          isAlwaysBad,
          ...(call.methods[0] === 'GET' ? {} : { status: 200 }),
        };
    }
  }
}

/** Makes a bad request of a call. */
type Bad = (what: string, inject: Sent, status: number, reason: string) => BadRequest;

/** A call with its address and the headers of its member. */
interface Target {
  readonly call: Call;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bad: Bad;
}

/** Every way a request can be broken before its fields are read. */
export function* brokenRequests(call: Call, token: string | undefined): Generator<BadRequest> {
  const url = `/api/${call.name}`;
  const headers: Record<string, string> = token === undefined ? {} : { token };
  const bad: Bad = (what, inject, status, reason) => ({
    what: `${call.name}: ${what}`,
    inject,
    status,
    reason,
    isAlwaysBad: true,
  });
  const target = { call, url, headers, bad };
  if (call.file) yield* brokenFiles(target);
  else if (call.methods.includes('POST')) yield* brokenBodies(target);
  if (call.methods.includes('GET')) {
    yield bad('a name twice', { method: 'GET', url: `${url}?a=1&a=2`, headers }, 400, 'repeated_parameter');
    yield bad('brackets', { method: 'GET', url: `${url}?a[]=1`, headers }, 400, 'repeated_parameter');
    yield bad('a bad escape', { method: 'GET', url: `${url}?a=%zz`, headers }, 400, 'malformed_body');
  }
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const)
    yield bad(method, { method, url, headers }, 405, 'method_not_allowed');
  yield* nested(call, url, headers);
  if (call.member) yield* badCredentials(target, token);
}

function* brokenFiles({ url, headers, bad }: Target): Generator<BadRequest> {
  for (const { what, status, reason, ...body } of brokenFileBodies()) {
    const sent = { method: 'POST', url, headers: { ...headers, ...body.headers }, payload: body.payload } as const;
    yield bad(what, sent, status, reason);
  }
}

const NO_TYPE = [415, 'unsupported_media_type'] as const;
const UNREADABLE = [400, 'malformed_body'] as const;
const REPEATED = [400, 'repeated_parameter'] as const;
const JSON_TYPE = 'application/json';

const BROKEN_BODIES: readonly (readonly [
  what: string,
  type: string,
  payload: string | Buffer,
  refused: readonly [status: number, reason: string],
])[] = [
  ['a name twice', FORM, 'a=1&a=2', REPEATED],
  ['brackets', FORM, 'a[]=1', REPEATED],
  ['brackets in brackets, escaped', FORM, '__proto__%5Ba%5D[b]=1', REPEATED],
  ['a bad escape', FORM, 'a=%zz', UNREADABLE],
  ['no UTF-8', FORM, Buffer.from([0x61, 0x3d, 0xc0, 0xaf]), UNREADABLE],
  ['escaped bytes that are no UTF-8', FORM, 'a=%c0%af', UNREADABLE],
  ['broken JSON', JSON_TYPE, '{"a":', UNREADABLE],
  ['a JSON list', JSON_TYPE, '[1]', UNREADABLE],
  ['a JSON name twice', JSON_TYPE, '{"a":1,"a":2}', REPEATED],
  ['endless depth', JSON_TYPE, '{"a":'.repeat(12_000), UNREADABLE],
  ['a type of its own', 'text/plain', 'a=1', NO_TYPE],
  ['a type full of blanks', `application/json; charset=${' '.repeat(12_000)}x"y`, '{}', NO_TYPE],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', NO_TYPE],
  ['too much', FORM, `a=${'1'.repeat(200_000)}`, [413, 'body_too_large']],
];

function* brokenBodies({ url, headers, bad }: Target): Generator<BadRequest> {
  for (const [what, type, payload, refused] of BROKEN_BODIES)
    yield bad(what, { method: 'POST', url, headers: { ...headers, 'content-type': type }, payload }, ...refused);
  const packed = { ...headers, 'content-type': FORM, 'content-encoding': 'gzip' };
  yield bad('a packed body', { method: 'POST', url, headers: packed, payload: BOMB }, ...NO_TYPE);
}

function* badCredentials({ call, bad }: Target, token: string | undefined): Generator<BadRequest> {
  const good = goodFields(call);
  for (const forged of [undefined, 'x', '0'.repeat(43), `${token}x`, "' or 1=1 --"])
    yield bad(`the token ${forged}`, request(call, forged, good, false), 200, 'login_required');
  const inFields = request(call, undefined, { ...good, token, Token: token }, false);
  yield bad('a token in the fields', inFields, 200, 'login_required');
  if (!call.idempotent) return;
  for (const key of ['', 'a b', 'x'.repeat(65), 'clé']) {
    const sent = request(call, token, good, false);
    const headers = { ...sent.headers, 'idempotency-key': key };
    yield bad(`the key ${key}`, { ...sent, headers }, 200, 'bad_idempotency_key');
  }
}

/** Lists deep enough to exhaust a recursive reader's stack. */
function* nested(call: Call, url: string, headers: Readonly<Record<string, string>>): Generator<BadRequest> {
  if (!call.methods.includes('POST') || call.file) return;
  for (const { name } of fieldsOf(call)) {
    const key: Readonly<Record<string, string>> = call.idempotent ? { 'idempotency-key': `deep-${name}` } : {};
    yield {
      what: `${call.name}: a list in a list in a list as ${name}`,
      inject: {
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json', ...key },
        payload: `{${JSON.stringify(name)}:${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      },
      status: 200,
      isAlwaysBad: false,
    };
  }
}

/** What is wrong with the answer to a bad request; undefined for nothing. */
export function problemIn(
  sent: BadRequest,
  response: { readonly statusCode: number; readonly body: string },
): string | undefined {
  const report = (problem: string) => `${sent.what}: ${problem}: ${response.statusCode} ${response.body.slice(0, 200)}`;
  if (response.statusCode >= 500) return report('the server failed');
  // A query above the header limit never reaches a call.
  if (response.statusCode === 431) return undefined;
  if (sent.status !== undefined && response.statusCode !== sent.status) return report(`not a ${sent.status}`);
  const answer = objectOf(response.body);
  if (!answer) return report('no envelope');
  if (answer['code'] === 1) return sent.isAlwaysBad ? report('it was accepted') : undefined;
  const reason = String(answer['reason']);
  if (typeof answer['msg'] !== 'string' || answer['msg'] === '' || answer['data'] !== null)
    return report('no envelope of a refusal');
  const code = new Map<string, unknown>(Object.entries(REASON_CODES)).get(reason);
  if (code === undefined) return report('no known reason');
  if (code !== answer['code']) return report('the code is not the reason’s');
  return sent.reason !== undefined && sent.reason !== reason ? report(`not ${sent.reason}`) : undefined;
}
