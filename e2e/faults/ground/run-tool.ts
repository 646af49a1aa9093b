import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPILED_ENV } from '../../../apps/server/src/testing/compiled.ts';

/** Runs a program of `tools/` as npm does, with these variables and few others; returns its exit status and output. */
export async function runTool(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; output: string }> {
  const path = fileURLToPath(new URL(`../../../tools/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...COMPILED_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, output: `${out}${err}`.trim() };
}
