import { amount } from '@plimsoll/money';
import { makeFirstOperator } from '../../apps/server/src/features/operators/index.ts';
import { ruleOf } from '../../apps/server/src/features/proposals/index.ts';
import { GroupedWriter, move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { openDb, sql, type Db } from '../../apps/server/src/platform/db.ts';
import { MINUTE_LIMIT, POSITION_LIMIT } from './model/dealing.ts';
import { COINS, FUNDS, MARKETS, TERMS } from './model/model.ts';
import { MEMBER_LIMIT, NET_LIMIT } from './model/risk.ts';
import { write } from './model/exact.ts';
import { quickPasswords } from './process.ts';
import type { SimClock } from './sim-clock.ts';

export const OWNER = { username: 'owner', password: 'Bilge-pump 7 starboard' } as const;

const insertCoins = sql<never>(
  'simulate.coins',
  `
  insert into coin (id, title, decimals, sort, txminnum, txmaxnum, sxftype, txsxf, txsxf_n)
  select i, t, d, i, 1, 100000, 2, 0, 0 from unnest($1::bigint[], $2::text[], $3::smallint[]) as c (i, t, d)`,
);
const insertMarkets = sql<never>(
  'simulate.markets',
  `
  insert into market (id, symbol, base_coin, quote_coin, min, step, price_step)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[])`,
);
const insertTerms = sql<never>(
  'simulate.terms',
  `
  insert into option_terms (seconds, min, max, rate, changed_at) select s, l, m, r, $5 from unnest($1::int[], $2::numeric[], $3::numeric[], $4::numeric[]) as t (s, l, m, r)`,
);
const insertNetworks = sql<never>(
  'simulate.networks',
  `
  insert into coin_network (coin_id, pay_type, coin_net, address_kind, address) select i, 1, 'CHAIN' || i, 'other', 'house address ' || i from unnest($1::bigint[]) as i`,
);
// So small that they are met.
const insertLimits = sql<never>(
  'simulate.limits',
  `with set as (
    insert into setting (key, value) values ('options_net_limit', to_jsonb($1::text)), ('options_member_limit', to_jsonb($2::text)),
      ('spot_position_limit', to_jsonb($3::text)), ('spot_member_minute_limit', to_jsonb($4::text)) returning key, value)
  select operator_audit_append($5, null, 'server', 'server', 'baseline', 'settings', '', null, jsonb_object_agg(key, value), '', '') from set`,
);
const restartIds = sql<never>(
  'simulate.restartIds',
  `select setval(pg_get_serial_sequence('coin', 'id'), 100), setval(pg_get_serial_sequence('market', 'id'), 100)`,
);

/** Puts the catalogue, the house's money and the first operator in an empty database, before any process begins. */
export async function setUp(url: string, clock: SimClock): Promise<void> {
  const owner = openDb(url, { connections: 1, role: null });
  const app = openDb(url, { connections: 2 });
  try {
    await fill(owner, app, clock);
  } finally {
    await Promise.all([owner.close(), app.close()]);
  }
}

async function fill(owner: Db, app: Db, clock: SimClock): Promise<void> {
  const column = <T extends readonly unknown[]>(rows: readonly T[], index: number): unknown[] =>
    rows.map((row) => row[index]);
  await owner.run(
    insertCoins,
    [0, 1, 2].map((index) => column(COINS, index)),
  );
  await owner.run(
    insertMarkets,
    [0, 1, 2, 3, 4, 5, 6].map((index) => column(MARKETS, index)),
  );
  await owner.run(insertTerms, [
    ...[0, 1, 2, 3].map((index) => column(TERMS, index)),
    new Date(clock.nowMs() - 60_000),
  ]);
  await owner.run(insertNetworks, [column(COINS, 0)]);
  await owner.run(insertLimits, [
    write(NET_LIMIT),
    write(MEMBER_LIMIT),
    write(POSITION_LIMIT),
    write(MINUTE_LIMIT),
    new Date(clock.nowMs()),
  ]);
  await owner.run(restartIds);
  const writer = new GroupedWriter({ connection: app, db: app, clock });
  await writer.submit(
    plainPosting,
    FUNDS.flatMap(([house, usdt, others]) =>
      COINS.flatMap(([coinId, title]) => {
        const quantity = amount(title === 'USDT' ? usdt : others);
        if (quantity === 0n) return [];
        return [
          {
            cause: { kind: 'house-funding' as const, id: `${house}.${title}` },
            actor: { kind: 'clock' as const },
            lines: [move({ house: 'outside' as const, coinId }, { house, coinId }, quantity)],
          },
        ];
      }),
    ),
  );
  await ruleOf('demo', app);
  await makeFirstOperator(OWNER, { db: app, clock, passwords: quickPasswords });
}
