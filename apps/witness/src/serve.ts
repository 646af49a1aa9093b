import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Outcome, Witness } from './witness.ts';

/** Records an event with its fields. */
export type LogEvent = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** A proof of 63 hashes, and the longest note that is read. */
const MAX_BODY_BYTES = 128 * 1024;
const REQUEST_WITHIN_MS = 10_000;
const TEXT = 'text/plain; charset=utf-8';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

const REFUSED: Readonly<Record<Exclude<Outcome['kind'], 'cosigned' | 'other-size'>, Answer>> = {
  malformed: { status: 400, body: 'not an old size, a proof of at most 63 hashes and a checkpoint\n' },
  'old-above-size': { status: 400, body: 'the old size is above that of the checkpoint\n' },
  'unknown-log': { status: 404, body: 'this log is not witnessed here\n' },
  'not-signed': { status: 403, body: 'no trusted key of the log signed the checkpoint, or one wrongly\n' },
  inconsistent: { status: 422, body: 'the checkpoint is not shown to extend the one cosigned last\n' },
};

/** Serves a witness: `POST /add-checkpoint`, `GET /<hash of the origin>/checkpoint` (PROOF 4.2). */
export function createWitnessServer(witness: Witness, log: LogEvent): Server {
  const server = createServer((request, response) => {
    answer(witness, log, request)
      .catch((error: unknown): Answer => {
        log('request failed', { error: String(error) });
        return { status: 500, body: 'internal error\n' };
      })
      .then((given) => send(response, given))
      .catch((error: unknown) => log('answer failed', { error: String(error) }));
  });
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.headersTimeout = REQUEST_WITHIN_MS;
  return server;
}

async function answer(witness: Witness, log: LogEvent, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request;
  if (method === 'POST' && url === '/add-checkpoint') {
    const bytes = await bodyOf(request);
    if (!bytes) return { status: 413, body: `more than ${MAX_BODY_BYTES} bytes\n` };
    return isUtf8(bytes) ? answerOf(witness.addCheckpoint(bytes.toString()), log) : REFUSED.malformed;
  }
  const hash = method === 'GET' ? /^\/([0-9a-f]{64})\/checkpoint$/.exec(url)?.[1] : undefined;
  const note = hash === undefined ? undefined : witness.checkpointOf(hash);
  return note === undefined ? { status: 404, body: 'nothing is here\n' } : { status: 200, body: note };
}

function answerOf(outcome: Outcome, log: LogEvent): Answer {
  if (outcome.kind === 'cosigned') return { status: 200, body: outcome.line };
  if (outcome.kind === 'other-size') return { status: 409, body: `${outcome.size}\n`, type: 'text/x.tlog.size' };
  // Signed by the log, so perhaps evidence against it.
  if (outcome.kind === 'inconsistent')
    log('checkpoint refused', { origin: outcome.checkpoint.origin, old: outcome.old, note: outcome.note });
  return REFUSED[outcome.kind];
}

/** The body; undefined when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // What is too long is answered: the connection ends after that.
  const parts: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, type = TEXT }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    // What is left of a body that is too long is not read.
    ...(status === 413 ? { Connection: 'close' } : {}),
  });
  response.end(body);
}
