import { HOUSES, type CoinReport } from '@plimsoll/contract/operator';
import { format, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { totalsByCoin } from '../../ledger/index.ts';
import type { Query } from '../../platform/db.ts';

/** What members and house accounts have of every coin, at one moment. With `outside` it sums to zero (RULES 1). */
export async function balancesReport(query: Query): Promise<CoinReport[]> {
  return (await totalsByCoin(query)).map(({ coinId, coin, members, house }) => {
    const of = (each: (typeof HOUSES)[number]): Amount => house[each] ?? ZERO;
    return {
      // not money: an id, a number on the wire
      c_id: Number(coinId),
      coin,
      members: format(members),
      house: {
        outside: format(of('outside')),
        spot: format(of('spot')),
        options: format(of('options')),
        loans: format(of('loans')),
        rewards: format(of('rewards')),
        fees: format(of('fees')),
        rounding: format(of('rounding')),
      },
      difference: format(plus(members, sum(HOUSES.map(of)))),
    };
  });
}
