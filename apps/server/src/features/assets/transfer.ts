import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { placesUsed } from '@plimsoll/money';
import { defineCommand, type GroupedWriter, type LedgerCommand } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
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
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
}

/**
 * What a member asks with `transfer`: refused for the same account twice, an unknown coin, too many places, or too
 * little available.
 */
export function transfers({
  writer,
  market,
  clock,
}: TransferDeps): (memberId: string, input: Input<'transfer'>, claim?: IdempotencyClaim) => Promise<Result<null>> {
  const command = transferring(clock);
  return async (memberId, { c_id, num, from_type, to_type }, claim) => {
    if (from_type === to_type) return refuse('same_account');
    const coin = market.coin(c_id);
    if (!coin) return refuse('not_found');
    if (placesUsed(num) > coin.decimals) return refuse('bad_amount');
    return writer.submit(command, { memberId, coinId: c_id, from: from_type, to: to_type, amount: num }, claim);
  };
}
