import { amount } from '@plimsoll/money';
import { balancesOf, move, type Account, type Journal } from '../ledger/index.ts';
import { sql } from '../platform/db.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { allowTrialKind } from './trial-kind.ts';

const insertCoin = sql<{ id: string }>(
  'testing.trialCoin',
  `insert into coin (title, decimals) values ('USDT', 8) returning id`,
);

/** A ledger that posts journals of the kind `test`, of one coin. */
export interface TrialLedger {
  readonly database: TestDatabase;
  readonly coinId: string;
  /** The id of a member without accounts. */
  newMember(): string;
  /** The funds of a member. */
  funds(memberId: string): Account;
  /** What is available in them; zero where they are not opened. */
  readonly balance: (memberId: string) => Promise<bigint>;
  /** A journal that gives a member `much`, by default one, of a cause of its own unless `id` names one. */
  grant(memberId: string, how?: { readonly much?: string; readonly id?: string }): Journal;
  /** Audits the ledger and removes its database. */
  close(): Promise<void>;
}

/** Opens a {@link TrialLedger} on a database of its own. */
export async function openTrialLedger(): Promise<TrialLedger> {
  const database = await testDatabase();
  await allowTrialKind(database);
  const [coin] = await database.db.run(insertCoin);
  const coinId = coin?.id ?? '';
  let members = 0;
  let causes = 0;
  const funds = (memberId: string): Account => ({ memberId, type: 1, coinId });
  return {
    database,
    coinId,
    newMember: () => String((members += 1)),
    funds,
    balance: async (memberId) => (await balancesOf(database.db, memberId))[0]?.available ?? 0n,
    grant: (memberId, { much = '1', id = `${(causes += 1)}` } = {}) => ({
      cause: { kind: 'test', id },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId }, funds(memberId), amount(much))],
    }),
    async close() {
      await requireCleanAudit(database.db);
      await database.drop();
    },
  };
}
