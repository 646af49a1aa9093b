import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';

/** Any that is not root, as which it does not run; nobody's on Linux. */
const USER = 65_534;

/** Why faults with a pooler cannot run here; undefined when they can. */
export const whyNoPooler: string | undefined =
  spawnSync('pgbouncer', ['--version']).status === 0 ? undefined : 'there is no pgbouncer on the PATH';

interface PoolerOptions {
  readonly mode: 'session' | 'transaction';
  /** Of the database behind it, over TCP, as who logs in. */
  readonly url: string;
}

export interface Pooler {
  /** The same login over the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts pgbouncer before a PostgreSQL. */
export async function openPooler({ mode, url }: PoolerOptions): Promise<Pooler> {
  const behind = new URL(url);
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-pooler-'));
  chmodSync(dir, 0o755);
  const login = decodeURIComponent(behind.username);
  const password = decodeURIComponent(behind.password);
  writeFileSync(join(dir, 'users'), `"${login}" "${password}"\n`);
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${behind.hostname} port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(dir, 'users')}
pool_mode = ${mode}
default_pool_size = 40
max_client_conn = 200
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: USER, gid: USER } : {}),
  });
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (part: Buffer) => {
      output += part.toString();
      if (/process up/.test(output)) resolve();
    });
    ended.then(() => reject(new Error(`pgbouncer did not start: ${output}`)), reject);
  });
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}`, search: '' }).href,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}
