import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { annotationsOf } from './annotations.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestHandler } from './request.ts';

/** Answers that take longer are logged, whatever the sample. */
const SLOW_MS = 1000;

export interface AccessLogDeps {
  readonly log: Pick<Log, 'info'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** The part of requests that are logged, above 0 and up to 1. */
  readonly part: number;
}

/**
 * Logs every so many-th request, each that failed (5xx), and each slow one: which call, how it ended, how long it took. A
 * path is named as the table of routes names it, so that nothing in a line is what somebody sent: no query, no token, no
 * address.
 */
export function accessLog({
  log,
  clock,
  part,
}: AccessLogDeps): (path: string, handler: RequestHandler) => RequestHandler {
  const every = Math.max(1, Math.round(1 / part));
  let count = 0;
  const note = (
    path: string,
    method: string | undefined,
    response: ServerResponse,
    beganMs: number,
    isChosen: boolean,
  ) => {
    const ms = clock.nowMs() - beganMs;
    const status = response.writableEnded ? response.statusCode : undefined;
    const hasFailed = status !== undefined && status >= 500;
    if (!isChosen && !hasFailed && ms < SLOW_MS) return;
    const noted = annotationsOf(response);
    log.info(
      {
        requestId: requestIdOf(response),
        method,
        path,
        ...(noted?.call === undefined ? {} : { call: noted.call }),
        // A client that left before its answer has none.
        status: status ?? 'gone',
        ...(noted?.reason === undefined ? {} : { reason: noted.reason }),
        ms,
      },
      'request',
    );
  };
  return (path, handler) => (request, response) => {
    count += 1;
    const isChosen = count % every === 0;
    const beganMs = clock.nowMs();
    handler(request, response);
    // Hot answers are complete by now.
    if (response.writableEnded) note(path, request.method, response, beganMs, isChosen);
    else response.once('close', () => note(path, request.method, response, beganMs, isChosen));
  };
}
