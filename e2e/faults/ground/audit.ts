import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const AUDIT = fileURLToPath(new URL('../../../tools/audit.ts', import.meta.url));

export interface AuditVerdict {
  readonly isClean: boolean;
  /** What it said last. */
  readonly lastLine: string;
  /** All it said. */
  readonly said: string;
}

/** Runs the audit as `npm run audit` does, on the database that these variables name. */
export async function audit(env: Readonly<Record<string, string>>): Promise<AuditVerdict> {
  const child = spawn(process.execPath, [AUDIT], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>]);
  const said = `${out}${err}`.trim();
  return { isClean: status === 0, lastLine: said.split('\n').at(-1) ?? '', said };
}
