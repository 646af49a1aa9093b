import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { openDb, sql } from '../platform/db.ts';
import { openTrialLedger, type TrialLedger } from '../testing/trial-ledger.ts';
import { evidenceOf, wasCommitted } from './causes.ts';
import { GroupedWriter, plainPosting, type Journal } from './index.ts';

const writtenBy = sql<{ transaction: string }>(
  'test.writtenBy',
  'select xmin::text as transaction from ledger_journal where cause_id = $1',
);

let ledger: TrialLedger;
beforeAll(async () => {
  ledger = await openTrialLedger();
});
afterAll(() => ledger.close());

test('a commit is one’s own by its cause, its transaction and who asked: a crash may give both numbers again', async () => {
  const { database } = ledger;
  const [memberId, another] = [ledger.newMember(), ledger.newMember()];
  const askedBy = (id: string): Journal => ({
    ...ledger.grant(memberId, { id: '4711' }),
    actor: { kind: 'member', id },
  });
  const connection = openDb(database.url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db: database.db, clock: systemClock });
  await writer.submit(plainPosting, [askedBy(memberId)]);
  await connection.close();
  const [{ transaction } = { transaction: '' }] = await database.db.run(writtenBy, ['4711']);
  const isDone = async (by: string, its = transaction) => {
    const evidence = evidenceOf([{ journals: [askedBy(by)], trace: undefined }], its);
    return evidence && wasCommitted(database.db, evidence);
  };
  expect(await isDone(memberId)).toBe(true);
  expect(await isDone(another)).toBe(false);
  expect(await isDone(memberId, String(Number(transaction) + 1_000))).toBe(false);
});
