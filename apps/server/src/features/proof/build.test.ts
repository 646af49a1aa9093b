import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEntry, type Entry } from '@plimsoll/proof/log';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';

// What the app is made of is in the log, each time that another build is served.

let world: LogWorld;
let app = '';
let verifyFolder = '';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
beforeAll(async () => {
  world = await openLogWorld();
  app = await mkdtemp(join(world.folder, 'app-'));
  verifyFolder = await mkdtemp(join(world.folder, 'verify-'));
  await mkdir(join(app, 'assets'));
  await writeFile(join(app, 'index.html'), 'page');
  await writeFile(join(app, 'assets', 'app.js'), 'code');
  await writeFile(join(app, 'assets', 'app.js.br'), 'code, smaller');
  for (const name of ['verify.py', 'verify.mjs']) await writeFile(join(verifyFolder, name), `checks: ${name}`);
});
afterEach(() => world.audit());
afterAll(() => world.close());

/** Starts a process, and appends what it brings. */
async function start(appFolder = app): Promise<void> {
  const process = await world.process({ built: { appFolder, verifyFolder } });
  await process.worker.catchUp();
}
const builds = async (): Promise<Entry<'build'>[]> =>
  (await world.lines()).flatMap((line) => {
    const entry = parseEntry(line);
    return entry?.t === 'build' ? [entry] : [];
  });

test('the first start with a built app puts its list and the verifiers into the log', async () => {
  await start();
  const list = [
    `${sha256('code')}  /assets/app.js\n`,
    `${sha256('page')}  /index.html\n`,
    `${sha256('checks: verify.mjs')}  verify.mjs\n`,
    `${sha256('checks: verify.py')}  verify.py\n`,
  ].join('');
  const [entry, ...more] = await builds();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    list: sha256(list),
    verifiers: [
      { name: 'verify.mjs', hash: sha256('checks: verify.mjs') },
      { name: 'verify.py', hash: sha256('checks: verify.py') },
    ],
  });
  const served = await fetch(`${world.url}/log/build/${sha256(list)}`);
  expect(await served.text()).toBe(list);
  expect(served.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const path of [sha256('none'), sha256(list).toUpperCase(), `${sha256(list)}0`])
    expect((await fetch(`${world.url}/log/build/${path}`)).status).toBe(404);
});

test('the same build at another start is no entry', async () => {
  // Two at once too.
  await Promise.all([0, 1].map(async () => world.process({ built: { appFolder: app, verifyFolder } })));
  await start();
  expect(await builds()).toHaveLength(1);
});

test('another file, another verifier, and the build before again are an entry each', async () => {
  await writeFile(join(app, 'assets', 'app.js'), 'other code');
  await start();
  await writeFile(join(verifyFolder, 'verify.py'), 'checks less');
  await start();
  await writeFile(join(app, 'assets', 'app.js'), 'code');
  await writeFile(join(verifyFolder, 'verify.py'), 'checks: verify.py');
  await start();
  const lists = (await builds()).map(({ list }) => list);
  expect(new Set(lists).size).toBe(3);
  expect(lists).toHaveLength(4);
  expect(lists[3]).toBe(lists[0]);
});

test('where the app is not built nothing is put into the log', async () => {
  const before = await builds();
  await start(join(world.folder, 'nowhere'));
  expect(await builds()).toEqual(before);
});

test('a version that knows of no builds appends beside one that does, and loses none', async () => {
  await writeFile(join(app, 'index.html'), 'another page');
  const next = await world.process({ built: { appFolder: app, verifyFolder } });
  const count = (await builds()).length;
  // What an older version appends: no build among it.
  const [head] = await world.db.run<{ size: string; journal_id: string }>({ name: '', text: 'select * from log_head' });
  await world.db.run(
    {
      name: '',
      text: `select log_append(h.size, array[$1], h.at, h.journal_id, h.terms_version, h.settings_version,
        h.market_version, h.log_key_id, h.epoch, '{}', '{}', '{}', '{}', '{}') from log_head h`,
    },
    ['{"at":"2026-11-22T12:00:00.000Z","hash":"' + sha256('x') + '","number":1,"t":"ledger","v":1}'],
  );
  expect(Number(head?.size)).toBe((await world.lines()).length - 1);
  await next.worker.catchUp();
  expect(await builds()).toHaveLength(count + 1);
  await next.worker.catchUp();
  expect(await builds()).toHaveLength(count + 1);
});
