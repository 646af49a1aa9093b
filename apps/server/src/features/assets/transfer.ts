import { ok, type Input, type Refusal, type Result } from '@plimsoll/contract';
import { placesUsed, ZERO, type Amount } from '@plimsoll/money';
import { accountKey, availableIn, defineCommand, type GroupedWriter, type LedgerCommand } from '../../ledger/index.ts';
import type { Coin, MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { elementAt } from '../../platform/element-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import type { OwnTransferRow } from './own-transfer.ts';
import { moving } from './postings.ts';
import { insertTransfers, takeTransferIds } from './store.ts';

type Asked = Omit<OwnTransferRow, 'id'>;

/** Moves money between members' own accounts, at once and without a fee (RULES 5). */
function transferring(clock: Clock): LedgerCommand<Asked, OwnTransferRow, null> {
  return defineCommand({
    name: 'assets.transfer',
    async plan(tx, asked) {
      const ids = await takeTransferIds(tx, asked.length);
      return asked.map((each, index) => {
        const planned = { ...each, id: elementAt(ids, index) };
        return ok({ journals: [moving(planned)], planned });
      });
    },
    record: (tx, rows) => ({
      outcomes: rows.map(() => null),
      sent: insertTransfers(tx, rows, new Date(clock.nowMs())),
      commitsAfter: true,
    }),
  });
}

interface TransferDeps {
  readonly db: Query;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
}
type Fields = Omit<Input<'transfer'>, 'plan'>;

/** Everything that refuses a transfer but its money, in the order in which it is refused. */
function* faultsOf({ from_type, to_type, num }: Fields, coin: Pick<Coin, 'decimals'> | undefined): Generator<Refusal> {
  if (from_type === to_type) yield { reason: 'same_account' };
  if (!coin) return yield { reason: 'not_found' };
  if (placesUsed(num) > coin.decimals) yield { reason: 'bad_amount' };
}

/** What a transfer would find. */
export interface TransferPreview {
  readonly coin: string;
  readonly available: Amount;
  readonly refusals: readonly Refusal[];
}

/** What a member asks with `transfer` and `planTransfer`. */
export interface Transfers {
  /** Refused for the same account twice, an unknown coin, too many places, or too little available. */
  readonly make: (memberId: string, input: Fields, claim?: IdempotencyClaim) => Promise<Result<null>>;
  /** What there is to move, and everything that refuses it; undefined of an unknown coin. */
  readonly preview: (memberId: string, input: Fields) => Promise<TransferPreview | undefined>;
}

/** Moves between own accounts, and plans of them. */
export function transfers({ db, writer, market, clock }: TransferDeps): Transfers {
  const command = transferring(clock);
  return {
    async make(memberId, input, claim) {
      const { c_id, num, from_type, to_type } = input;
      for (const refusal of faultsOf(input, market.coin(c_id))) return { ok: false, refusal };
      return writer.submit(command, { memberId, coinId: c_id, from: from_type, to: to_type, amount: num }, claim);
    },
    async preview(memberId, input) {
      const { c_id, num, from_type } = input;
      const coin = market.coin(c_id);
      if (!coin) return undefined;
      const account = { memberId, type: from_type, coinId: c_id };
      const available = (await availableIn(db, [account])).get(accountKey(account)) ?? ZERO;
      const refusals = [...faultsOf(input, coin)];
      // As the ledger refuses it, which lets no account fall below zero.
      if (available < num) refusals.push({ reason: 'insufficient_balance' });
      return { coin: coin.title, available, refusals };
    },
  };
}
