import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { days, openTransferWorld, type SendingMember, type TransferWorld } from '../../testing/transfer-world.ts';

// Checks of the database, findings of the audit, and operators' views.

let world: TransferWorld;
let lea: SendingMember;
let tom: SendingMember;
let sent: { arrived: number; cancelled: number; open: number };
beforeAll(async () => {
  world = await openTransferWorld();
  await world.terms('USDT', '0.01', 1);
  [lea, tom] = [
    await world.member({ USDT: '100' }, 'lea@quay.example'),
    await world.member({ USDT: '100' }, 'tom@quay.example'),
  ];
  sent = { arrived: await world.sent(lea, tom), cancelled: await world.sent(tom, lea), open: 0 };
  await world.cancel(tom, sent.cancelled);
  world.world.clock.advance(days(1));
  await world.arrive();
  sent.open = await world.sent(lea, tom);
});
afterEach(() => world.audit());
afterAll(() => world.close());

let statements = 0;
const run = (text: string, values: unknown[] = []) =>
  world.owner.run({ name: `guards.${(statements += 1)}`, text }, values);

test.each([
  ['arrives before its time', `update member_transfer set status = 2, ended_at = arrives_at where id = $1`],
  ['is cancelled without its journal', `update member_transfer set status = 3, ended_at = placed_at where id = $1`],
  [
    'goes to somebody else',
    `update member_transfer set to_member_id = to_member_id + 1, status = 3, ended_at = placed_at where id = $1`,
  ],
  ['costs something else', `update member_transfer set rate = 0 where id = $1`],
])('no row says that a transfer on its way %s', async (_what, text) => {
  await expect(run(text, [sent.open])).rejects.toThrow(/has no journal|would change/);
});

test('an ended transfer never changes, and none exists without its journal', async () => {
  await expect(
    run('update member_transfer set status = 3, ended_at = placed_at where id = $1', [sent.arrived]),
  ).rejects.toThrow('has ended');
  await expect(
    run('update member_transfer set status = 1, ended_at = null where id = $1', [sent.cancelled]),
  ).rejects.toThrow('has ended');
  await expect(
    run(
      `insert into member_transfer (member_id, to_member_id, coin_id, amount, rate, decimals, fee, net, days, placed_at, arrives_at, status)
    values ($1, $2, 1, 5, 0, 8, 0, 5, 1, now(), now() + interval '24 hours', 1)`,
      [lea.id, tom.id],
    ),
  ).rejects.toThrow('has no journal');
  await expect(
    world.world.db.run({ name: 'guards.app', text: 'update member_transfer set amount = 1' }),
  ).rejects.toThrow('permission denied');
  await expect(world.world.db.run({ name: 'guards.app2', text: 'delete from member_transfer' })).rejects.toThrow(
    'permission denied',
  );
});

test('the audit finds a transfer with another end, another amount or no row', async () => {
  const spoil = async (text: string, id: number) => {
    const [kept] = (await run('select member_transfer::text as row from member_transfer where id = $1', [id])) as {
      row: string;
    }[];
    await run('alter table member_transfer disable trigger user');
    await run(text, [id]);
    await expect(world.audit()).rejects.toThrow('each transfer to another member');
    await run('delete from member_transfer where id = $1', [id]);
    await run('insert into member_transfer select ($1::member_transfer).*', [kept?.row]);
    await run('alter table member_transfer enable trigger user');
  };
  await spoil('update member_transfer set amount = 20, fee = 0.2, net = 19.8 where id = $1', sent.arrived);
  await spoil('update member_transfer set status = 2, ended_at = arrives_at where id = $1', sent.cancelled);
  await spoil('update member_transfer set status = 3, ended_at = placed_at where id = $1', sent.open);
  await spoil('delete from member_transfer where id = $1', sent.arrived);
});

test('operators find transfers by number, id, either member and status', async () => {
  const { token } = await world.http.operator('viewer');
  const found = async (fields: Record<string, unknown>) => {
    const { status, body } = await world.http.ask('GET', '/member-transfers', { token, fields });
    return status === 200
      ? { total: body['total'], ids: (body['list'] as { id: number }[]).map(({ id }) => id) }
      : status;
  };
  const newestFirst = [sent.open, sent.cancelled, sent.arrived];
  expect(await found({})).toEqual({ total: 3, ids: newestFirst });
  expect(await found({ sort: 'id', limit: 2 })).toEqual({ total: 3, ids: newestFirst.toReversed().slice(0, 2) });
  expect(await found({ before: sent.open })).toEqual({ total: 3, ids: newestFirst.slice(1) });
  for (const q of [lea.username, tom.id]) expect(await found({ q })).toEqual({ total: 3, ids: newestFirst });
  expect(await found({ q: `t260105${sent.arrived}` })).toEqual({ total: 1, ids: [sent.arrived] });
  expect(await found({ q: sent.open, status: 2 })).toEqual({ total: 0, ids: [] });
  expect(await found({ member_id: tom.id, status: 3 })).toEqual({ total: 1, ids: [sent.cancelled] });
  expect(await found({ status: 1 })).toEqual({ total: 1, ids: [sent.open] });
  expect(await found({ q: 'nobody' })).toEqual({ total: 0, ids: [] });
  expect(await found({ member_id: 999_999 })).toEqual({ total: 0, ids: [] });

  const one = await world.http.ask('GET', `/member-transfers/${sent.arrived}`, { token });
  expect(one.body).toMatchObject({
    id: sent.arrived,
    member_id: Number(lea.id),
    username: lea.username,
    to_member_id: Number(tom.id),
    to_username: tom.username,
    c_id: 1,
    status: 2,
    amount: '10.00000000',
    sxf: '0.10000000',
    arrival_amount: '9.90000000',
    internal_transfer_sxf: '0.01000000',
    internal_transfer_days: 1,
  });
  expect(await world.http.ask('GET', '/member-transfers/999999', { token })).toMatchObject({
    status: 404,
    body: { reason: 'not_found' },
  });
});
