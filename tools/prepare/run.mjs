import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** True in an unpacked release, which is built already (docs/SHIPPING.md). */
export const isRelease = existsSync(`${root}release.json`);

/** The project's own Node, once installed. */
export const ownNode = `${root}node_modules/.bin/node`;

/** Runs a command, its output on standard error. Resolves to its exit code, 127 for an unknown command. */
export function run(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/** Path of a program, or undefined. */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
