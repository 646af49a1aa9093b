import { format } from '@plimsoll/money';
import { sql, type Tx } from '../../platform/db.ts';
import type { Exchange } from './exchange.ts';

const takeIds = sql<{ id: string }>(
  'exchange.takeIds',
  `select nextval('flash_exchange_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for exchanges about to be made, rising. */
export const takeExchangeIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map((row) => row.id);

const insertAll = sql<never>(
  'exchange.insert',
  `
  insert into flash_exchange (id, member_id, type, from_coin, to_coin, given, received, residue, from_decimals, to_decimals, spread, dealt, minute_limit, at)
  select *, $14::timestamptz from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[],
    $9::smallint[], $10::smallint[], $11::numeric[], $12::numeric[], $13::numeric[])`,
);
const insertLegs = sql<never>(
  'exchange.insertLegs',
  `
  insert into flash_exchange_leg (exchange_id, n, market_id, book_seq, sells, mid, given, received, decimals, mark_seq, mark,
    lean, position_coin, position, position_price, position_limit)
  select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::numeric[], $7::numeric[], $8::numeric[], $9::smallint[],
    $10::bigint[], $11::numeric[], $12::numeric[], $13::bigint[], $14::numeric[], $15::numeric[], $16::numeric[])`,
);
const insertTakes = sql<never>(
  'exchange.insertTakes',
  `
  insert into flash_exchange_take (exchange_id, n, k, price, quantity)
  select * from unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::numeric[], $5::numeric[])`,
);

const orNull = (value: Parameters<typeof format>[0] | undefined): string | null =>
  value === undefined ? null : format(value);

/** Writes exchanges that were made at `at`, with their legs. */
export async function insertExchanges(tx: Tx, rows: readonly Exchange[], at: Date): Promise<void> {
  const legs = rows.flatMap(({ id, legs: each }) => each.map((leg, index) => ({ ...leg, id, n: index + 1 })));
  const takes = legs.flatMap(({ id, n, takes: each }) => each.map((take, index) => ({ ...take, id, n, k: index + 1 })));
  await Promise.all([
    tx.run(insertAll, [
      rows.map((row) => row.id),
      rows.map((row) => row.memberId),
      rows.map((row) => row.type),
      rows.map((row) => row.from.id),
      rows.map((row) => row.to.id),
      rows.map((row) => format(row.given)),
      rows.map((row) => format(row.received)),
      rows.map((row) => format(row.residue)),
      rows.map((row) => row.from.decimals),
      rows.map((row) => row.to.decimals),
      rows.map((row) => format(row.spread)),
      rows.map((row) => format(row.worth)),
      rows.map((row) => orNull(row.legs[0]?.terms?.minuteLimit)),
      at,
    ]),
    tx.run(insertLegs, [
      legs.map((leg) => leg.id),
      legs.map((leg) => leg.n),
      legs.map((leg) => leg.marketId),
      legs.map((leg) => leg.bookSeq),
      legs.map((leg) => leg.sells),
      legs.map((leg) => format(leg.mid)),
      legs.map((leg) => format(leg.given)),
      legs.map((leg) => format(leg.received)),
      legs.map((leg) => leg.decimals),
      legs.map((leg) => leg.mark.seq),
      legs.map((leg) => format(leg.mark.price)),
      legs.map((leg) => orNull(leg.terms?.lean)),
      legs.map((leg) => leg.terms?.by.coinId ?? null),
      legs.map((leg) => orNull(leg.terms?.by.quantity)),
      legs.map((leg) => orNull(leg.terms?.by.price)),
      legs.map((leg) => orNull(leg.terms?.by.limit)),
    ]),
    tx.run(insertTakes, [
      takes.map((take) => take.id),
      takes.map((take) => take.n),
      takes.map((take) => take.k),
      takes.map((take) => format(take.price)),
      takes.map((take) => format(take.quantity)),
    ]),
  ]);
}
