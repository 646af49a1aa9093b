import { pino, type DestinationStream } from 'pino';

/** What can be asked of `LOG_LEVEL`, from most to least. */
export const LOG_LEVELS = ['info', 'error', 'silent'] as const;
/** The least that is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Where the server says what went on: structured lines, `pino` in the running server. Secrets and bodies are never
 * among the details.
 */
export interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Names under which a secret could come; `code` only where it cannot be an error's code. */
const SECRETS = [
  'token',
  'password',
  'repassword',
  'oldpassword',
  'newpassword',
  'logpassword',
  'paypwd',
  'paypassword',
  'captcha',
  'secret',
  'authorization',
  'totp',
];
/**
 * Where errors quote what they failed on: PostgreSQL's detail of a broken constraint is the whole row, with its hashes;
 * a Redis command its arguments; an address that cannot be read the address, with its password.
 */
const QUOTED = ['detail', 'where', 'internalQuery', 'parameters', 'input', 'command.args'].flatMap((name) => [
  `err.${name}`,
  `err.cause.${name}`,
]);
const PATHS = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  'code',
  'fields.code',
  'body.code',
  'input.code',
  'mail.text',
  ...QUOTED,
];

/**
 * The server's log: one JSON line an event, on standard error (standard output carries only the `ready` line). Each has
 * `level` in a word, `time` in ISO-8601, `pid` (processes may share a journal) and `msg`; an error's `err` has its
 * type, message, stack and code. Never one a request, which would halve the speed of the hot ones.
 * @param destination where the lines go instead.
 */
export function openLog(destination: DestinationStream = pino.destination(2), level: LogLevel = 'info'): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PATHS, censor: '[secret]' },
    },
    destination,
  );
}
