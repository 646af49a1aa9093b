import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { notifyMember, type Notification } from './index.ts';

const insertMember = sql<{ id: string }>(
  'test.member',
  `insert into member (username, email, password_hash, invite_code, created_at) values ($1, $2, 'x', $3, now()) returning id`,
);
const stored = sql<{ kind: string; params: unknown; mail: string | null }>(
  'test.stored',
  `
  select kind, params, m.state as mail from notice n left join notice_mail m on m.notice_id = n.id where n.member_id = $1 order by n.id`,
);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

const member = async (email: string | null, inviteCode: string) =>
  (await database.db.run(insertMember, [email ?? inviteCode, email, inviteCode]))[0]?.id ?? '';

test('a notice is stored with its values, and a mail waits where there is an address', async () => {
  const [lea, tom] = [await member('lea@example.com', 'AAAAAAAA'), await member(null, 'BBBBBBBB')];
  await database.db.transaction((tx) =>
    notifyMember(
      tx,
      [
        {
          memberId: lea,
          kind: 'recharge-refused',
          params: { amount: '5.00000000', coin: 'USDT', remark: 'says "no", {twice} \\ once' },
        },
        { memberId: tom, kind: 'frozen', params: {} },
      ],
      Date.UTC(2026, 0, 1),
    ),
  );
  expect(await database.db.run(stored, [lea])).toEqual([
    {
      kind: 'recharge-refused',
      params: { amount: '5.00000000', coin: 'USDT', remark: 'says "no", {twice} \\ once' },
      mail: 'waiting',
    },
  ]);
  expect(await database.db.run(stored, [tom])).toEqual([{ kind: 'frozen', params: {}, mail: null }]);
});

test('a rolled back transaction leaves no notice and no mail', async () => {
  const lea = await member('lea2@example.com', 'CCCCCCCC');
  await expect(
    database.db.transaction(async (tx) => {
      await notifyMember(tx, [{ memberId: lea, kind: 'unfrozen', params: {} }], 0);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await database.db.run(stored, [lea])).toEqual([]);
});

test('a member is mailed of a few transfers received an hour, has a notice of each, and is mailed of all else', async () => {
  const lea = await member('lea3@example.com', 'DDDDDDDD');
  const tom = await member('tom3@example.com', 'EEEEEEEE');
  const received = (memberId: string): Notification => ({
    memberId,
    kind: 'transfer-received',
    params: { amount: '0.00000001', coin: 'USDT', from: 'mallory' },
  });
  const [begins, hour] = [Date.UTC(2026, 0, 1), 60 * 60_000];
  const notify = (atMs: number, ...notices: Notification[]) =>
    database.db.transaction((tx) => notifyMember(tx, notices, atMs));
  await notify(begins, received(lea), received(lea), received(lea));
  await notify(begins + 1, received(lea), received(tom), received(lea), received(lea), received(lea));
  await notify(begins + 2, received(lea), { memberId: lea, kind: 'frozen', params: {} });
  await notify(begins + 3, { memberId: lea, kind: 'loan-approved', params: { amount: '5.00000000' } });
  const mails = async (of: string) => (await database.db.run(stored, [of])).map(({ mail }) => mail === 'waiting');
  const [mailed, only] = [true, false];
  expect(await mails(lea)).toEqual([mailed, mailed, mailed, mailed, mailed, only, only, only, mailed, mailed]);
  expect(await mails(tom)).toEqual([mailed]);
  await notify(begins + hour + 4, received(lea));
  expect((await mails(lea)).at(-1)).toBe(mailed);
});
