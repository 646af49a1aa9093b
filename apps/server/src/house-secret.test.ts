import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecrets, retireOthers } from './house-secret.ts';
import { ManualClock } from './platform/clock.ts';
import { openDb, sql, type Db } from './platform/db.ts';
import { KEYS, type Secrets } from './platform/secret.ts';
import { createSeal } from './platform/seal.ts';
import { createTotp } from './platform/totp.ts';
import { folderStore, Links, sealedStore } from './platform/uploads/index.ts';
import { createFreezeLinks } from './features/notices/index.ts';
import { createRecoveryCodes, createSecurity } from './features/security/index.ts';
import { KnownBrowsers } from './platform/known-browsers.ts';
import { ProofsOfWork } from './platform/proof-of-work.ts';
import { ownThrottles } from './platform/throttles.ts';
import { resealAll } from './reseal.ts';
import { testDatabase, type TestDatabase } from './testing/index.ts';
import { Claims } from './platform/http/claims.ts';
import { Plans } from './platform/http/index.ts';

const [FIRST, SECOND, THIRD] = ['the first secret of this test', 'the second of this test', 'the third of this test'];
const clock = new ManualClock(Date.UTC(2026, 0, 5, 9));
const lines: string[] = [];
const around = { clock, log: { info: (_: object, message: string) => void lines.push(message) } };

let database: TestDatabase;
let owner: Db;
let folder: string;
beforeEach(async () => {
  lines.length = 0;
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
  folder = await mkdtemp(join(tmpdir(), 'secret-'));
});
afterEach(async () => {
  await owner.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const opened = (present: string, before?: string) =>
  openSecrets(database.db, { present, ...(before === undefined ? {} : { before }) }, around);
const fingerprints = sql<{ hash: Buffer; retired: boolean }>(
  'test.fingerprints',
  'select hash, retired_at is not null as retired from secret_fingerprint order by at, hash',
);

test('a start with another SECRET than the database’s refuses in one sentence; the right one goes on', async () => {
  await opened(FIRST);
  await expect(opened(SECOND)).rejects.toThrow(/^SECRET is not the one that this database works with/);
  await expect(opened(SECOND, THIRD)).rejects.toThrow(/^SECRET is not the one/);
  await opened(FIRST);
  expect(await database.db.run(fingerprints)).toHaveLength(1);
});

test('starts at the same moment note one secret once, and of two secrets one is refused', async () => {
  await Promise.all([opened(FIRST), opened(FIRST), opened(FIRST)]);
  expect(await database.db.run(fingerprints)).toHaveLength(1);
  await retireOthers(database.db, SECOND, clock.nowMs());
  const tried = await Promise.allSettled([opened(FIRST), opened(SECOND)]);
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('the database knows no secret, and a fingerprint is not the same in two houses', async () => {
  await opened(FIRST);
  const [mine] = await database.db.run(fingerprints);
  const other = await testDatabase();
  await openSecrets(other.db, { present: FIRST }, around);
  const [theirs] = await other.db.run(fingerprints);
  await other.drop();
  expect(mine?.hash.equals(theirs?.hash ?? Buffer.alloc(0))).toBe(false);
});

test('a new SECRET starts beside the one before, and alone only once everything is sealed with it', async () => {
  await opened(FIRST);
  await opened(SECOND, FIRST);
  expect(lines).toEqual(['SECRET was changed: npm run reseal seals again what the one before sealed']);
  await expect(opened(SECOND)).rejects.toThrow(/^SECRET was changed and something may still be sealed/);
  await expect(opened(FIRST)).rejects.toThrow(/^SECRET was changed and something may still be sealed/);
  // Processes that restart one after the other: the old one knows both.
  await opened(FIRST, SECOND);
  expect(await retireOthers(database.db, SECOND, clock.nowMs())).toBe(1);
  await opened(SECOND);
  await expect(opened(FIRST)).rejects.toThrow(/^SECRET is not the one/);
});

const name = 'a'.repeat(32);
const newOperator = sql<{ id: string }>(
  'test.operator',
  `insert into operator (username, password_hash, role, created_at) values ('sealer', 'x', 'owner', now()) returning id`,
);

/** One thing of each kind that SECRET protects, made with it; and whether each can be used with some secrets. */
async function makeEverything(secret: Secrets) {
  const { db } = database;
  const store = folderStore(folder);
  const logged: string[] = [];
  const log = { error: (_: object, message: string) => void logged.push(message) };
  const [member] = await owner.run<{ id: string }>(
    sql(
      'test.member',
      `insert into member (username, password_hash, invite_code, created_at) values ('sealed@example.org', 'x', 'SEALED22', now()) returning id`,
    ),
  );
  const memberId = member?.id ?? '';
  const [operator] = await owner.run(newOperator);
  const operatorId = operator?.id ?? '';
  await sealedStore(store, secret).put(name, Buffer.from('an image'));
  await owner.run(
    sql(
      'test.upload',
      `insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at)
       values ($1, $2, 'image/png', true, 8, 1, 1, sha256('a'), sha256('b'), now())`,
    ),
    [name, memberId],
  );
  const of = {
    members: createTotp(secret, 'members', () => {}).make(memberId, 'sealed'),
    pending: createTotp(secret, 'members', () => {}).make(memberId, 'sealed'),
    operators: createTotp(secret, 'operators', () => {}).make(operatorId, 'sealer'),
  };
  await owner.run(
    sql(
      'test.factor',
      `insert into second_factor (member_id, totp_secret, totp_confirmed_at, pending_secret, pending_created_at)
       values ($1, $2, now(), $3, now())`,
    ),
    [memberId, of.members.sealed, of.pending.sealed],
  );
  await owner.run(
    sql('test.operatorTotp', 'update operator set totp_secret = $2, totp_confirmed_at = now() where id = $1'),
    [operatorId, of.operators.sealed],
  );
  const access = 'b'.repeat(64);
  await owner.run(
    sql(
      'test.key',
      `insert into api_key (member_id, access_hash, shown, name, secret, may_trade, may_transfer, networks, markets, created_at)
       values ($1, $2, 'abcdefgh', 'sealed', $3, true, false, '{}', '{}', now())`,
    ),
    [memberId, access, createSeal(secret, 'keys of programs').seal(access, Buffer.from('to sign with'))],
  );
  await owner.run(
    sql(
      'test.webhook',
      `with made as (
         insert into webhook_endpoint (name, url, events, enabled, created_at)
         values ('sealed', 'https://hooks.example/', array['alert.raised'], true, now()) returning id)
       insert into webhook_secret (name, endpoint_id, n, sealed, created_at) select $1, id, 1, $2, now() from made`,
    ),
    [name, createSeal(secret, 'secrets of webhooks').seal(name, Buffer.from('to sign with too'))],
  );
  const webhookSecret = sql<{ sealed: Buffer }>('test.webhookSecret', 'select sealed from webhook_secret');
  const keySecret = sql<{ secret: Buffer }>('test.keySecret', 'select secret from api_key');
  const [recovery] = createRecoveryCodes(secret).make(memberId);
  await owner.run(sql('test.recovery', 'insert into recovery_code (member_id, hash) values ($1, $2)'), [
    memberId,
    recovery?.hash,
  ]);
  const knows = { name: 'sealed', passwordHash: 'x' };
  const planner = { memberId, lang: 'en', address: '', sessionHash: '' };
  const passing = {
    link: new Links(secret, clock).to(name),
    freeze: createFreezeLinks(secret).tokenOf('7'),
    browser: new KnownBrowsers({ clock, secret, who: 'member' }).make(knows),
    plan: new Plans(secret, clock).answer('transfer', {}, { by: planner, refusals: [] }).plan ?? '',
    work: new ProofsOfWork({ clock, secret, throttles: ownThrottles(clock), who: 'member' }).ask('sealed', 1),
  };
  const security = (by: Secrets) =>
    createSecurity({ db, clock, secret: by, log, home: () => ({ origin: 'http://localhost:3000', name: 'Plimsoll' }) });
  const codeOf = (typed: string) =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(typed) }).generate({
      timestamp: clock.nowMs(),
    });
  const columns = sql<{ column: Buffer }>(
    'test.columns',
    `select totp_secret as column from second_factor union all select pending_secret from second_factor
     union all select totp_secret from operator where id = $1`,
  );

  return {
    store,
    memberId,
    /** What works, of what is kept. */
    async kept(by: Secrets): Promise<Record<string, boolean>> {
      const [totp, pending, ofOperator] = await owner.run(columns, [operatorId]);
      const reads = (whose: 'members' | 'operators', id: string, typed: string, sealed: Buffer | undefined) =>
        createTotp(by, whose, () => {}).stepOf(
          codeOf(typed),
          { ownerId: id, sealed: sealed ?? Buffer.alloc(0) },
          clock.nowMs(),
        ) !== undefined;
      const [key] = await owner.run(keySecret);
      const [webhook] = await owner.run(webhookSecret);
      const image = await sealedStore(store, by)
        .get(name)
        .catch(() => undefined);
      const checked = await security(by).second.look(memberId, { second: recovery?.code ?? '' }, undefined);
      return {
        'uploads at rest': image?.toString() === 'an image',
        'authenticators of members': reads('members', memberId, of.members.secret, totp?.column),
        'authenticators of members, not confirmed': reads('members', memberId, of.pending.secret, pending?.column),
        'authenticators of operators': reads('operators', operatorId, of.operators.secret, ofOperator?.column),
        'recovery codes of members': checked.ok,
        'keys of programs':
          createSeal(by, 'keys of programs')
            .unseal(access, key?.secret ?? Buffer.alloc(0))
            ?.toString() === 'to sign with',
        'secrets of webhooks':
          createSeal(by, 'secrets of webhooks')
            .unseal(name, webhook?.sealed ?? Buffer.alloc(0))
            ?.toString() === 'to sign with too',
      };
    },
    /** What works, of what was given out. */
    async passing(by: Secrets): Promise<Record<string, boolean>> {
      const [path = '', search = ''] = passing.link.split('?');
      return {
        'upload links': new Links(by, clock).opened(path, search)?.name === name,
        'freeze links of notices': createFreezeLinks(by).noticeOf(passing.freeze) === '7',
        plans: new Plans(by, clock).check(
          passing.plan,
          { call: 'transfer', fields: {} },
          { ...planner, claim: { memberId, call: 'transfer', key: passing.plan, bodyHash: '', kept: false } },
        ).ok,
        'known browsers':
          new KnownBrowsers({ clock, secret: by, who: 'member' }).idOf(knows, passing.browser) !== undefined,
      };
    },
  };
}
const every = (record: Record<string, boolean>, value: boolean) =>
  Object.fromEntries(Object.keys(record).map((each) => [each, value]));

test('SECRET is changed twice and nothing that is kept is lost: old ones read, new ones write, all is sealed again', async () => {
  const first = await opened(FIRST);
  const made = await makeEverything(first);
  const all = await made.kept(first);
  expect(all).toEqual(every(all, true));

  const both = await opened(SECOND, FIRST);
  expect(await made.kept(both)).toEqual(every(all, true));
  expect(await made.passing(both)).toEqual(every(await made.passing(both), true));
  expect(await made.kept({ present: SECOND })).toEqual(every(all, false));

  const done = await resealAll(database.db, both, made.store);
  expect(done.map(({ kind, again, unreadable }) => [kind, again, unreadable])).toEqual([
    ['uploads at rest', 1, []],
    ['authenticators of members', 2, []],
    ['authenticators of operators', 1, []],
    ['keys of programs', 1, []],
    ['secrets of webhooks', 1, []],
    ['keys of before', 0, []],
  ]);
  await retireOthers(database.db, SECOND, clock.nowMs());
  const second = await opened(SECOND);
  expect(await made.kept(second)).toEqual(every(all, true));
  // What was given out before ends with the secret before.
  expect(await made.passing(second)).toEqual(every(await made.passing(second), false));
  expect(await made.kept({ present: FIRST })).toEqual({ ...every(all, false), 'recovery codes of members': true });

  const third = await opened(THIRD, SECOND);
  expect(await made.kept(third)).toEqual(every(all, true));
  await resealAll(database.db, third, made.store);
  // Again, as after one that was cut off: there is nothing more to do.
  expect((await resealAll(database.db, third, made.store)).every(({ again }) => again === 0)).toBe(true);
  await retireOthers(database.db, THIRD, clock.nowMs());
  expect(await made.kept(await opened(THIRD))).toEqual(every(all, true));
});

test('each kind of thing that SECRET protects and that is kept is among those that were looked at', async () => {
  const made = await makeEverything(await opened(FIRST));
  const looked = [
    ...Object.keys(await made.kept({ present: FIRST })),
    ...Object.keys(await made.passing({ present: FIRST })),
  ];
  const wanted = Object.entries(KEYS).flatMap(([purpose, fate]) => (fate === 'once' ? [] : [purpose]));
  // Looked at elsewhere: by the second change above, and below.
  const elsewhere = ['keys of before', 'proof of work', 'challenges of passkey logins'];
  expect(wanted.filter((purpose) => !looked.includes(purpose) && !elsewhere.includes(purpose))).toEqual([]);
});

test('what no secret opens is named, and what can be is sealed again all the same', async () => {
  const first = await opened(FIRST);
  const made = await makeEverything(first);
  await writeFile(join(folder, name.slice(0, 2), name), Buffer.alloc(64, 1));
  const done = await resealAll(database.db, await opened(SECOND, FIRST), made.store);
  expect(done.flatMap(({ unreadable }) => unreadable)).toEqual([`upload ${name}`]);
  expect((await made.kept({ present: SECOND }))['authenticators of operators']).toBe(true);
});

test('an upload that cannot be written again stays as it was', async () => {
  const first = await opened(FIRST);
  const made = await makeEverything(first);
  const full = { ...made.store, replace: () => Promise.reject(new Error('the disk is full')) };
  await expect(resealAll(database.db, await opened(SECOND, FIRST), full)).rejects.toThrow('the disk is full');
  expect((await made.kept({ present: SECOND, before: FIRST }))['uploads at rest']).toBe(true);
});

test('a request that is repeated under its key after a change of SECRET is known', () => {
  const read = { success: true, data: { num: '1' } };
  const [before, now] = [
    new Claims(database.db, clock, FIRST),
    new Claims(database.db, clock, { present: SECOND, before: FIRST }),
  ].map((claims) => claims.bodyHashes(read, {}));
  expect(now?.bodyHash).not.toBe(before?.bodyHash);
  expect(now?.hashesBefore).toEqual([before?.bodyHash]);
});
