import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY = /^ready (http\S+)$/m;
/** A first start takes seconds, or a minute on a busy machine. */
export const READY_WITHIN_MS = 180_000;
const KEPT_LOG = 4_000;
/** Of its log, the first lines about calls that were answered with 500. */
const MAX_FAULTS = 20;
const FAULT = /^.*"internal_error".*$/gm;
/** The sentences of the pulse; errors of what was refused meanwhile name the silence too. */
const SILENT = /database does not answer, calls that need it are refused/g;
const AGAIN = /database answers again/g;

/** How a process ended. */
interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
}

/** How often a server's log says that its database fell silent, and that it answers again. */
export interface Silences {
  readonly silent: number;
  readonly again: number;
}

/** The real server in another process. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** Its data folder. */
  readonly dataDir: string;
  /** From its start until it was ready. */
  readonly readyAfterMs: number;
  /** The end of what it has written, its log among it. */
  output(): string;
  /** The first lines of its log about calls that were answered with 500. */
  faults(): readonly string[];
  /** Of all that it has written. */
  silences(): Silences;
  /** Stops it with SIGTERM and waits; throws unless it ended with 0. */
  stop(): Promise<void>;
  /** Kills it (SIGKILL) and waits. */
  kill(): Promise<void>;
}

interface ChildServerOptions {
  readonly dataDir: string;
  /** Variables besides `DATA_DIR`, `HOST` and `PORT`; this process's own are not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly nodeArguments?: readonly string[];
}

/** Starts the server on `dataDir` at a free port. Rejects with its last output when it does not become ready. */
export async function startChildServer({
  dataDir,
  env = {},
  nodeArguments = [],
}: ChildServerOptions): Promise<ChildServer> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, MAIN], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([status, signal]): Ended => ({ status, signal }));
  const { output, faults, silences } = listen(child);
  const url = await untilReady(child, output);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    readyAfterMs: performance.now() - startedMs,
    output,
    faults,
    silences,
    async stop() {
      child.kill('SIGTERM');
      const { status, signal } = await ended;
      if (status !== 0) throw new Error(`the server ended with ${signal ?? status}: ${output()}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The end of the child's output, both streams, and what its lines name: faults, and silences of the database. */
export function listen(
  child: Pick<ChildProcess, 'stdout' | 'stderr'>,
): Pick<ChildServer, 'output' | 'faults' | 'silences'> {
  let text = '';
  const faults: string[] = [];
  const counted = { silent: 0, again: 0 };
  for (const stream of [child.stdout, child.stderr]) {
    let line = '';
    stream?.on('data', (part: Buffer) => {
      text = (text + part.toString()).slice(-KEPT_LOG);
      const lines = line + part.toString();
      const end = lines.lastIndexOf('\n') + 1;
      line = lines.slice(end);
      const whole = lines.slice(0, end);
      if (faults.length < MAX_FAULTS) faults.push(...(whole.match(FAULT) ?? []));
      counted.silent += whole.match(SILENT)?.length ?? 0;
      counted.again += whole.match(AGAIN)?.length ?? 0;
    });
  }
  return { output: () => text, faults: () => faults, silences: () => ({ ...counted }) };
}

function untilReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the server was not ready within ${READY_WITHIN_MS / 1000} s: ${output()}`));
    }, READY_WITHIN_MS);
    child.once('close', () => {
      clearTimeout(late);
      reject(new Error(`the server did not start: ${output()}`));
    });
    child.stdout?.on('data', () => {
      const url = READY.exec(output())?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url);
    });
  });
}
