import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILED_ENV } from '../../apps/server/src/testing/compiled.ts';

const AUDIT = fileURLToPath(new URL('../../tools/audit.ts', import.meta.url));

/** Runs the audit as `npm run audit` does, with its output shown; true when it is clean. */
export async function runAudit(
  of: { readonly DATA_DIR: string } | { readonly DATABASE_URL: string; readonly MIGRATE_DATABASE_URL: string },
): Promise<boolean> {
  const child = spawn(process.execPath, [AUDIT], {
    env: { PATH: process.env['PATH'], ...COMPILED_ENV, ...of },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}
