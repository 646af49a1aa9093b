import { amount } from '@plimsoll/money';
import { makeFirstOperator } from '../../apps/server/src/features/operators/index.ts';
import { ruleOf } from '../../apps/server/src/features/proposals/index.ts';
import { GroupedWriter, move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { decimal, id, int, smallint, text } from '../../apps/server/src/platform/db-columns.ts';
import { rowsOf } from '../../apps/server/src/platform/db-rows.ts';
import { openDb, sql, type Db } from '../../apps/server/src/platform/db.ts';
import { MINUTE_LIMIT, POSITION_LIMIT } from './model/dealing.ts';
import { COINS, FUNDS, MARKETS, TERMS } from './model/model.ts';
import { MEMBER_LIMIT, NET_LIMIT } from './model/risk.ts';
import { write } from './model/exact.ts';
import { quickPasswords } from './process.ts';
import type { SimClock } from './sim-clock.ts';

export const OWNER = { username: 'owner', password: 'Bilge-pump 7 starboard' } as const;

const COIN_ROWS = rowsOf({ id: id('coin'), title: text, decimals: smallint });
const insertCoins = sql<never>(
  'simulate.coins',
  `
  insert into coin (${COIN_ROWS.columns}, sort, min_withdrawal, max_withdrawal, fee_type, fee_percent, fee_fixed)
  select c.*, id, 1, 100000, 2, 0, 0 from ${COIN_ROWS.unnest('c', 1)}`,
);
const MARKET_ROWS = rowsOf({
  id: id('market'),
  symbol: text,
  baseCoin: id('coin'),
  quoteCoin: id('coin'),
  min: decimal,
  step: decimal,
  priceStep: decimal,
});
const insertMarkets = sql<never>(
  'simulate.markets',
  `insert into market (${MARKET_ROWS.columns}) select * from ${MARKET_ROWS.unnest('t', 1)}`,
);
const TERM_ROWS = rowsOf({ seconds: int, min: decimal, max: decimal, rate: decimal });
const insertTerms = sql<never>(
  'simulate.terms',
  `insert into option_terms (${TERM_ROWS.columns}, changed_at) select t.*, $1 from ${TERM_ROWS.unnest('t', 2)}`,
);
const insertNetworks = sql<never>(
  'simulate.networks',
  `
  insert into coin_network (coin_id, method, name, address_kind, address)
  select i, 1, 'CHAIN' || i, 'other', 'house address ' || i from unnest($1::bigint[]) as i`,
);
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

/** Writes the catalogue, the house funds and the first operator to an empty database. */
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
  await owner.run(
    insertCoins,
    COIN_ROWS.arrays(COINS, ([coinId, title, decimals]) => ({ id: coinId, title, decimals })),
  );
  const markets = MARKET_ROWS.arrays(MARKETS, ([marketId, symbol, baseCoin, quoteCoin, min, step, priceStep]) => ({
    id: marketId,
    symbol,
    baseCoin,
    quoteCoin,
    min,
    step,
    priceStep,
  }));
  await owner.run(insertMarkets, markets);
  const terms = TERM_ROWS.arrays(TERMS, ([seconds, min, max, rate]) => ({ seconds, min, max, rate }));
  await owner.run(insertTerms, [new Date(clock.nowMs() - 60_000), ...terms]);
  await owner.run(insertNetworks, [COINS.map(([coinId]) => coinId)]);
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
