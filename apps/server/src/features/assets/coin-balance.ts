import { ACCOUNT_TYPE, refuse, ok, type Answer, type Result } from '@plimsoll/contract';
import { format, ZERO } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import { shownTypes } from './shown-types.ts';

/** What is available of one coin in each of a member's accounts. */
export async function coinBalance(
  query: Query,
  market: MarketData,
  asked: { memberId: string; coinId: string; withQuant: boolean },
): Promise<Result<Answer<'getCoinBalance'>>> {
  if (!market.coin(asked.coinId)) return refuse('not_found');
  const balances = (await balancesOf(query, asked.memberId)).filter((each) => each.coinId === asked.coinId);
  const types = shownTypes([ACCOUNT_TYPE.funds, ACCOUNT_TYPE.options, ACCOUNT_TYPE.quant], balances, asked.withQuant);
  return ok({
    balance_list: types.map((type) => ({
      type,
      balance: format(balances.find((each) => each.type === type)?.available ?? ZERO),
    })),
  });
}
