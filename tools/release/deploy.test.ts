import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './contents.ts';

// What is shipped beside the program: containers, manifests, units.

const DEPLOY = join(ROOT, 'deploy');
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1))
  .sort();
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

/** Variables of programs beside the server. */
const OTHERS = new Set(['NODE_ENV', 'PATH', 'BACKUP_NAME', 'ARCHIVE', 'ARCHIVE_PUT', 'ARCHIVE_GET']);

test('every variable that is set for a server is one that OPERATING explains', () => {
  const page = readFileSync(join(ROOT, 'docs/OPERATING.md'), 'utf8');
  const set = new Set([
    ...[...read('plimsoll.env.example').matchAll(/^(?:# +)?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? ''),
    ...[...read('Containerfile').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map((match) => match[1] ?? ''),
    ...files
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => [...read(file).matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? '')),
    ...files
      .filter((file) => file.endsWith('.service'))
      .flatMap((file) => [...read(file).matchAll(/^Environment=([A-Z_]+)=/gm)].map((match) => match[1] ?? '')),
  ]);
  const own = [...set].filter((name) => !OTHERS.has(name) && !name.startsWith('POSTGRES_') && !name.endsWith('BASE'));
  expect(own.length).toBeGreaterThan(12);
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('manifests and compose files are well formed, and every container of ours is read-only and without capabilities', () => {
  const documents = files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(read(file), { merge: true }).map((document) => ({ file, document })));
  expect(documents.length).toBeGreaterThan(8);
  expect(
    documents.flatMap(({ file, document }) => document.errors.map(({ message }) => `${file}: ${message}`)),
  ).toEqual([]);
  const containers = documents.flatMap(({ document }) => containersIn(document.toJS() as unknown));
  expect(containers.length).toBeGreaterThan(5);
  expect(containers.filter((container) => !isClosed(container))).toEqual([]);
});

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Everything with an image of ours, in a manifest or a compose file. */
function containersIn(value: unknown): Fields[] {
  if (!isFields(value)) return [];
  const inner = Object.values(value).flatMap(containersIn);
  return String(value['image']).includes('plimsoll') ? [value, ...inner] : inner;
}

function isClosed(container: Fields): boolean {
  const { securityContext } = container;
  if (!isFields(securityContext)) return container['read_only'] === true && String(container['cap_drop']) === 'ALL';
  const { capabilities, readOnlyRootFilesystem, allowPrivilegeEscalation } = securityContext;
  return (
    readOnlyRootFilesystem === true &&
    allowPrivilegeEscalation === false &&
    isFields(capabilities) &&
    String(capabilities['drop']) === 'ALL'
  );
}

test('only containers of ours are given the file with the server’s secrets', () => {
  const compose = parseAllDocuments(read('compose.yaml'), { merge: true })[0]?.toJS() as {
    services: Readonly<Record<string, { image: string; env_file?: string | string[] }>>;
  };
  const given = Object.entries(compose.services).filter(([, { env_file: files = [] }]) =>
    [files].flat().includes('plimsoll.env'),
  );
  expect(given.map(([name]) => name)).toEqual(['server-1', 'server-2', 'migrate']);
  expect(given.filter(([, { image }]) => !image.includes('plimsoll'))).toEqual([]);
});

test('no variable of the example is in quotes, which are a part of it where a secret of Kubernetes is made of the file', () => {
  expect(read('plimsoll.env.example').match(/^(?:# *)?[A-Z_0-9]+=['"].*$/gm)).toBeNull();
});

test('a server whose database is away at its start is started again until it is there', () => {
  for (const unit of ['plimsoll.service', 'plimsoll@.service'])
    expect([unit, read(`systemd/${unit}`).match(/^(?:StartLimit\w+|Restart\w*)=.*$/gm)]).toEqual([
      unit,
      ['StartLimitIntervalSec=0', 'Restart=on-failure', 'RestartSec=5'],
    ]);
});

test('an image runs as a user of its own, from a release alone', () => {
  const text = read('Containerfile');
  expect(text).toMatch(/^USER \d{4,}:\d{4,}$/m);
  expect(text).toContain('test -f release.json');
});

test('units are exposed to 3 of 10 at most, and their timers are well formed', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('there is no systemd-analyze');
  const units = files.filter((file) => file.endsWith('.service'));
  expect(units).toHaveLength(4);
  for (const unit of units) {
    const { stdout, status } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', '--threshold=30', join(DEPLOY, unit)],
      { encoding: 'utf8' },
    );
    expect([unit, status, stdout.split('\n').filter(Boolean).at(-1)]).toEqual([
      unit,
      0,
      expect.stringContaining('exposure level') as string,
    ]);
  }
  const calendars = files
    .filter((file) => file.endsWith('.timer'))
    .map((file) => /^OnCalendar=(.+)$/m.exec(read(file))?.[1] ?? '');
  for (const calendar of calendars)
    expect([calendar, spawnSync('systemd-analyze', ['calendar', calendar]).status]).toEqual([calendar, 0]);
});

test('scripts are well formed', () => {
  for (const file of files.filter((each) => each.endsWith('.sh')))
    expect([file, spawnSync('/bin/sh', ['-n', join(DEPLOY, file)]).status]).toEqual([file, 0]);
});
