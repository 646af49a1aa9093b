import { Secret, TOTP } from 'otpauth';
import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '../../platform/db.ts';
import { DbNotifications } from '../../platform/db-notifications.ts';
import type { Mail } from '../../platform/mail.ts';
import {
  CARD,
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';
import { MailOutbox } from '../notices/index.ts';

// Every change and every way out notifies the member, with their phrase and a link that freezes the account (RULES 8).

const PASSWORD = 'Sailor2026';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DAY_MS = 24 * 60 * 60_000;
let world: FundingWorld;
let lea: FundedMember;
let tom: FundedMember;
const prepare = sql<never>('test.prepareMember', `update member set password_hash = $2, email = $3 where id = $1`);
const newest = sql<{ id: string; kind: string }>(
  'test.newestNotice',
  'select id, kind from notice where member_id = $1 order by id desc limit 1',
);
const call = (name: string, fields: Readonly<Record<string, unknown>> = {}, { token }: Partial<FundedMember> = lea) =>
  world.http.call(name, fields, token === undefined ? {} : { token });
const newestOf = async ({ id } = lea) => (await world.owner.run(newest, [id]))[0];
const forgetFactor = sql<never>('test.forgetFactor', 'update operator set totp_confirmed_at = null where id = $1');
const thaw = sql<never>('test.thaw', 'update member set frozen = false where id = $1');
/** Who waits for a lock of this transaction. */
const waiting = sql<object>(
  'test.waiting',
  'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
);
const thawBy = (first: { readonly id: string }, second: { readonly id: string }) =>
  world.owner.run(
    {
      name: 'test.thawBy',
      text: 'update self_freeze set first_by = $2, first_at = created_at, thawed_by = $3, thawed_at = created_at where member_id = $1 and thawed_at is null',
    },
    [lea.id, first.id, second.id],
  );
const decide = async (way: string, by: { readonly token: string }) =>
  world.http.ask('POST', `/members/${lea.id}/${way}`, { token: by.token, fields: { remark: 'asked for' } });

beforeAll(async () => {
  world = await openFundingWorld();
});
beforeEach(async () => {
  [lea, tom] = [await world.member({ USDT: '1000' }), await world.member()];
  await world.owner.run(prepare, [lea.id, `plain ${PASSWORD}`, `${lea.username}@quay.example`]);
});
afterEach(() => world.audit());
afterAll(() => world.close());

async function withTotp(): Promise<unknown> {
  const { secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>;
  const second = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.world.clock.nowMs(),
  });
  return call('confirmTotp', { second });
}

test.each<[string, () => Promise<unknown>]>([
  ['address-bound', () => call('setusraddress', { c_id: FUNDED.USDT, address: OTHER })],
  ['card-bound', () => call('setBank', CARD)],
  ['password-changed', () => call('resetpay', { logpassword: PASSWORD, newpassword: 'Anchor8down' })],
  ['password-changed', () => call('resetpwd', { oldpassword: PASSWORD, newpassword: 'Sailor2027' })],
  ['authenticator-changed', withTotp],
  ['phrase-changed', () => call('setPhrase', { phrase: 'grey heron', password: PASSWORD })],
  ['withdrawal-requested', () => call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD })],
  [
    'transfer-sent',
    () => call('balanceTransfer', { to_uid: tom.id, c_id: FUNDED.USDT, amount: '20', paypassword: PAY_PASSWORD }),
  ],
])('a member is notified: %s', async (kind, change) => {
  await change();
  expect(await newestOf()).toMatchObject({ kind });
});

test('notifications contain no whole card number', async () => {
  await call('setBank', CARD);
  const { data } = await call('getNoticeList');
  expect(JSON.stringify(data)).toContain('North Bank, …9010');
  expect(JSON.stringify(data)).not.toContain('5678');
});

test('a mail has the phrase and the link; the link freezes once, ends the sessions, and nothing leaves', async () => {
  const mails: Mail[] = [];
  const outbox = new MailOutbox({
    db: world.world.db,
    notifications: new DbNotifications(world.world),
    clock: world.world.clock,
    log: { error: () => {} },
    siteName: () => 'Plimsoll',
    mailTransport: {
      deliver: async (mail) => {
        mails.push(mail);
        return 'sent';
      },
    },
    freezeLink: (id) => `https://app.example/freeze?token=${world.links.tokenOf(id)}`,
    origin: () => 'https://app.example',
  });
  await outbox.start();
  await call('setPhrase', { phrase: 'grey heron', password: PASSWORD });
  await call('setusraddress', { c_id: FUNDED.USDT, address: OTHER });
  const about = () => mails.find(({ to, text }) => to.startsWith(lea.username) && text.includes(OTHER));
  await vi.waitFor(() => expect(about()).toBeDefined(), { timeout: 20_000 });
  await outbox.stop();
  const { text = '', html = '' } = about() ?? {};
  expect(text).toContain('Your anti-phishing phrase: grey heron');
  expect(html).toMatch(/^<!doctype html>.*Your anti-phishing phrase: grey heron/s);
  expect(html).toMatch(
    /<a href="https:\/\/app\.example\/freeze\?token=(\S+)" dir="ltr"[^>]*>https:\/\/app\.example\/freeze\?token=\1<\/a>/,
  );
  const token = /freeze\?token=(\S+)/.exec(text)?.[1] ?? '';
  const other = await world.http.sessions.open(lea.id);
  expect(await call('freezeMe', { token }, {})).toMatchObject({ code: 1, data: null });
  for (const each of [lea.token, other]) expect(await call('getusr', {}, { token: each })).toMatchObject({ code: 401 });
  const again = { ...lea, token: await world.http.sessions.open(lea.id) };
  expect(await call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD }, again)).toMatchObject({
    code: 401,
  });
  expect(await call('freezeMe', { token }, {})).toMatchObject({ code: 0, reason: 'bad_link' });
  expect((await newestOf())?.kind).toBe('frozen');
});

test('a forged link, one of another notice, or one older than a week freezes nobody', async () => {
  await call('setBank', CARD);
  const { id = '' } = (await newestOf()) ?? {};
  const mac = world.links.tokenOf(id).split('.')[1] ?? '';
  for (const token of ['x', `${id}.${'A'.repeat(43)}`, `${BigInt(id) + 1n}.${mac}`, id])
    expect(await call('freezeMe', { token }, {})).toMatchObject({ code: 0, reason: 'bad_link' });
  world.world.clock.advance(7 * DAY_MS);
  expect(await call('freezeMe', { token: world.links.tokenOf(id) }, {})).toMatchObject({ reason: 'bad_link' });
  expect(await call('freezeMe', {}, {})).toMatchObject({ code: 401, reason: 'login_required' });
  expect((await newestOf())?.kind).toBe('card-bound');
});

test('a self-frozen account is thawed by a proposal of two established operators, not by one', async () => {
  const [anna, bert, carl] = [
    await world.http.operator('treasurer'),
    await world.http.operator('treasurer'),
    await world.http.operator('treasurer'),
  ];
  const approve = (id: number, by: { readonly token: string }) =>
    world.http.ask('POST', `/proposals/${id}/approve`, { token: by.token, fields: { remark: 'seen on video' } });
  expect(await call('freezeMe')).toMatchObject({ code: 1 });
  expect(await decide('freeze', anna)).toMatchObject({ status: 409, body: { reason: 'already_decided' } });
  // An operator without a second factor is not established.
  await world.owner.run(forgetFactor, [carl.id]);
  expect(await decide('unfreeze', carl)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  const { status, body } = await decide('unfreeze', anna);
  const { id } = body['proposal'] as { id: number };
  expect([status, body['proposal']]).toMatchObject([
    202,
    {
      kind: 'members',
      what: 'change',
      ref: lea.id,
      name: lea.username,
      remark: 'asked for',
      before: { frozen: 1 },
      after: { frozen: 0 },
      username: anna.username,
      may: 'proposed',
    },
  ]);
  expect(await world.http.ask('GET', `/members/${lea.id}`, { token: anna.token })).toMatchObject({
    body: { frozen: 1, self_frozen: { first_by: anna.username } },
  });
  expect(await approve(id, anna)).toMatchObject({ status: 409, body: { reason: 'same_operator' } });
  expect(await approve(id, carl)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  await expect(thawBy(anna, anna)).rejects.toThrow('thawed_by_two');
  await expect(thawBy(anna, bert)).rejects.toThrow('no two established operators agreed');
  expect(await approve(id, bert)).toMatchObject({
    status: 200,
    body: { status: 2, result: { frozen: 0, self_frozen: null } },
  });
  // Another freeze needs another proposal.
  const again = { ...lea, token: await world.http.sessions.open(lea.id) };
  expect(await call('freezeMe', {}, again)).toMatchObject({ code: 1 });
  const one = ((await decide('unfreeze', anna)).body['proposal'] as { id: number }).id;
  const other = ((await decide('unfreeze', anna)).body['proposal'] as { id: number }).id;
  expect(await approve(one, bert)).toMatchObject({ status: 200 });
  world.world.clock.advance(1000);
  expect(await call('freezeMe', {}, { ...lea, token: await world.http.sessions.open(lea.id) })).toMatchObject({
    code: 1,
  });
  expect(await approve(other, bert)).toMatchObject({ status: 409, body: { reason: 'changed_meanwhile' } });
  const last = ((await decide('unfreeze', bert)).body['proposal'] as { id: number }).id;
  expect(await approve(last, anna)).toMatchObject({ status: 200 });
  // An operator’s freeze is thawed by an operator.
  expect(await decide('freeze', anna)).toMatchObject({ status: 200 });
  expect(await decide('unfreeze', anna)).toMatchObject({ status: 200, body: { frozen: 0 } });
});

test('a member freezes by the link what an operator froze before: that operator alone no longer thaws it', async () => {
  const [anna, bert] = [await world.http.operator('treasurer'), await world.http.operator('treasurer')];
  await call('setBank', CARD);
  const { id = '' } = (await newestOf()) ?? {};
  expect(await decide('freeze', anna)).toMatchObject({ status: 200 });
  expect(await call('freezeMe', { token: world.links.tokenOf(id) }, {})).toMatchObject({ code: 1 });
  const { status, body } = await decide('unfreeze', anna);
  expect([status, body['proposal']]).toMatchObject([202, { may: 'proposed' }]);
  expect(await world.http.ask('GET', `/members/${lea.id}`, { token: anna.token })).toMatchObject({
    body: { frozen: 1, self_frozen: { first_by: anna.username } },
  });
  const { id: proposed } = body['proposal'] as { id: number };
  expect(
    await world.http.ask('POST', `/proposals/${proposed}/approve`, {
      token: bert.token,
      fields: { remark: 'seen on video' },
    }),
  ).toMatchObject({ status: 200, body: { result: { frozen: 0, self_frozen: null } } });
});

test('a link that comes while an operator thaws freezes the account behind it', async () => {
  const anna = await world.http.operator('treasurer');
  await call('setBank', CARD);
  const { id = '' } = (await newestOf()) ?? {};
  expect(await decide('freeze', anna)).toMatchObject({ status: 200 });
  // A thaw that is written and not committed.
  const { freezing } = await world.owner.transaction(async (tx) => {
    await tx.run(thaw, [lea.id]);
    const begun = call('freezeMe', { token: world.links.tokenOf(id) }, {});
    await vi.waitFor(async () => expect(await tx.run(waiting)).toHaveLength(1), { timeout: 20_000 });
    return { freezing: begun };
  });
  expect(await freezing).toMatchObject({ code: 1 });
  expect(await world.http.ask('GET', `/members/${lea.id}`, { token: anna.token })).toMatchObject({
    body: { frozen: 1, self_frozen: { first_by: null } },
  });
});
