import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMPILED_ENV } from '../../apps/server/src/testing/compiled.ts';

/** A unit of systemd as a child of the test: its command, folder and variables, without what systemd takes from it. */
export function startUnit(name: string, fill: (text: string) => string) {
  const unit = fill(
    readFileSync(fileURLToPath(new URL(`../../deploy/systemd/${name}.service`, import.meta.url)), 'utf8'),
  );
  const all = (key: string): string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');
  const env = Object.fromEntries(all('EnvironmentFile').flatMap(variablesOf));
  // %% and $$ are a unit's spelling of % and $.
  const command = (all('ExecStart')[0] ?? '').replaceAll('%%', '%').replaceAll('$$', '$');
  return spawn('bash', ['-c', `exec ${command}`], {
    cwd: all('WorkingDirectory')[0],
    env: { PATH: process.env['PATH'], ...COMPILED_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** As systemd reads a file of variables: a line each, quotes around a value are not part of it, nothing is expanded. */
export const variablesOf = (file: string): [string, string][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, value = ''] = /^([A-Z_]\w*)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.replace(/^(['"])(.*)\1$/, '$2')] as [string, string]];
    });
