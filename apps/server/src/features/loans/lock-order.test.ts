import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { days, openLoanWorld, type LoanWorld } from '../../testing/loan-world.ts';
import { waitersOf } from '../../testing/waiters.ts';

let world: LoanWorld;
beforeAll(async () => {
  world = await openLoanWorld();
});
afterAll(() => world.close());

const hold = sql<never>('test.holdLoan', 'select from loan where id = $1 for update');
const holdAtOnce = sql<never>('test.holdLoanAtOnce', 'select from loan where id = $1 for update nowait');

test('a decision locks what its member owes before the later loan that it decides, as all that lock loans do', async () => {
  const lea = await world.member('20');
  const owed = await world.lent(lea);
  const wanted = await world.applied(lea);
  await world.withdraw(lea, '1020');
  world.world.clock.advance(days(30));
  const { token } = await world.http.operator('treasurer');
  // As a collection in another process, which has the older loan and comes to the younger one.
  const decided = await world.owner.transaction(async (tx) => {
    await tx.run(hold, [owed]);
    const waiters = await waitersOf(tx, world.world.db);
    const approving = world.http.ask('POST', `/loans/${wanted}/approve`, { token, fields: { remark: '' } });
    await expect.poll(waiters).toBe(1);
    await tx.run(holdAtOnce, [wanted]);
    return { approving };
  });
  expect((await decided.approving).body).toMatchObject({ reason: 'overdue_loan' });
});
