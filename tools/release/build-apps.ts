import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './contents.ts';

/** Builds both apps from nothing. @throws Error when one cannot be built. */
export async function buildApps(): Promise<void> {
  for (const app of ['member', 'console']) {
    const cwd = join(ROOT, 'apps', app);
    await rm(join(cwd, 'dist'), { recursive: true, force: true });
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      {
        cwd,
        env: { ...process.env, NODE_ENV: 'production', TZ: 'UTC' },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`The ${app} app could not be built: see above.`);
  }
}
