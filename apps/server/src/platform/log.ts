import { pino, type DestinationStream } from 'pino';
import { DatabaseSilent } from './database-silent.ts';

/** Values of `LOG_LEVEL`, most lines first. */
export const LOG_LEVELS = ['info', 'error', 'silent'] as const;
/** The least that is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured log lines, `pino` in the running server. Details never hold secrets or bodies. */
export interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Names that could hold a secret; `code` only outside errors. */
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
 * Where errors quote their input: PostgreSQL's detail is the row, with hashes; Redis quotes arguments; a bad address
 * its password.
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

/** The pulse says once that the database is silent; what fails for that would say it a hundred times a second. */
function isRepetition(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'err' in details && details.err instanceof DatabaseSilent;
}

/**
 * The server's log: JSON lines on standard error, with `level`, ISO-8601 `time`, `pid`, `msg` and, of an error, `err`
 * with type, message, stack and code. Never one for each request: that would halve the speed of hot ones.
 * @param destination where lines go instead.
 */
export function openLog(destination: DestinationStream = pino.destination(2), level: LogLevel = 'info'): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(line, log) {
          if (!isRepetition(line[0])) Reflect.apply(log, this, line);
        },
      },
      redact: { paths: PATHS, censor: '[secret]' },
    },
    destination,
  );
}
