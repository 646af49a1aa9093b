import { amountOf, bool, count, id, priceOf, rateOf, smallint } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import type { Exchange } from './exchange.ts';

const takeIds = sql<{ id: string }>(
  'exchange.takeIds',
  `select nextval('flash_exchange_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for new exchanges, rising. */
export const takeExchangeIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map((row) => row.id);

const EXCHANGES = rowsOf({
  id: id('exchange'),
  memberId: id('member'),
  type: smallint,
  fromCoin: id('coin'),
  toCoin: id('coin'),
  given: amountOf,
  received: amountOf,
  residue: amountOf,
  fromDecimals: smallint,
  toDecimals: smallint,
  spread: rateOf,
  worth: amountOf.named('dealt'),
  minuteLimit: amountOf.orNull(),
});
const insertAll = sql<never>(
  'exchange.insert',
  `insert into flash_exchange (${EXCHANGES.columns}, at) select t.*, $1::timestamptz from ${EXCHANGES.unnest('t', 2)}`,
);
const LEGS = rowsOf({
  exchangeId: id('exchange'),
  n: smallint,
  marketId: id('market'),
  bookSeq: count.orNull(),
  sells: bool,
  mid: priceOf,
  given: amountOf,
  received: amountOf,
  decimals: smallint,
  markSeq: count,
  mark: priceOf,
  lean: rateOf.orNull(),
  positionCoin: id('coin').orNull(),
  position: amountOf.orNull(),
  positionPrice: priceOf.orNull(),
  positionLimit: amountOf.orNull(),
});
const insertLegs = sql<never>(
  'exchange.insertLegs',
  `insert into flash_exchange_leg (${LEGS.columns}) select * from ${LEGS.unnest('t', 1)}`,
);
const TAKES = rowsOf({ exchangeId: id('exchange'), n: smallint, k: smallint, price: priceOf, quantity: amountOf });
const insertTakes = sql<never>(
  'exchange.insertTakes',
  `insert into flash_exchange_take (${TAKES.columns}) select * from ${TAKES.unnest('t', 1)}`,
);

const exchangeRow = ({ from, to, legs, ...exchange }: Exchange): RowOf<typeof EXCHANGES> => ({
  ...exchange,
  fromCoin: from.id,
  toCoin: to.id,
  fromDecimals: from.decimals,
  toDecimals: to.decimals,
  minuteLimit: legs[0]?.terms?.minuteLimit ?? null,
});

const legRow = (
  { mark, terms, ...leg }: Exchange['legs'][number],
  exchangeId: string,
  n: number,
): RowOf<typeof LEGS> => ({
  ...leg,
  exchangeId,
  n,
  markSeq: mark.seq,
  mark: mark.price,
  lean: terms?.lean ?? null,
  positionCoin: terms?.by.coinId ?? null,
  position: terms?.by.quantity ?? null,
  positionPrice: terms?.by.price ?? null,
  positionLimit: terms?.by.limit ?? null,
});

/** Writes exchanges made at `at`, with their legs. */
export async function insertExchanges(tx: Tx, rows: readonly Exchange[], at: Date): Promise<void> {
  const legs = rows.flatMap(({ id: exchangeId, legs: each }) =>
    each.map((leg, index) => ({ leg, exchangeId, n: index + 1 })),
  );
  const takes = legs.flatMap(({ leg, exchangeId, n }) =>
    leg.takes.map((take, index) => ({ ...take, exchangeId, n, k: index + 1 })),
  );
  await Promise.all([
    tx.run(insertAll, [at, ...EXCHANGES.arrays(rows, exchangeRow)]),
    tx.run(
      insertLegs,
      LEGS.arrays(legs, ({ leg, exchangeId, n }) => legRow(leg, exchangeId, n)),
    ),
    tx.run(insertTakes, TAKES.arrays(takes)),
  ]);
}
