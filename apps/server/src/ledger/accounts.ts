import { id, smallint, text } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import type { Clock } from '../platform/clock.ts';
import { sql, type Query } from '../platform/db.ts';
import type { Account } from './journal.ts';

const OPENED = rowsOf({
  memberId: id('member').orNull(),
  type: smallint.orNull(),
  house: text.orNull(),
  coinId: id('coin'),
});
const openAccounts = sql<{ account_id: string }>(
  'ledger.open',
  `select account_id from ledger_open($1, ${OPENED.parameters(2)})`,
);

/** The account as one word, for maps. */
export const accountKey = (account: Account): string =>
  'house' in account ? `${account.house} ${account.coinId}` : `${account.memberId} ${account.type} ${account.coinId}`;

/** Max account numbers in memory; others are read again. */
const MAX_KNOWN = 500_000;

/** Numbers of accounts, opened at their first use. They never change. */
export class AccountNumbers {
  readonly #query: Query;
  readonly #clock: Clock;
  #known = new Map<string, string>();

  /** `query` is outside any transaction: an opened account stays, whatever becomes of the command. */
  constructor(query: Query, clock: Clock) {
    this.#query = query;
    this.#clock = clock;
  }

  /** Makes {@link of} know all of `accounts`. */
  async learn(accounts: Iterable<Account>): Promise<void> {
    const missing = new Map<string, Account>();
    for (const account of accounts) {
      const key = accountKey(account);
      if (!this.#known.has(key)) missing.set(key, account);
    }
    if (missing.size === 0) return;
    if (this.#known.size > MAX_KNOWN) this.#known = new Map();
    const asked = [...missing.values()];
    const rows = await this.#query.run(openAccounts, [
      new Date(this.#clock.nowMs()),
      ...OPENED.arrays(asked, (each) =>
        'house' in each
          ? { memberId: null, type: null, house: each.house, coinId: each.coinId }
          : { ...each, house: null },
      ),
    ]);
    [...missing.keys()].forEach((key, index) => {
      const row = rows[index];
      if (row) this.#known.set(key, row.account_id);
    });
  }

  /** The number of an account learnt before. */
  of(account: Account): string {
    const number = this.#known.get(accountKey(account));
    if (number === undefined) throw new Error(`account not learnt: ${accountKey(account)}`);
    return number;
  }
}
