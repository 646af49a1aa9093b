import { pino, type DestinationStream } from 'pino';

/** Where the server says what went on: structured lines, `pino` in the running server. Secrets and bodies are never among the details. */
export interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Names under which a secret could come; `code` only where it cannot be an error's code. */
const SECRETS = ['token', 'password', 'repassword', 'oldpassword', 'newpassword', 'logpassword', 'paypwd', 'paypassword', 'captcha', 'secret', 'authorization', 'totp'];
const PATHS = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'code', 'fields.code', 'body.code', 'input.code', 'mail.text'];

/**
 * The server's log: one JSON line an event, on standard error (standard output carries only the `ready` line). Never one a request, which
 * would halve the speed of the hot ones.
 * @param destination where the lines go instead.
 */
export function openLog(destination: DestinationStream = pino.destination(2)): Log {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: PATHS, censor: '[secret]' } }, destination);
}
