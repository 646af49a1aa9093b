import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { COMPILED_ENV } from '../../apps/server/src/testing/compiled.ts';

const READY = /^ready (http\S+)/m;

/** A program in the foreground. */
export interface Foreground {
  /** Where it says it is ready. */
  readonly url: string;
  /** What it has written, its log among it. */
  output(): string;
  /** Ends it and resolves when it is gone. */
  end(): Promise<void>;
}

/** A shell at which commands are entered one after the other: the folder and exported variables stay. */
export class Terminal {
  readonly #state: string;
  readonly #env: NodeJS.ProcessEnv;

  /** @param folder of its own, where it remembers what stays. */
  constructor(folder: string, name: string) {
    this.#state = join(folder, name);
    this.#env = {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      ...COMPILED_ENV,
    };
  }

  /**
   * Runs a command to its end.
   * @returns what it wrote to either stream.
   * @throws Error with that where its status is not 0.
   */
  async run(command: string): Promise<string> {
    const child = this.#enter(`${command}\n{ export -p; echo cd "'$PWD'"; umask -p; } > '${this.#state}'`);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${command}\nended with ${child.exitCode}:\n${out}${err}`);
    return out + err;
  }

  /** Begins a server and resolves when it is ready; its end is that of Ctrl-C, which all of its processes get. */
  begin(command: string): Promise<Foreground> {
    return untilReady(this.#enter(command), 'SIGINT');
  }

  #enter(command: string) {
    const before = existsSync(this.#state) ? readFileSync(this.#state, 'utf8') : '';
    return spawn('bash', ['-e', '-o', 'pipefail', '-c', `${before}\n${command}`], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }
}

/**
 * What is ready once it says so; `signal` ends it, which goes to its whole group for SIGINT, as a terminal's does.
 * @throws Error with its output where it ends before.
 */
export async function untilReady(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<Foreground> {
  let written = '';
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    const add = (part: Buffer): void => {
      written += part.toString();
      const [, at] = READY.exec(written) ?? [];
      if (at !== undefined) resolve(at);
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    ended.then(() => reject(new Error(`it was never ready:\n${written}`)), reject);
  });
  return {
    url,
    output: () => written,
    async end() {
      const { pid } = child;
      if (pid === undefined || child.exitCode !== null) return;
      process.kill(signal === 'SIGINT' ? -pid : pid, signal);
      await ended;
    },
  };
}
