import type { MemberBalance } from '@plimsoll/contract/operator';
import { format, notional, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import { sql, type Query } from '../../platform/db.ts';

const titles = sql<{ id: string; title: string }>(
  'membership.coinTitles',
  'select id, title from coin where id = any($1)',
);

/** A member's balances of every coin ever touched, and their worth in USDT. */
export async function memberBalances(
  query: Query,
  market: MarketData,
  memberId: string,
): Promise<{ list: MemberBalance[]; worth: string }> {
  const held = await balancesOf(query, memberId);
  const named = new Map(
    (await query.run(titles, [[...new Set(held.map(({ coinId }) => coinId))]])).map(({ id, title }) => [id, title]),
  );
  const valued = held.map((each) => ({
    ...each,
    worth: worthOf(market, each.coinId, plus(each.available, each.frozen)),
  }));
  const list = valued
    .sort((a, b) => a.type - b.type || Number(a.coinId) - Number(b.coinId))
    .map(({ type, coinId, available, frozen, worth }): MemberBalance => ({
      // not money: an id, a number on the wire
      type,
      c_id: Number(coinId),
      coinName: named.get(coinId) ?? '',
      balance: format(available),
      dbalance: format(frozen),
      all_zhprice: worth === undefined ? null : format(worth),
    }));
  return { list, worth: format(sum(valued.map(({ worth }) => worth ?? ZERO))) };
}

function worthOf(market: MarketData, coinId: string, quantity: Amount): Amount | undefined {
  if (quantity === 0n) return ZERO;
  const each = market.usdtPrice(coinId);
  return each === undefined ? undefined : notional(each, quantity, 'down');
}
