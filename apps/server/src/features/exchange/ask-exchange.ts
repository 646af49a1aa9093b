import { refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { placesUsed } from '@plimsoll/money';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import type { Payments } from '../membership/index.ts';
import { booksAlong } from './books.ts';
import { converting, type ConvertDeps } from './convert.ts';
import { walkWay } from './walk-way.ts';
import { findWay } from './way.ts';

interface AskDeps extends ConvertDeps {
  readonly writer: GroupedWriter;
  readonly payments: Payments;
}

/**
 * What a member asks with `exchangeCoin`, checked in this order: same coin, no way, old book or mark, too large, too
 * small, payment password, available. The price is made on execution.
 */
export function exchanges(
  deps: AskDeps,
): (
  memberId: string,
  input: Input<'exchangeCoin'>,
  claim?: IdempotencyClaim,
) => Promise<Result<Answer<'exchangeCoin'>>> {
  const { market, writer, payments, spread } = deps;
  const command = converting(deps);
  return async (memberId, { type, from_coin_id, to_coin_id, amount: given, paypassword }, claim) => {
    if (from_coin_id === to_coin_id) return refuse('same_coin');
    const [from, to] = [market.coin(from_coin_id), market.coin(to_coin_id)];
    const way = from && to && findWay(from.id, to.id, market.list());
    if (!way) return refuse('not_found');
    if (placesUsed(given) > from.decimals) return refuse('bad_amount');
    // Checked before the password is, and again on execution.
    const books = booksAlong(way, deps);
    if (!books.ok) return books;
    const walked = walkWay(
      { from, to, given, way },
      books.value.map(({ book, mark }) => ({ book, mark, bids: book.bids, asks: book.asks })),
      spread(),
    );
    if (!walked.ok) return walked;
    const allowed = await payments.check(memberId, paypassword);
    if (!allowed.ok) return allowed;
    return writer.submit(command, { memberId, type, from, to, given, way }, claim);
  };
}
