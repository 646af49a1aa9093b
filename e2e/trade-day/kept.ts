import { openDb, sql } from '../../apps/server/src/platform/db.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';

export interface KeptOrder {
  readonly id: string;
  readonly member_id: string;
  readonly side: 1 | 2;
  readonly base: string;
  readonly quote: string;
  readonly held: string;
  readonly filled: string;
  readonly paid: string;
  readonly fee: string;
}

/** A fill, with the file's time of its snapshot. */
export interface KeptFill {
  readonly order_id: string;
  readonly symbol: string;
  readonly side: 1 | 2;
  readonly limit_price: string | null;
  readonly price: string;
  readonly paid: string;
  readonly source_time: Date | null;
  readonly at: Date;
}

export interface Crossed {
  readonly low: string;
  readonly high: string;
  readonly first: Date;
  readonly last: Date;
  readonly ticks: number;
}

export interface Kept {
  readonly orders: readonly KeptOrder[];
  readonly fills: readonly KeptFill[];
  /** Range of btcusdt that was replayed, in the file's time; undefined without a tick. */
  readonly crossed: Crossed | undefined;
  /** Members' accounts below zero. */
  readonly below: readonly string[];
  readonly usdt: string;
}

const orders = sql<KeptOrder>(
  'day.orders',
  `
  select o.id, o.member_id, o.side, m.base_coin as base, m.quote_coin as quote, o.held, o.filled, o.paid, o.fee
  from spot_order o join market m on m.id = o.market_id order by o.id`,
);
const fills = sql<KeptFill>(
  'day.fills',
  `
  select f.order_id, m.symbol, o.side, o.limit_price, f.price, f.paid, k.source_time, f.at
  from spot_fill f join spot_order o on o.id = f.order_id join market m on m.id = o.market_id
  left join spot_book b on b.market_id = o.market_id and b.seq = f.book_seq
  left join lateral spot_book_open(b) k on true order by f.at, f.order_id, f.n`,
);
const crossed = sql<Crossed>(
  'day.crossed',
  `
  select min(t.price) as low, max(t.price) as high, min(t.source_time) as first, max(t.source_time) as last, count(*)::int as ticks
  from tick t join market m on m.id = t.market_id where m.symbol = 'btcusdt' having count(*) > 0`,
);
const below = sql<{ account: string }>(
  'day.below',
  `
  select 'member ' || member_id || ', coin ' || coin_id || ': ' || available || ' + ' || frozen as account
  from ledger_account where member_id is not null and (available < 0 or frozen < 0)`,
);
const usdt = sql<{ id: string }>('day.usdt', `select id from coin where title = 'USDT'`);

/** Reads a stopped server's database in `dataDir`. */
export async function readKept(dataDir: string): Promise<Kept> {
  const postgres = await startPostgres({ dir: dataDir, mustExist: true });
  const db = openDb(postgres.url, { connections: 1 });
  try {
    return {
      orders: await db.run(orders),
      fills: await db.run(fills),
      crossed: (await db.run(crossed))[0],
      below: (await db.run(below)).map(({ account }) => account),
      usdt: (await db.run(usdt))[0]?.id ?? '',
    };
  } finally {
    await db.close();
    await postgres.stop();
  }
}
