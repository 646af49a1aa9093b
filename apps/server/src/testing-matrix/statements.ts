import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('./list-statements.ts', import.meta.url));

/** Every statement that a module of the server declares: its name and its text. */
export async function declaredStatements(): Promise<readonly (readonly [name: string, text: string])[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { maxBuffer: 16 * 1024 * 1024 });
  const declared: [string, string][] = JSON.parse(stdout);
  return declared;
}
