import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { notifyMember } from './index.ts';

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
