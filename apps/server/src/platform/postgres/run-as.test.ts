import { expect, test } from 'vitest';
import { chooseRunAs } from './run-as.ts';

const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
const DIE = ['setpriv', '--pdeathsig', 'INT', '--'];
const machine =
  (...programs: string[]) =>
  (command: readonly string[]) =>
    command.filter((word) => word === 'unshare' || word === 'setpriv').every((word) => programs.includes(word));

test.each([
  ['an ordinary user runs it directly', false, ['unshare', 'setpriv'], { prefix: DIE, diesWithParent: true }],
  ['an ordinary user without setpriv too', false, [], { prefix: [], diesWithParent: false }],
  [
    'root runs it in a namespace',
    true,
    ['unshare', 'setpriv'],
    { prefix: [...NAMESPACE, ...DIE], diesWithParent: true },
  ],
  ['root without setpriv too', true, ['unshare'], { prefix: NAMESPACE, diesWithParent: false }],
  ['root without namespaces runs it as nobody', true, ['setpriv'], { prefix: DIE, user: 65_534, diesWithParent: true }],
  ['root with neither does so too', true, [], { prefix: [], user: 65_534, diesWithParent: false }],
])('%s', (_, isRoot, programs, expected) => {
  expect(chooseRunAs(isRoot, machine(...programs))).toEqual(expected);
});
