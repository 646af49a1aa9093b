import { expect, test } from 'vitest';
import { openFundingWorld } from '../../testing/funding-world.ts';
import { openTransferWorld } from '../../testing/transfer-world.ts';
import { memberHistory } from './member-history.ts';

test('the history lists a member’s deposits and withdrawals with their status, newest first', async () => {
  const funding = await openFundingWorld();
  try {
    const {
      world: { db, clock },
      http,
    } = funding;
    const [member, other] = [await funding.member({ USDT: '5000' }), await funding.member({ USDT: '5000' })];
    const clerk = await http.operator('treasurer');
    const deposit = await funding.claimed(member, { num: '1500', payimg: await funding.proof(member.id, 'first') });
    await http.ask('POST', `/recharges/${deposit}/approve`, { token: clerk.token, fields: { amount: '1480' } });
    clock.advance(1_000);
    const refused = await funding.asked(member, { num: '300' });
    await http.ask('POST', `/withdrawals/${refused}/reject`, {
      token: clerk.token,
      fields: { remark: 'card name differs' },
    });
    clock.advance(1_000);
    const waiting = await funding.asked(member, { num: '400' });
    await funding.asked(other, { num: '500' });
    const { list, total } = await memberHistory(db, member.id, { limit: 50, nowMs: clock.nowMs() });
    expect(list).toMatchObject([
      {
        what: 'withdrawal',
        ref: waiting,
        amount: '-400.00000000',
        coinName: 'USDT',
        state: 'waiting',
        note: expect.stringContaining('TR7NHqj') as string,
      },
      { what: 'withdrawal', ref: refused, amount: '-300.00000000', state: 'refused' },
      { what: 'deposit', ref: deposit, amount: '1480.00000000', state: 'done', note: 'TRC20' },
    ]);
    expect(total).toBe(3);
    expect((await memberHistory(db, member.id, { limit: 1, nowMs: clock.nowMs() })).list).toMatchObject([
      { ref: waiting },
    ]);
  } finally {
    await funding.close();
  }
});

test('the history lists transfers between members with names: gross for the sender, net for the receiver', async () => {
  const sending = await openTransferWorld();
  try {
    const {
      world: { db, clock },
    } = sending;
    const [lea, tom] = [await sending.member({ USDT: '100' }, 'pier.lea'), await sending.member({}, 'tide_runner')];
    await sending.terms('USDT', '0.01', 0);
    const ref = await sending.sent(lea, tom);
    const of = async (id: string) => (await memberHistory(db, id, { limit: 50, nowMs: clock.nowMs() })).list;
    expect(await of(lea.id)).toMatchObject([
      { what: 'sent', ref, amount: '-10.00000000', state: 'done', note: 'tide_runner' },
    ]);
    expect(await of(tom.id)).toMatchObject([
      { what: 'received', ref, amount: '9.90000000', state: 'done', note: 'pier.lea' },
    ]);
  } finally {
    await sending.close();
  }
});
