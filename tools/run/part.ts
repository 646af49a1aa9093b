import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A test that did not run, and why. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** A failed test, with the beginning of its message. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** How long something took. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** Result of a part. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skipped[];
  /** Failed tests, where known one by one. */
  readonly failures?: readonly Failure[];
  /** Its files, by their tests' total time. */
  readonly files?: readonly Timed[];
}

/** The slowest first, at most three. */
export const slowest = <Each extends Timed>(all: readonly Each[]): readonly Each[] =>
  all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3);

/** One part of `npm test`. */
export interface Part {
  readonly name: string;
  run(): Promise<Outcome>;
}

/** How a command ended. */
export interface Ending {
  readonly status: number;
  /** Its output, if kept. */
  readonly output: string;
}

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** After this it is ended and has failed. */
  readonly limitMs?: number;
  /** Keeps its output besides showing it. */
  readonly keep?: boolean;
}

const LIMIT_MS = 3 * 60_000;
const children = new Set<ReturnType<typeof spawn>>();

/** Runs one of the project's programs with the project's Node and shows its output. */
export function command(
  script: string,
  args: readonly string[],
  { env = {}, limitMs = LIMIT_MS, keep = false }: CommandOptions = {},
): Promise<Ending> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
      stdio: ['ignore', keep ? 'pipe' : 'inherit', 'inherit'],
    });
    children.add(child);
    let output = '';
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      process.stdout.write(part);
    });
    const late = setTimeout(() => {
      process.stdout.write(`ended after ${limitMs / 1000} s without an end of its own\n`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    }, limitMs);
    const end = (status: number) => {
      clearTimeout(late);
      children.delete(child);
      resolve({ status, output });
    };
    child.on('error', () => end(127));
    child.on('close', (status) => end(status ?? 1));
  });
}

/** Ends running children when this process is ended. */
export function endChildren(): void {
  for (const child of children) child.kill('SIGTERM');
}

/** A part that passes or fails as one. */
export const check = (name: string, run: () => Promise<boolean>): Part => ({
  name,
  run: async () => ((await run()) ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] }),
});
