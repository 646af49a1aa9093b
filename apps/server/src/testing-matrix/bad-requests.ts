import { gzipSync } from 'node:zlib';
import { REASON_CODES, type Call } from '@plimsoll/contract';
import { brokenFileBodies } from './broken-files.ts';
import { fieldsOf } from './call-fields.ts';
import { badValues, goodValue } from './field-values.ts';
import { multipart } from './multipart.ts';

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
  /** The HTTP status it must get; without it any but a 5xx. */
  readonly status?: number;
  /** The reason it must get. */
  readonly reason?: string;
  /** False where the call may take it after all, because it does not read the field here. */
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
  if (method === 'GET')
    return { method, url: `${url}?${new URLSearchParams(given as [string, string][]).toString()}`, headers };
  if (call.file) {
    const body = multipart(...given.map(([name, content]) => ({ name, content: content as Uint8Array })));
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
    payload: new URLSearchParams(given as [string, string][]).toString(),
  };
}

/**
 * Every field of a call with every value its class never takes, as a form and as JSON; with `isOnce` what can go as
 * either goes as each by turns.
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

/** Every way a request can be broken before its fields are looked at. */
export function* brokenRequests(call: Call, token: string | undefined): Generator<BadRequest> {
  const url = `/api/${call.name}`;
  const headers: Record<string, string> = token === undefined ? {} : { token };
  const bad = (what: string, inject: Sent, status: number, reason: string): BadRequest => ({
    what: `${call.name}: ${what}`,
    inject,
    status,
    reason,
    isAlwaysBad: true,
  });
  if (call.file) {
    for (const { what, status, reason, ...body } of brokenFileBodies()) {
      yield bad(
        what,
        { method: 'POST', url, headers: { ...headers, ...body.headers }, payload: body.payload },
        status,
        reason,
      );
    }
  } else if (call.methods.includes('POST')) {
    const post = (what: string, type: string, payload: string | Buffer, status: number, reason: string) =>
      bad(what, { method: 'POST', url, headers: { ...headers, 'content-type': type }, payload }, status, reason);
    yield post('a name twice', FORM, 'a=1&a=2', 400, 'repeated_parameter');
    yield post('brackets', FORM, 'a[]=1', 400, 'repeated_parameter');
    yield post('brackets in brackets, escaped', FORM, '__proto__%5Ba%5D[b]=1', 400, 'repeated_parameter');
    yield bad(
      'a packed body',
      { method: 'POST', url, headers: { ...headers, 'content-type': FORM, 'content-encoding': 'gzip' }, payload: BOMB },
      415,
      'unsupported_media_type',
    );
    yield post('a bad escape', FORM, 'a=%zz', 400, 'malformed_body');
    yield post('no UTF-8', FORM, Buffer.from([0x61, 0x3d, 0xc0, 0xaf]), 400, 'malformed_body');
    yield post('escaped bytes that are no UTF-8', FORM, 'a=%c0%af', 400, 'malformed_body');
    yield post('broken JSON', 'application/json', '{"a":', 400, 'malformed_body');
    yield post('a JSON list', 'application/json', '[1]', 400, 'malformed_body');
    yield post('a JSON name twice', 'application/json', '{"a":1,"a":2}', 400, 'repeated_parameter');
    yield post('depth without end', 'application/json', '{"a":'.repeat(12_000), 400, 'malformed_body');
    yield post('a type of its own', 'text/plain', 'a=1', 415, 'unsupported_media_type');
    yield post(
      'a type full of blanks',
      `application/json; charset=${' '.repeat(12_000)}x"y`,
      '{}',
      415,
      'unsupported_media_type',
    );
    yield post(
      'XML',
      'application/xml',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      415,
      'unsupported_media_type',
    );
    yield post('too much', FORM, `a=${'1'.repeat(200_000)}`, 413, 'body_too_large');
  }
  if (call.methods.includes('GET')) {
    yield bad('a name twice', { method: 'GET', url: `${url}?a=1&a=2`, headers }, 400, 'repeated_parameter');
    yield bad('brackets', { method: 'GET', url: `${url}?a[]=1`, headers }, 400, 'repeated_parameter');
    yield bad('a bad escape', { method: 'GET', url: `${url}?a=%zz`, headers }, 400, 'malformed_body');
  }
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const)
    yield bad(method, { method, url, headers }, 405, 'method_not_allowed');
  yield* nested(call, url, headers);
  if (!call.member) return;
  for (const forged of [undefined, 'x', '0'.repeat(43), `${token}x`, "' or 1=1 --"]) {
    yield bad(`the token ${forged}`, { ...request(call, forged, goodFields(call), false) }, 200, 'login_required');
  }
  yield bad(
    'a token in the fields',
    request(call, undefined, { ...goodFields(call), token, Token: token }, false),
    200,
    'login_required',
  );
  if (!call.idempotent) return;
  for (const key of ['', 'a b', 'x'.repeat(65), 'clé']) {
    const sent = request(call, token, goodFields(call), false);
    yield bad(
      `the key ${key}`,
      { ...sent, headers: { ...sent.headers, 'idempotency-key': key } },
      200,
      'bad_idempotency_key',
    );
  }
}

/** Lists so deep that whoever goes down into them runs out of stack. */
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

/** What is wrong with the answer to a bad request; undefined when it is as it must be. */
export function problemIn(
  sent: BadRequest,
  response: { readonly statusCode: number; readonly body: string },
): string | undefined {
  const tell = (problem: string) => `${sent.what}: ${problem}: ${response.statusCode} ${response.body.slice(0, 200)}`;
  if (response.statusCode >= 500) return tell('the server failed');
  // A query that is longer than headers may be never reaches a call.
  if (response.statusCode === 431) return undefined;
  if (sent.status !== undefined && response.statusCode !== sent.status) return tell(`not a ${sent.status}`);
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(response.body) as Record<string, unknown>;
  } catch {
    return tell('no envelope');
  }
  if (answer['code'] === 1) return sent.isAlwaysBad ? tell('it was taken') : undefined;
  const reason = String(answer['reason']);
  if (typeof answer['msg'] !== 'string' || answer['msg'] === '' || answer['data'] !== null)
    return tell('no envelope of a refusal');
  if (!Object.hasOwn(REASON_CODES, reason)) return tell('no known reason');
  if (REASON_CODES[reason as keyof typeof REASON_CODES] !== answer['code']) return tell('the code is not the reason’s');
  return sent.reason !== undefined && sent.reason !== reason ? tell(`not ${sent.reason}`) : undefined;
}
