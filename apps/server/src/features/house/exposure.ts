import { DIRECTION, SIDE } from '@plimsoll/contract';
import type { Exposure } from '@plimsoll/contract/operator';
import { amount, format, plus, sum, ZERO } from '@plimsoll/money';
import { readAccounts, type HeldAccount } from '../../ledger/index.ts';
import type { Db, Query } from '../../platform/db.ts';
import { sql } from '../../platform/db.ts';
import { openStakes } from '../options/index.ts';
import { openSides, type HouseLimits, type Standing } from '../spot/index.ts';

const STAKED = 'USDT';

const coins = sql<{ id: string; title: string }>('house.coins', 'select id, title from coin order by sort, id');

const total = (texts: readonly string[]) => format(sum(texts.map(amount)));
const all = (account: HeldAccount | undefined) => (account ? plus(account.available, account.frozen) : ZERO);

/** What may have to be paid, what covers it, and the position in each coin, all at one moment. */
export const exposure = (db: Pick<Db, 'snapshot'>, limits: Pick<HouseLimits, 'standing'>): Promise<Exposure> =>
  db.snapshot(async (tx) => {
    const listed = await tx.run(coins);
    const house = await readAccounts(tx, { house: null });
    const standing = await limits.standing(tx);
    const positions = new Map(standing.positions.map((each) => [each.coinId, each]));
    const of = (name: HeldAccount['house'], coinId: string | undefined) =>
      house.find((each) => each.house === name && each.coinId === coinId);
    return {
      options: await ofOptions(tx, of('options', listed.find(({ title }) => title === STAKED)?.id)),
      spot: await ofSpot(tx),
      // not money: an id, a number on the wire
      coins: listed.map(({ id, title }) => ({
        c_id: Number(id),
        coin: title,
        spot: format(all(of('spot', id))),
        rewards: format(all(of('rewards', id))),
        promised: format(of('rewards', id)?.frozen ?? ZERO),
        ...positionOf(positions.get(id)),
      })),
      position_limit: format(standing.limit),
    };
  });

const positionOf = (of: Standing['positions'][number] | undefined) => ({
  position: of ? format(of.quantity) : null,
  worth: of && of.worth !== null ? format(of.worth) : null,
});

const NOTHING = { open: 0, stakes: format(ZERO), winnings: format(ZERO) };

async function ofOptions(query: Query, account: HeldAccount | undefined): Promise<Exposure['options']> {
  const rows = await openStakes(query);
  const byMarket = Map.groupBy(rows, ({ market_id }) => market_id);
  const way = (of: typeof rows, direction: 1 | 2) => {
    const row = of.find((each) => each.direction === direction);
    return row
      ? { open: row.open, stakes: format(amount(row.stakes)), winnings: format(amount(row.winnings)) }
      : NOTHING;
  };
  return {
    coin: STAKED,
    open: rows.reduce((count, { open }) => count + open, 0),
    stakes: total(rows.map(({ stakes }) => stakes)),
    worst: total(rows.map(({ winnings }) => winnings)),
    reserve: format(all(account)),
    held: format(account?.frozen ?? ZERO),
    markets: [...byMarket.values()].flatMap((of) => {
      const [first] = of;
      return first
        ? [
            {
              m_id: Number(first.market_id),
              symbol: first.symbol,
              coinname: first.coinname,
              up: way(of, DIRECTION.up),
              down: way(of, DIRECTION.down),
            },
          ]
        : [];
    }),
  };
}

async function ofSpot(query: Query): Promise<Exposure['spot']> {
  const byMarket = Map.groupBy(await openSides(query), ({ market_id }) => market_id);
  return [...byMarket.values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const [buys, sells] = (['buy', 'sell'] as const).map((way) => of.find(({ side }) => side === Number(SIDE[way])));
    return [
      {
        m_id: Number(first.market_id),
        symbol: first.symbol,
        coinname: first.coinname,
        buys: buys?.open ?? 0,
        held_quote: total(buys ? [buys.held] : []),
        sells: sells?.open ?? 0,
        held_base: total(sells ? [sells.held] : []),
      },
    ];
  });
}
