import type { AccountType, ExchangeCoin } from '@plimsoll/contract';
import { amount, amountOfUnits, averagePrice, format, formatShort, price, ZERO, type Price } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import { midOfBook, type Coin } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import { freshBook } from './books.ts';
import type { ConvertDeps } from './convert.ts';

const UNIT = 'USDT';
const ONE = price('1');

/**
 * Every coin with a market: the member's balance in one account, and the middles and marks it can be exchanged at (WIRE
 * exchange.getCanExchangeCoin).
 */
export async function listExchangeCoins(
  query: Query,
  memberId: string,
  type: AccountType,
  deps: ConvertDeps,
): Promise<ExchangeCoin[]> {
  const markets = deps.market.list().map((market) => {
    const book = freshBook(market.id, deps);
    return { ...market, mid: book && midOfBook(book), mark: deps.market.mark(market.id) };
  });
  const [all, leans] = await Promise.all([balancesOf(query, memberId), deps.limits.leans(query)]);
  const balances = new Map(all.filter((each) => each.type === type).map((each) => [each.coinId, each.available]));
  const spread = format(deps.spread());

  const inUnit = (coin: Coin): Price | undefined => {
    if (coin.title === UNIT) return ONE;
    const market = markets.find(
      ({ base, quote }) =>
        (base.id === coin.id && quote.title === UNIT) || (quote.id === coin.id && base.title === UNIT),
    );
    if (market?.mid === undefined) return undefined;
    return market.base.id === coin.id ? market.mid : averagePrice(amount('1'), amountOfUnits(market.mid));
  };

  return deps.market.coins().flatMap((coin): ExchangeCoin[] => {
    const own = markets.filter(({ base, quote }) => base.id === coin.id || quote.id === coin.id);
    if (own.length === 0) return [];
    const worth = inUnit(coin);
    return [
      {
        // not money: ids, numbers on the wire
        id: Number(coin.id),
        title: coin.title,
        balance: format(balances.get(coin.id) ?? ZERO),
        price: worth === undefined ? null : format(worth),
        decimals: coin.decimals,
        spread,
        markets: own.map((market) => {
          const { id, symbol, base, quote, mid, mark } = market;
          const sells = base.id === coin.id;
          return {
            m_id: Number(id),
            symbol,
            c_id: Number((sells ? quote : base).id),
            sells,
            mid: mid === undefined ? null : format(mid),
            mark: mark ? format(mark.price) : null,
            mark_seq: mark?.seq ?? null,
            lean: formatShort(leans(market, sells ? 'sell' : 'buy')),
          };
        }),
      },
    ];
  });
}
