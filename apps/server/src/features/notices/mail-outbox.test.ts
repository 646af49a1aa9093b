import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { DbNotifications } from '../../platform/db-notifications.ts';
import { sql } from '../../platform/db.ts';
import type { Mail, MailOutcome } from '../../platform/mail.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { MailOutbox, notifyMember, type Notification } from './index.ts';

const insertMember = sql<{ id: string }>(
  'test.member',
  `
  insert into member (username, email, lang, password_hash, invite_code, created_at) values ($1, $1, $2, 'x', $3, now()) returning id`,
);
const stateOf = sql<{ state: string; attempts: number }>(
  'test.mailState',
  `
  select state, attempts from notice_mail join notice on notice.id = notice_id where notice.member_id = $1 order by notice_id`,
);
const handOver = sql<never>(
  'test.handOver',
  `update notice_mail set state = 'sending', attempt_at = $1 where state = 'waiting'`,
);
const endWaiting = sql<never>('test.endWaiting', `update notice_mail set state = 'sent' where state <> 'sent'`);

const MINUTE_MS = 60_000;
const frozen = (memberId: string): Notification => ({ memberId, kind: 'frozen', params: {} });

let database: TestDatabase;
let clock: ManualClock;
let mails: Mail[];
let outcomes: MailOutcome[];
let errors: string[];
let members = 0;
const addresses = new Map<string, string>();
const running: MailOutbox[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  [mails, outcomes, errors] = [[], [], []];
  return async () => {
    for (const outbox of running.splice(0)) await outbox.stop();
    await database.db.run(endWaiting);
  };
});

async function started(
  deliver = async (mail: Mail): Promise<MailOutcome> => {
    mails.push(mail);
    return outcomes.shift() ?? 'sent';
  },
): Promise<MailOutbox> {
  const log = {
    error: (_details: object, message: string) => {
      errors.push(message);
    },
  };
  const outbox = new MailOutbox({
    db: database.db,
    notifications: new DbNotifications({ url: database.url, clock }),
    clock,
    log,
    mailTransport: { deliver },
    siteName: () => 'Plimsoll',
  });
  running.push(outbox);
  await outbox.start();
  return outbox;
}
async function newMember(lang: string | null = null): Promise<string> {
  members += 1;
  const [row] = await database.db.run(insertMember, [
    `member${members}@example.com`,
    lang,
    `MAIL${String(members).padStart(4, '0')}`,
  ]);
  addresses.set(row?.id ?? '', `member${members}@example.com`);
  return row?.id ?? '';
}
const notify = (...notices: Notification[]) =>
  database.db.transaction((tx) => notifyMember(tx, notices, clock.nowMs()));
const states = async (memberId: string) => (await database.db.run(stateOf, [memberId])).map(({ state }) => state);
/** Sent though the clock does not advance: the commit wakes the outbox. */
const sent = (count: number) => vi.waitFor(() => expect(mails).toHaveLength(count), { timeout: 20_000 });

test('a commit sends the mail at once, in the member’s language, and once', async () => {
  const outbox = await started();
  const lea = await newMember('zh-cn');
  await notify({
    memberId: lea,
    kind: 'withdrawal-refused',
    params: { amount: '5.00000000', coin: 'USDT', remark: '<b>no</b>' },
  });
  await sent(1);
  expect(mails).toEqual([
    {
      to: `member${members}@example.com`,
      subject: 'Plimsoll：提现未通过',
      text: '您的 5 USDT 提现未通过，该数量已恢复可用。\n\n原因：<b>no</b>\n\nPlimsoll',
    },
  ]);
  await vi.waitFor(async () => expect(await states(lea)).toEqual(['sent']));
  clock.advance(MINUTE_MS);
  await outbox.settled();
  expect(mails).toHaveLength(1);
});

test('mails left by a process that died after the commit are sent when the next one starts', async () => {
  const lea = await newMember();
  await notify(frozen(lea));
  await started();
  await sent(1);
  expect(mails[0]).toMatchObject({ subject: 'Plimsoll: Account frozen' });
});

test('a mail that was certainly not sent is retried, later each time; a refused one is not', async () => {
  outcomes = ['later', 'later', 'refused'];
  const outbox = await started();
  const lea = await newMember();
  await notify(frozen(lea));
  await sent(1);
  const passed = async (ms: number) => {
    clock.advance(ms);
    await outbox.settled();
  };
  await vi.waitFor(async () => expect(await states(lea)).toEqual(['waiting']));
  await passed(MINUTE_MS);
  expect(mails).toHaveLength(2);
  await passed(MINUTE_MS);
  expect(mails).toHaveLength(2);
  await passed(MINUTE_MS);
  expect([mails.length, await states(lea)]).toEqual([3, ['refused']]);
  await passed(60 * MINUTE_MS);
  expect(mails).toHaveLength(3);
});

test('a mail of unknown outcome is marked, and not sent again', async () => {
  outcomes = ['doubtful'];
  const outbox = await started();
  const [lea, tom] = [await newMember(), await newMember()];
  await notify(frozen(lea));
  await vi.waitFor(async () => expect(await states(lea)).toEqual(['doubtful']));
  await outbox.stop();
  // Tom's was handed over by a process that ended then.
  await notify(frozen(tom));
  await database.db.run(handOver, [new Date(clock.nowMs())]);
  const next = await started();
  await next.settled();
  expect(await states(tom)).toEqual(['sending']);
  clock.advance(31 * MINUTE_MS);
  await next.settled();
  expect([await states(tom), mails.length, errors]).toEqual([
    ['doubtful'],
    1,
    ['notice mails without an answer marked doubtful, not sent again'],
  ]);
});

const ended = (memberId: string): Notification => ({
  memberId,
  kind: 'stake-ended',
  params: { amount: '5.00000000', revenue: '1.00000000', coin: 'USDT' },
});
const isFrozenMail = ({ subject }: Mail): boolean => subject.includes('frozen');

test('mails of security go before the many that inform', async () => {
  const [lea, tom] = [await newMember(), await newMember()];
  await notify(...Array.from({ length: 45 }, () => ended(lea)));
  clock.advance(1000);
  await notify(...Array.from({ length: 5 }, () => frozen(tom)));
  await started();
  await sent(50);
  expect(mails.slice(0, 5).every(isFrozenMail)).toBe(true);
});

test('those that inform get their share of each turn, in their order, however many of security wait', async () => {
  const [lea, tom, ann] = [await newMember(), await newMember(), await newMember()];
  await notify(...[lea, tom].flatMap((each) => Array.from({ length: 20 }, () => frozen(each))));
  await notify(ended(ann));
  clock.advance(1000);
  await notify(ended(ann), ended(lea));
  await started();
  await sent(43);
  const informing = (turn: number) => mails.slice(turn * 10, turn * 10 + 10).filter((mail) => !isFrozenMail(mail));
  expect([0, 1, 2].map((turn) => informing(turn).length)).toEqual([2, 1, 0]);
  expect(mails.filter((mail) => !isFrozenMail(mail)).map(({ to }) => to)).toEqual(
    [ann, ann, lea].map((each) => addresses.get(each)),
  );
});

test('a member’s many mails of security do not delay another’s for long, and are sent', async () => {
  const [lea, tom] = [await newMember(), await newMember()];
  const many = Array.from({ length: 100 }, (): Notification => ({
    memberId: lea,
    kind: 'transfer-sent',
    params: { amount: '0.00000001', coin: 'USDT', to: 'tom' },
  }));
  await notify(...many.slice(0, 50));
  await notify(...many.slice(50));
  clock.advance(1000);
  await notify(frozen(tom));
  await started();
  await sent(101);
  expect(mails.findIndex(isFrozenMail)).toBeLessThan(30);
});

test('two processes send each mail once', async () => {
  await started();
  await started();
  const lea = await newMember();
  await notify(...Array.from({ length: 25 }, () => frozen(lea)));
  await vi.waitFor(async () => expect(await states(lea)).toEqual(Array.from({ length: 25 }, () => 'sent')), {
    timeout: 20_000,
  });
  expect(mails).toHaveLength(25);
});
