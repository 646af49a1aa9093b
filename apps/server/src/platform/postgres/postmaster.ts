import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { ENVIRONMENT, identity } from './data-folder.ts';
import type { RunAs } from './run-as.ts';

const MAX_LOG_BYTES = 16 * 2 ** 20;

/** One run of the `postgres` program. */
export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<string>;
  signal(name: NodeJS.Signals): void;
}

/**
 * Starts `command` in its own process group, so that Ctrl-C does not end it before the server; its output goes to
 * `log`.
 */
export async function spawnPostmaster(command: readonly string[], runAs: RunAs, log: string): Promise<Postmaster> {
  await turnOver(log);
  const output = openSync(log, 'a', 0o600);
  const all = [...runAs.prefix, ...command];
  const child = spawn(all[0] ?? '', all.slice(1), {
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output, output],
    ...identity(runAs),
  });
  closeSync(output);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (status, signal) => resolve(signal ? `signal ${signal}` : `status ${status}`));
  });
  if (child.pid === undefined) throw new Error(`PostgreSQL could not be started: ${await ended}`);
  const guard = runAs.diesWithParent ? undefined : spawnGuard(child.pid);
  void ended.then(() => guard?.kill('SIGKILL'));
  return {
    pid: child.pid,
    ended,
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** Without kernel support: a shell interrupts PostgreSQL when its input, our pipe, closes. */
function spawnGuard(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  return guard;
}

async function turnOver(log: string): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(log, `${log}.1`);
}

/** The last lines of the log. */
export async function logTail(log: string, lines = 4): Promise<string> {
  const file = await open(log, 'r').catch(() => undefined);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - 4096);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, from);
    return buffer.subarray(0, bytesRead).toString().trim().split('\n').slice(-lines).join(' / ');
  } finally {
    await file.close();
  }
}
