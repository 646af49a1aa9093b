import type { Call } from '@plimsoll/contract';
import type { OperatorCall } from '@plimsoll/contract/operator';
import type { Drawn } from './described-requests.ts';
import type { Sent } from './house.ts';
import { photo } from './lea.ts';
import { contentOf, encoded, multipart } from './multipart.ts';

// Requests as they are sent. Their number decides what may differ: a form or JSON, a picture or none, an idempotency key.

/** How a request is sent, and by whom. */
interface By {
  readonly token: string;
  /** Its number. */
  readonly turn: number;
}

const JSON_BODY = { 'content-type': 'application/json' };
const isOfTexts = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.values(fields).every((each) => typeof each === 'string' && each.isWellFormed());

/** A member's request by one of its call's methods. */
export async function memberRequest(
  call: Call,
  { fields }: Drawn,
  { method, token, turn }: By & { readonly method: string },
): Promise<Sent> {
  const headers: Record<string, string> = {
    token,
    ...(call.idempotent && turn % 3 === 0 ? { 'idempotency-key': `k${turn % 7}` } : {}),
  };
  const url = `/api/${call.name}`;
  if (call.file) {
    const body = multipart({ name: 'file', content: turn % 2 === 0 ? await photo(turn) : 'no picture' });
    return { method, url, headers: { ...headers, ...body.headers }, payload: body.payload };
  }
  if (method === 'GET') return { method, url: `${url}?${encoded(Object.entries(fields))}`, headers };
  return isOfTexts(fields) && turn % 2 === 0
    ? {
        method,
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: encoded(Object.entries(fields)),
      }
    : { method, url, headers: { ...headers, ...JSON_BODY }, payload: JSON.stringify(fields) };
}

/** An operator's request. */
export async function operatorRequest(call: OperatorCall, { fields }: Drawn, { token, turn }: By): Promise<Sent> {
  const { method } = call;
  const url = `/operator/api${call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(fields[name])))}`;
  const rest = Object.entries(fields).filter(([name]) => !call.path.includes(`{${name}}`));
  const headers = call.role === null ? {} : { authorization: `Bearer ${token}` };
  if (method === 'GET') return { method, url: `${url}?${encoded(rest)}`, headers };
  if (call.file) {
    const picture = turn % 2 === 0 ? await photo(turn) : undefined;
    const body = multipart(...rest.map(([name, content]) => ({ name, content: picture ?? contentOf(content) })));
    return { method, url, headers: { ...headers, ...body.headers }, payload: body.payload };
  }
  return { method, url, headers: { ...headers, ...JSON_BODY }, payload: JSON.stringify(Object.fromEntries(rest)) };
}
