import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connected } from '../apps/server/src/platform/connection.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { HtxServer } from '../apps/server/src/testing/htx-server/htx-server.ts';
import { SystemPostgres, whyNoSystemPostgres, type Cluster } from '../apps/server/src/testing/system-postgres.ts';
import { blocksOf, commandsOf } from './operating/page.ts';
import { Terminal, untilReady, type Foreground } from './operating/terminal.ts';
import { startUnit, variablesOf } from './operating/unit.ts';
import { Walk } from './operating/walk.ts';
import { enterConsole } from './support/operator.ts';

// Going live by the commands of OPERATING and of the pages that it sends an operator to, copied and pasted. What an
// operator fills in stands in FILLED. Each command is run, or stands in LEFT_OUT with its reason, or in AS_THE_UNIT.

const TIMEOUT = 240_000;
const PAGES = ['OPERATING.md', 'SECRETS.md', 'SHIPPING.md'];
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const SUPERUSER = 'postgres:of-this-test';
const PASSWORD = 'keelhauled-at-noon';
const SECOND = 'bert@example.org';
const CLEAN = /^audit clean: \d+ checks$/m;

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-operating-'));
const env = join(folder, 'etc/plimsoll.env');
let cluster: Cluster;
let venue: HtxServer;
let ports: readonly number[] = [];
let service: Foreground | undefined;

const variable = (file: string, name: string): string => new Map(variablesOf(file)).get(name) ?? '';

const FILLED: readonly (readonly [written: string, here: () => string])[] = [
  // Where things lie.
  ['2026-11-28-0247', () => readdirSync(join(folder, 'srv/backup')).toSorted().at(-1) ?? ''],
  ['/srv/plimsoll/app', () => ROOT],
  ['/srv/plimsoll', () => join(folder, 'srv')],
  ['/var/lib/plimsoll', () => join(folder, 'home')],
  ['/srv/drill', () => join(folder, 'drill')],
  ['/etc/plimsoll', () => join(folder, 'etc/plimsoll')],
  ['/etc/ssl/app.example', () => join(folder, 'certificate')],
  // One user does it all.
  ['-o plimsoll ', () => ''],
  ['runuser -u plimsoll -- ', () => ''],
  // Machines beside this one.
  ['postgres@db.internal', () => `${SUPERUSER}@127.0.0.1:${cluster.port}`],
  ['db.internal', () => `127.0.0.1:${cluster.port}`],
  ['FEED=live\n', () => `FEED=live\nFEED_SOURCES=htx\nHTX_URL=${venue.url}\nHTX_WS_URL=${venue.wsUrl}\n`],
  ['user:…@mail.example', () => 'user:of-this-test@localhost:1'],
  // What is kept elsewhere.
  [
    'SECRET=… BACKUP_PASSPHRASE=…',
    () =>
      `SECRET=${variable(env, 'SECRET')} BACKUP_PASSPHRASE=${variable(join(folder, 'etc/plimsoll-backup.env'), 'BACKUP_PASSPHRASE')}`,
  ],
  // Ports that are free.
  ['PORT=3000', () => `PORT=${ports[0]}`],
  ['localhost:3000', () => `localhost:${ports[0]}`],
  ['METRICS_PORT=9464', () => `METRICS_PORT=${ports[1]}`],
  ['localhost:9464', () => `localhost:${ports[1]}`],
  ['PORT=3100', () => `PORT=${ports[2]}`],
];
const LEFT_OUT: readonly (readonly [begins: string, why: string])[] = [
  ['useradd ', 'it would make a user of the machine'],
  [
    'mkdir -p /srv/plimsoll/app && tar ',
    'release.test.ts makes and unpacks a release; here the program is the checkout',
  ],
  [
    'cp deploy/systemd/* ',
    'units are for a machine with systemd: here their commands are started, and they are checked',
  ],
  ['rclone copy ', 'it goes to another machine'],
  ['tar xzf plimsoll-', 'as above'],
  ['buildah build ', 'it takes an image from a registry'],
  ['docker compose ', 'it takes images from a registry'],
];
/** The unit's own command is started, or started again, instead. */
const AS_THE_UNIT = ['systemctl enable --now plimsoll ', 'systemctl restart plimsoll'];

const fillings = new Set<string>();
const fill = (words: string): string =>
  FILLED.reduce((all, [written, here]) => {
    if (!all.includes(written)) return all;
    fillings.add(written);
    return all.replaceAll(written, here);
  }, words);
const isLeftOut = (command: string): boolean => LEFT_OUT.some(([begins]) => command.startsWith(begins));

const answers = (program: string, argument = '--version'): boolean => spawnSync(program, [argument]).status === 0;
const whyNot =
  whyNoSystemPostgres ??
  (['bash', 'psql', 'curl', 'npm'].every((program) => answers(program)) && answers('openssl', 'version')
    ? undefined
    : 'bash, psql, curl, npm and openssl are needed');

const startService = async (): Promise<string> => {
  await service?.end();
  service = await untilReady(startUnit('plimsoll', fill), 'SIGTERM');
  return service.output();
};
/** A unit that ends by itself; what it wrote. */
async function runUnit(name: string): Promise<string> {
  const child = startUnit(name, fill);
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([name, child.exitCode]).toEqual([name, 0]);
  return out;
}

const blocks = PAGES.flatMap(blocksOf);
const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
const ofLanguage = (language: string): string =>
  blocks
    .filter((block) => block.language === language)
    .map((block) => fill(block.text))
    .join('\n');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what is left out or done by a unit is on the pages, and every other block is one that is checked here', () => {
  expect(
    [...LEFT_OUT.map(([begins]) => begins), ...AS_THE_UNIT].filter(
      (begins) => !commands.some((command) => command.text.startsWith(begins)),
    ),
  ).toEqual([]);
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'nginx', 'caddy', 'yaml']));
});

describe('the pages lead from an empty machine', () => {
  let system: SystemPostgres;
  let walk: Walk;
  beforeAll(async () => {
    if (whyNot !== undefined) return;
    for (const each of ['etc', 'home']) mkdirSync(join(folder, each));
    system = new SystemPostgres();
    const [name = '', password = ''] = SUPERUSER.split(':');
    system.make(join(system.folder, 'data'), { name, password });
    cluster = await system.start(join(system.folder, 'data'), SUPERUSER);
    venue = await HtxServer.open('btcusdt');
    ports = await Promise.all([freePort(), freePort(), freePort()]);
    walk = new Walk(commands, new Terminal(folder, 'here'), {
      isLeftOut,
      fill,
      instead: (command) => (AS_THE_UNIT.some((begins) => command.startsWith(begins)) ? startService : undefined),
    });
  }, TIMEOUT);
  beforeEach((context) => context.skip(whyNot !== undefined, whyNot));
  afterAll(async () => {
    if (whyNot !== undefined) return;
    await service?.end();
    await venue.close();
    await system.remove();
  }, TIMEOUT);

  /** What OPERATING has done in the console, a day later. */
  async function enableMarket(url: string): Promise<void> {
    const rule = (established: string, related: string): Promise<unknown> =>
      connected(cluster.url(SUPERUSER, 'plimsoll'), (client) =>
        client.query(`set session_replication_role = replica;
          update operator_rule set established_after = '${established}', related_for = '${related}'`),
      );
    const owner = await enterConsole(url, { username: 'first-owner', password: PASSWORD });
    const { list } = await owner.call<{ list: { id: number }[] }>('GET', '/markets?q=btcusdt');
    await rule('0', '0');
    await owner.call('PATCH', `/markets/${list[0]?.id}`, { enabled: '1' });
    await rule('24 hours', '72 hours');
  }

  test('to a house in live mode with two owners', { timeout: TIMEOUT }, async () => {
    const first = await walk.toServer('HOME=');
    expect([statSync(env).mode & 0o777, statSync(join(folder, 'srv/data')).mode & 0o777]).toEqual([0o600, 0o700]);
    const [, password = ''] = /^operator first-owner password (\S+)$/m.exec(first.output()) ?? [];
    await first.end();
    expect(await walk.to('systemctl enable')).not.toContain('operator first-owner');
    const url = service?.url ?? '';
    const given = await enterConsole(url, { username: 'first-owner', password });
    await given.call('POST', '/operators/me/password', { password, newpassword: PASSWORD });
    const owner = await enterConsole(url, { username: 'first-owner', password: PASSWORD });
    await owner.enrol();
    const [, link = ''] = /https:\/\/app\.example\/operator\/claim#(\S+)/.exec(await walk.to('npm run owners')) ?? [];
    await owner.call('POST', '/session/claim', { link, password: PASSWORD });
    await (await enterConsole(url, { username: SECOND, password: PASSWORD })).enrol();
  });

  test('to fresh prices, figures and a clean audit, by hand and by night', { timeout: TIMEOUT }, async () => {
    const url = service?.url ?? '';
    await enableMarket(url);
    await expect
      .poll(
        async () => {
          venue.depth('btcusdt', [[9_999.5, 50]], [[10_000.5, 50]], Date.now());
          venue.trade('btcusdt', 10_000, 1, Date.now());
          return (await fetch(`${url}/readyz/feed`)).status;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(200);
    expect(await walk.to('curl -sf localhost:9464/metrics')).toContain('plimsoll_ledger_difference{');
    expect(await walk.to('npm run audit')).toMatch(CLEAN);
    expect(await runUnit('plimsoll-audit')).toMatch(CLEAN);
  });

  test('to a backup, by night and by hand, that is restored elsewhere', { timeout: TIMEOUT }, async () => {
    await runUnit('plimsoll-backup');
    const [end = 'no end'] = /^journal ends at .*$/m.exec(await walk.to('export f=')) ?? [];
    const here = walk.terminal;
    walk.terminal = new Terminal(folder, 'elsewhere');
    const restored = await walk.to('npm run restore');
    expect(restored).toContain(end);
    expect(restored).toMatch(CLEAN);
    const drill = await walk.toServer('MODE=demo');
    // The password is right, and the authenticator is back too.
    await expect(enterConsole(drill.url, { username: SECOND, password: PASSWORD })).rejects.toThrow('totp_needed');
    await drill.end();
    walk.terminal = here;
  });

  test('through an upgrade, and to another secret', { timeout: TIMEOUT }, async () => {
    expect(await walk.to('npm run audit')).toMatch(CLEAN);
    const before = variable(env, 'SECRET');
    expect(await walk.to('systemctl restart')).toContain('ready');
    expect(variable(env, 'SECRET_PREVIOUS')).toBe(before);
    await walk.to('( set -a');
    await walk.to('systemctl restart');
    expect(variable(env, 'SECRET_PREVIOUS')).toBe('');
    expect(variable(env, 'SECRET')).toMatch(new RegExp(`^(?!${before})[0-9a-f]{64}$`));
    await expect.poll(async () => (await fetch(`${service?.url}/readyz`)).status).toBe(200);
  });

  test('to files for containers, and to the end of the pages', { timeout: TIMEOUT }, async () => {
    const release = join(folder, 'release');
    cpSync(join(ROOT, 'deploy'), join(release, 'deploy'), { recursive: true });
    walk.terminal = new Terminal(folder, 'containers');
    await walk.terminal.run(`cd '${release}'`);
    await walk.to('echo "MIGRATE_DATABASE_URL=');
    expect(variable(join(release, 'deploy/owner.env'), 'MIGRATE_DATABASE_URL')).toMatch(
      /^postgres:\/\/plimsoll:[0-9a-f]{48}@postgres\/plimsoll$/,
    );
    expect(walk.left()).toEqual([]);
    ofLanguage('nginx');
    expect(FILLED.map(([written]) => written).filter((written) => !fillings.has(written))).toEqual([]);
  });
});

test('Prometheus takes its configuration', ({ skip }) => {
  if (!answers('promtool')) skip('there is no promtool');
  writeFileSync(join(folder, 'prometheus.yml'), ofLanguage('yaml'));
  const { status, stderr } = spawnSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
  expect([status, stderr.toString()]).toEqual([0, '']);
});

test('systemd takes the units', ({ skip }) => {
  if (!answers('systemd-analyze')) skip('there is no systemd-analyze');
  const [from, to] = [join(ROOT, 'deploy/systemd'), join(folder, 'units')];
  mkdirSync(to);
  const units = readdirSync(from).map((name) => {
    writeFileSync(join(to, name), fill(readFileSync(join(from, name), 'utf8')));
    return join(to, name);
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units]);
  expect([status, stderr.toString()]).toEqual([0, '']);
});

test('nginx takes its configuration', async ({ skip }) => {
  if (!answers('nginx', '-v')) skip('there is no nginx');
  const [key, certificate] = [join(folder, 'certificate.key'), join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=app.example'];
  spawnSync('openssl', [...made, '-keyout', key, '-out', certificate]);
  const [tls, tls6, plain] = await Promise.all([freePort(), freePort(), freePort()]);
  // Ports of everybody, on this machine alone.
  const server = ofLanguage('nginx')
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('listen [::]:443 ', `listen 127.0.0.1:${tls6} `)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const around = `access_log off; ${temporary.join(' ')} ${server}`;
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${around} }`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  expect([status, stderr.toString()]).toEqual([0, expect.stringContaining('test is successful')]);
});

test('Caddy takes its configuration, and that of the containers', ({ skip }) => {
  if (!answers('caddy', 'version')) skip('there is no caddy');
  writeFileSync(join(folder, 'Caddyfile'), ofLanguage('caddy'));
  for (const file of [join(folder, 'Caddyfile'), join(ROOT, 'deploy/Caddyfile')]) {
    const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, HOME: folder, PUBLIC_URL: 'https://app.example' },
    });
    expect([file, status, status === 0 ? '' : stderr.toString()]).toEqual([file, 0, '']);
  }
});
