import { memberCalls } from '@plimsoll/contract';
import { operatorCalls } from '@plimsoll/contract/operator';
import { openDb, type Db } from '../../../apps/server/src/platform/db.ts';
import { rawSocket } from '../../faults/ground/sockets.ts';
import type { Attempt, Role } from '../attempt.ts';
import { askMember } from '../member-user.ts';
import type { LivePlatform } from '../platform.ts';
import { FIRST_OWNER } from '../platform.ts';
import type { Reply } from '../wire.ts';
import { messageOf } from '../../support/message-of.ts';

const NAMES = ['owner', 'admin', 'root', FIRST_OWNER.username];
const PASSWORDS = ['harbourmaster1', 'demo2026', 'password', 'a', '', 'Bilge pump, seven, starboard '];
const PATHS = [
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/operator/../../data/postgres.key',
  '/api/uploads/../../secret',
  '/.git/config',
  '/.env',
  '/mail/',
  '/data/secret',
  '/metrics',
  `/api/uploads/${'0'.repeat(32)}?expires=99999999999&signature=${'A'.repeat(43)}`,
  '/operator/api/../../healthz',
];
const json = (body: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const;
const done = (replies: readonly Reply[]): Reply[] => replies.filter(({ reason }) => reason === 'done');

/** Sends two requests disguised as one. @returns everything that was answered. */
async function smuggle(url: string): Promise<string> {
  const inner = 'GET /operator/api/operators HTTP/1.1\r\nHost: x\r\n\r\n';
  const { socket } = rawSocket(
    url,
    `POST /api/getusr HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  );
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return Buffer.concat(parts).toString();
}

const stranger: readonly Attempt[] = [
  {
    name: 'asks every member call and every console call without a login, and with forged ones',
    async run({ wire }) {
      const forged = ['', 'x', 'A'.repeat(43), 'null', '0'];
      const guarded = memberCalls.filter(({ member }) => member);
      const members = await Promise.all(
        forged.flatMap((token) =>
          guarded.map(({ name }) =>
            askMember(wire, name, {}, token === '' ? {} : { Token: token, Cookie: `token=${token}` }),
          ),
        ),
      );
      const inside = operatorCalls.filter(({ role }) => role !== null);
      const console = await Promise.all(
        forged.slice(0, 3).flatMap((token) =>
          inside.map(({ method, path }) =>
            wire.send(`/operator/api${path.replace('{id}', '1')}`, {
              method,
              headers: {
                authorization: `Bearer ${token}`,
                ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
              },
              ...(method === 'GET' ? {} : { body: '{}' }),
            }),
          ),
        ),
      );
      if (done([...members, ...console]).length > 0) wire.faults.push('something is answered to nobody');
      return [...members, ...console];
    },
  },
  {
    name: 'guesses at the first owner and at a member',
    async run({ wire, victim }) {
      const owners: Reply[] = [];
      for (const username of NAMES)
        for (const password of PASSWORDS)
          owners.push(await wire.send('/operator/api/session', json({ username, password, totp: '123456' })));
      const members = await Promise.all(
        PASSWORDS.map((password) => askMember(wire, 'login', { username: victim.email, password })),
      );
      if (done([...owners, ...members]).length > 0) wire.faults.push('a guessed password let somebody in');
      return [...owners, ...members];
    },
  },
  {
    name: 'forges links: a claim, a new password, a freeze, an upload; and registers another’s address',
    async run({ wire, victim }) {
      const replies = [
        ...(await Promise.all(
          ['x', 'A'.repeat(43), '0'.repeat(43)].map((link) =>
            wire.send('/operator/api/session/claim', json({ link, password: 'Out of the deep, at dusk' })),
          ),
        )),
        ...(await Promise.all(
          ['A'.repeat(22), 'x', ''].map((token) =>
            askMember(wire, 'newpwd', { token, password: 'Thief4ever99', repassword: 'Thief4ever99' }),
          ),
        )),
        ...(await Promise.all(
          ['1.x', `1.${'A'.repeat(43)}`, ''].map((token) => askMember(wire, 'freezeMe', { token })),
        )),
        ...(await Promise.all(
          ['', '000000', '123456'].map((captcha) =>
            askMember(wire, 'register', {
              type: '2',
              email: 'ceo@bigbank.example',
              password: 'quay4load7line',
              repassword: 'quay4load7line',
              captcha,
            }),
          ),
        )),
        await askMember(wire, 'register', {
          type: '1',
          phone: '491700000000',
          password: 'quay4load7line',
          repassword: 'quay4load7line',
        }),
      ];
      if (done(replies).length > 0) wire.faults.push('a forged link, or an address without its code, was taken');
      return [
        ...replies,
        await askMember(wire, 'forgotpwd', { email: victim.email }),
        await askMember(wire, 'emssend', { email: victim.email }),
      ];
    },
  },
  {
    name: 'asks for files of the machine, and says two requests as one',
    async run({ wire, platform }) {
      const replies = await Promise.all(PATHS.map((path) => wire.send(path)));
      const smuggled = await smuggle(await platform.url());
      if (
        /root:x:|BEGIN|"list"/.test(smuggled + replies.map(({ text }) => text).join('')) ||
        (smuggled.match(/^HTTP\/1\.1/gm) ?? []).length > 1
      )
        wire.faults.push('a file or a second answer came out');
      return replies;
    },
  },
];

export const outsider: Role = { name: 'a stranger', attempts: stranger };

/** Statements that would rewrite history, or extend the rights of the server's role. */
const STATEMENTS = [
  'set role none; update ledger_account set available = available + 1000000 where member_id is not null',
  'set role plimsoll; select 1',
  'set role postgres; select 1',
  'reset role; delete from ledger_journal',
  'update ledger_account set available = available + 1000000 where member_id is not null',
  'delete from ledger_journal',
  'update ledger_transfer set amount = amount * 2',
  'delete from operator_audit',
  `update operator_audit set username = 'nobody'`,
  'alter table ledger_account disable trigger all',
  `set session_replication_role = 'replica'`,
  'update withdrawal set status = 2',
  'delete from withdrawal_approval',
  'update withdrawal set amount = amount * 10',
  `update proposal set status = 2, decided_by = proposed_by, decided_at = now(), decision_remark = ''`,
  'update operator_rule set established_after = $$0$$, related_for = $$0$$',
  `copy (select 1) to program 'id'`,
  'create role thief superuser',
  'grant plimsoll to plimsoll_app',
  'drop table tape_head',
  'truncate operator_audit',
];

const refused = (why: string): Reply => ({ status: 403, reason: why, body: null, text: why });
const allowed = (what: string): Reply => ({ status: 200, reason: 'done', body: null, text: what });

async function runAs(db: Db, text: string): Promise<Reply> {
  try {
    // Each in its own transaction, committed if the database allows it.
    await db.transaction(async (tx) => {
      for (const [at, part] of text.split('; ').entries())
        await tx.run({ name: `hostile.${Buffer.from(text).toString('base64url').slice(0, 40)}.${at}`, text: part });
    });
    return allowed(text);
  } catch (error) {
    return refused(
      messageOf(error)
        .replaceAll(/"[^"]*"|\d+/g, '…')
        .slice(0, 60),
    );
  }
}

const database: readonly Attempt[] = [
  {
    name: 'rewrites balances, journal, log, approvals; becomes the owner of the tables',
    async run({ platform, wire }) {
      const db = openDb(platform.databaseEnv.DATABASE_URL, { role: null, connections: 1 });
      try {
        const replies: Reply[] = [];
        for (const text of STATEMENTS) replies.push(await runAs(db, text));
        for (const { text } of done(replies)) wire.faults.push(`the server's login may: ${text}`);
        return replies;
      } finally {
        await db.close();
      }
    },
  },
  {
    name: 'makes a clerk an owner behind the log: the audit names it',
    async run({ platform, wire }) {
      const db = openDb(platform.databaseEnv.DATABASE_URL, { connections: 1 });
      try {
        const made = await runAs(db, `update operator set role = 'owner' where username = 'carl@quay.example'`);
        const { status, output } = await platform.runTool('audit.ts', []);
        if (made.reason === 'done' && (status === 0 || !output.includes('carl@quay.example')))
          wire.faults.push('the audit finds nothing of an operator who was made an owner by SQL');
        return [made, await runAs(db, `update operator set role = 'clerk' where username = 'carl@quay.example'`)];
      } finally {
        await db.close();
      }
    },
  },
];

export const databaseLogin: Role = { name: 'the server’s login to the database', attempts: database };

/** Configurations that live mode must refuse, with what is careless about each. */
const STARTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the password a', { OPERATOR_PASSWORD: 'a' }],
  ['a common password', { OPERATOR_PASSWORD: 'harbourmaster1' }],
  ['a short SECRET', { SECRET: 'short' }],
  ['no SECRET', { SECRET: '' }],
  ['made-up prices', { FEED: 'simulated' }],
  ['every address, and no word on proxies', { HOST: '0.0.0.0' }],
  ['a PUBLIC_URL without TLS', { PUBLIC_URL: 'http://app.example' }],
];

/** Tries to start carelessly, before the first start. @returns those that started. */
export async function careless(
  platform: LivePlatform,
): Promise<{ readonly tried: readonly string[]; readonly taken: readonly string[] }> {
  const taken: string[] = [];
  for (const [what, env] of STARTS)
    if ((await platform.refusesToStart(env)) === undefined) taken.push(`it started with ${what}`);
  const login = await platform.refusesToStart({ DATABASE_URL: platform.databaseEnv.MIGRATE_DATABASE_URL });
  if (login === undefined) taken.push('it started with a login that owns the tables');
  return { tried: [...STARTS.map(([what]) => what), 'a login that owns the tables'], taken };
}
