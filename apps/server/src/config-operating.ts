import { address, choice, ConfigError, given, matching, type Environment } from './environment.ts';
import { LOG_LEVELS, type LogLevel } from './platform/log.ts';

/** How the server is watched and stopped (docs/OPERATING.md, Variables). */
export interface OperatingConfig {
  /** Address of the metrics; port 0 takes a free one. None: not served. */
  readonly metrics?: { readonly host: string; readonly port: number };
  /** The least that is logged. None: `info`. */
  readonly logLevel?: LogLevel;
  /** The part of requests that are logged, above 0 and up to 1. None: no request is. */
  readonly accessLog?: number;
  /** Collector of OpenTelemetry, and the part of requests that have a span. None: nothing is loaded. */
  readonly traces?: { readonly endpoint: string; readonly part: number };
  /** How long after SIGTERM the server still serves, with `/readyz` answering 503. None: not at all. */
  readonly drainMs?: number;
  /** How often the ledger is audited from the newest seal on; 0: by nobody but `npm run audit`. None: 15 minutes. */
  readonly auditMs?: number;
  /** How often everything is read. None: every day. */
  readonly auditAllMs?: number;
  /** How long a process stays the one that runs the feed without renewing that. None: two seconds. */
  readonly feedLeaseMs?: number;
}

const PORT_MAX = 65_535;
/** Leaves time for requests in flight within the ten seconds of a stop. */
const DRAIN_MAX_S = 3;
const MINUTE_MS = 60_000;
/** Of requests whose proxy decides nothing. */
const TRACED_PART = 0.01;
const AUDIT_MAX_MINUTES = 1440;
const AUDIT_ALL_MAX_HOURS = 720;
/** Longer ones leave members without prices for longer when the process dies. */
const FEED_LEASE_S = { min: 1, max: 30 };

/**
 * Reads `METRICS_PORT`, `METRICS_HOST`, `LOG_LEVEL`, `ACCESS_LOG`, `OTEL_…`, `DRAIN_SECONDS`, `AUDIT_MINUTES`,
 * `AUDIT_ALL_HOURS` and `FEED_LEASE_SECONDS`.
 * @throws ConfigError when one is wrong.
 */
export function readOperating(env: Environment): OperatingConfig {
  const host = matching(env, 'METRICS_HOST', /^[A-Za-z0-9.:_-]+$/, 'a host name or an address') ?? '127.0.0.1';
  const port = whole(env, 'METRICS_PORT', PORT_MAX, `a port number from 0 to ${PORT_MAX}`);
  const drainS = whole(env, 'DRAIN_SECONDS', DRAIN_MAX_S, `a whole number from 0 to ${DRAIN_MAX_S}`);
  const auditMinutes = whole(env, 'AUDIT_MINUTES', AUDIT_MAX_MINUTES, `a whole number from 0 to ${AUDIT_MAX_MINUTES}`);
  const auditAllHours = whole(
    env,
    'AUDIT_ALL_HOURS',
    AUDIT_ALL_MAX_HOURS,
    `a whole number from 0 to ${AUDIT_ALL_MAX_HOURS}`,
  );
  const accessLog = readPart(env, 'ACCESS_LOG', 0);
  const endpoint = address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const part = readPart(env, 'OTEL_TRACES_SAMPLER_ARG', TRACED_PART);
  const { min, max } = FEED_LEASE_S;
  const leaseForm = `a whole number from ${min} to ${max}`;
  const leaseS = whole(env, 'FEED_LEASE_SECONDS', max, leaseForm);
  if (leaseS !== undefined && leaseS < min) throw new ConfigError(`FEED_LEASE_SECONDS must be ${leaseForm}.`);
  return {
    ...(accessLog === 0 ? {} : { accessLog }),
    ...(endpoint === undefined ? {} : { traces: { endpoint, part } }),
    ...(port === undefined ? {} : { metrics: { host, port } }),
    ...(given(env, 'LOG_LEVEL') === undefined ? {} : { logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info') }),
    ...(drainS === undefined ? {} : { drainMs: drainS * 1000 }),
    ...(auditMinutes === undefined ? {} : { auditMs: auditMinutes * MINUTE_MS }),
    ...(auditAllHours === undefined ? {} : { auditAllMs: auditAllHours * 60 * MINUTE_MS }),
    ...(leaseS === undefined ? {} : { feedLeaseMs: leaseS * 1000 }),
  };
}

/** A part of requests, from 0 to 1. */
function readPart(env: Environment, name: string, usual: number): number {
  const text = given(env, name);
  if (text === undefined) return usual;
  if (!/^(?:0|1|0?\.\d{1,6}|1\.0+)$/.test(text))
    throw new ConfigError(`${name} must be a part of requests, from 0 to 1.`);
  return Number(text);
}

function whole(env: Environment, name: string, most: number, form: string): number | undefined {
  const text = given(env, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) throw new ConfigError(`${name} must be ${form}.`);
  return Number(text);
}
