import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseVerifierKey, type VerifierKey } from '@plimsoll/proof/log';

/** A missing or wrong variable. The message begins with its name. */
export class ConfigError extends Error {}

/** The variables of a witness (PROOF 4.1). */
export interface WitnessConfig {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** The name that it signs for. */
  readonly name: string;
  /** Absolute path of what it remembers. */
  readonly folder: string;
  /** Absolute path of its key. */
  readonly keyFile: string;
  /** The keys it trusts, by the log's origin. */
  readonly logs: ReadonlyMap<string, readonly VerifierKey[]>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError at the first variable that is missing or wrong */
export function readConfig(env: Environment): WitnessConfig {
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const port = given('WITNESS_PORT') ?? '3300';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigError('WITNESS_PORT must be a port number from 0 to 65535.');
  const name = given('WITNESS_NAME') ?? '';
  if (!/^[^\s+\p{Cc}]{1,200}$/u.test(name))
    throw new ConfigError('WITNESS_NAME must be set: a name without spaces and +, such as witness.example/w1.');
  const list = given('WITNESS_LOGS');
  if (list === undefined) throw new ConfigError('WITNESS_LOGS must be set: a file with a verifier key a line.');
  const folder = resolve(given('WITNESS_DIR') ?? 'var/witness');
  return {
    port: Number(port),
    host: given('WITNESS_HOST') ?? '127.0.0.1',
    name,
    folder,
    keyFile: resolve(given('WITNESS_KEY') ?? join(folder, 'key')),
    logs: readLogs(list),
  };
}

/** A log may have several keys, one a line; empty lines and those with # are passed over. */
function readLogs(path: string): ReadonlyMap<string, readonly VerifierKey[]> {
  const logs = new Map<string, VerifierKey[]>();
  for (const line of textOf(path)
    .split('\n')
    .map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const key = parseVerifierKey(line);
    if (key?.type !== 'ed25519') throw new ConfigError(`WITNESS_LOGS: not the verifier key of a log: ${line}`);
    logs.set(key.name, [...(logs.get(key.name) ?? []), key]);
  }
  if (logs.size === 0) throw new ConfigError(`WITNESS_LOGS: ${path} names no log.`);
  return logs;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`WITNESS_LOGS: ${path} cannot be read.`);
  }
}
