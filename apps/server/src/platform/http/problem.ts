import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  OPERATOR_REASON_STATUS,
  problemStatus,
  type OperatorReason,
  type OperatorRefusal,
  type Problem,
} from '@plimsoll/contract/operator';
import { translator } from '@plimsoll/i18n/server';
import { annotate } from './annotations.ts';
import { reasonWords } from './reason-words.ts';
import { withRequestId } from './request-id.ts';

const isOwn = (reason: OperatorReason): reason is keyof typeof OPERATOR_REASON_STATUS =>
  Object.hasOwn(OPERATOR_REASON_STATUS, reason);
const isOtherwise = (reason: OperatorReason): reason is 'bad_password' => reason === 'bad_password';
const USUAL_WAIT = '1';

/** RFC 9457, its title in the caller's language. */
function problemOf({ reason, params, work, passkey }: OperatorRefusal, lang: string, field?: string): Problem {
  const values = problemStatus(reason) === 429 ? { seconds: USUAL_WAIT, ...params } : params;
  const title =
    isOwn(reason) || isOtherwise(reason)
      ? translator(lang)(`problems.${reason}`, values)
      : reasonWords(lang, reason, values);
  return {
    type: `/problems/${reason}`,
    title,
    status: problemStatus(reason),
    reason,
    ...(field === undefined ? {} : { field }),
    ...(work ? { work } : {}),
    ...(passkey ? { passkey } : {}),
  };
}

/** Sends a refusal of a console call. */
export function sendProblem(
  response: ServerResponse,
  refusal: OperatorRefusal,
  {
    lang,
    field,
    more = [],
  }: { readonly lang: string; readonly field?: string | undefined; readonly more?: readonly string[] },
): void {
  const problem = problemOf(refusal, lang, field);
  annotate(response, { reason: refusal.reason });
  const body = JSON.stringify(problem);
  const isWait = problem.status === 429 || problem.status === 503;
  response.writeHead(
    problem.status,
    withRequestId(response, [
      'Content-Type',
      'application/problem+json; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(body)),
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
      ...(isWait ? ['Retry-After', refusal.params?.['seconds'] ?? USUAL_WAIT] : []),
      ...(problem.status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
      ...more,
    ]),
  );
  response.end(body);
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}
