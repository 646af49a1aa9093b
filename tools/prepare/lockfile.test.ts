import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, Entry>>;
};
const fromRegistry = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const isHeld = ({ integrity }: Entry): boolean => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
/** True of packages that npm installs only on machines other than Linux with glibc on x64. */
const isForOthers = ({ os, cpu, libc, optional, devOptional }: Entry): boolean =>
  (optional === true || devOptional === true) &&
  ((os !== undefined && !os.includes('linux')) ||
    (cpu !== undefined && !cpu.includes('x64')) ||
    libc?.includes('musl') === true);

test('every package that a server’s machine installs is held to what it was by its hash', () => {
  expect(fromRegistry.length).toBeGreaterThan(500);
  expect(fromRegistry.filter(([, entry]) => !isHeld(entry) && !isForOthers(entry)).map(([path]) => path)).toEqual([]);
});

// The registry that the lock file was written with has no packages of other platforms. Where it has, `npm install
// --package-lock-only` without their entries writes their hashes; until then there may not be more of them.
test('of packages for other machines none more is without a hash than were', () => {
  expect(fromRegistry.filter(([, entry]) => !isHeld(entry)).length).toBeLessThanOrEqual(86);
});

test('no package is tied to the host it was fetched from', () => {
  expect(fromRegistry.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});
