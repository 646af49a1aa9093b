import { decimal, int, json, smallint, text } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import { sql, type Db, type Tx } from '../platform/db.ts';
import { TAB_NAMES } from './seed-names.ts';

/** title, decimals, min and max withdrawal, its fee: `%` of the amount, else fixed; in order of display. */
const COINS = [
  ['USDT', 8, '10', '100000', '1'],
  ['BTC', 8, '0.001', '10', '0.0002'],
  ['ETH', 8, '0.01', '200', '0.002'],
  ['SOL', 8, '0.1', '5000', '0.5%'],
  ['XRP', 6, '5', '500000', '0.2%'],
  ['BNB', 8, '0.01', '1000', '0.001'],
  ['DOGE', 8, '5', '2000000', '0.5%'],
  ['ADA', 6, '5', '1000000', '1'],
  ['TRX', 6, '5', '1000000', '1'],
  ['LINK', 8, '0.5', '50000', '0.2'],
  ['AVAX', 8, '0.1', '20000', '0.5%'],
  ['LTC', 8, '0.01', '5000', '0.001'],
  ['DOT', 8, '1', '100000', '0.1'],
] as const;

const TABS = {
  USDT: ['Layer 1', 'Payments', 'DeFi', 'Meme'],
  BTC: ['Layer 1', 'Payments'],
} as const;

/** base, quote, child tab, min quantity, step, price step. */
export const MARKETS = [
  ['BTC', 'USDT', 'Layer 1', '0.0001', '0.00001', '0.01'],
  ['ETH', 'USDT', 'Layer 1', '0.001', '0.0001', '0.01'],
  ['SOL', 'USDT', 'Layer 1', '0.01', '0.001', '0.01'],
  ['XRP', 'USDT', 'Payments', '1', '0.01', '0.0001'],
  ['BNB', 'USDT', 'Layer 1', '0.01', '0.001', '0.01'],
  ['DOGE', 'USDT', 'Meme', '10', '0.1', '0.00001'],
  ['ADA', 'USDT', 'Layer 1', '1', '0.1', '0.0001'],
  ['TRX', 'USDT', 'Payments', '10', '0.1', '0.00001'],
  ['LINK', 'USDT', 'DeFi', '0.1', '0.01', '0.001'],
  ['AVAX', 'USDT', 'Layer 1', '0.1', '0.01', '0.001'],
  ['LTC', 'USDT', 'Payments', '0.01', '0.001', '0.01'],
  ['DOT', 'USDT', 'Layer 1', '0.1', '0.01', '0.001'],
  ['ETH', 'BTC', 'Layer 1', '0.001', '0.0001', '0.000001'],
  ['SOL', 'BTC', 'Layer 1', '0.01', '0.001', '0.0000001'],
  ['LTC', 'BTC', 'Payments', '0.01', '0.001', '0.0000001'],
] as const;

const SEEDED_COINS = rowsOf({ title: text, decimals: smallint, sort: int, min: decimal, max: decimal, fee: text });
const insertCoins = sql<never>(
  'market.seedCoins',
  `
  insert into coin (title, decimals, sort, min_withdrawal, max_withdrawal, fee_type, fee_percent, fee_fixed)
  select title, decimals, sort, min, max, case when is_percent then 1 else 2 end,
    case when is_percent then figure else 0 end, case when is_percent then 0 else figure end
  from ${SEEDED_COINS.unnest('t', 1)}
  cross join lateral (select right(fee, 1) = '%' as is_percent, rtrim(fee, '%')::numeric as figure) f
  order by sort on conflict (title) do nothing`,
);
const anyTab = sql<{ any: boolean }>('market.anyTab', 'select exists (select from currency_tab) as any');
const PARENTS = rowsOf({ title: text, sort: int });
const insertParents = sql<never>(
  'market.seedParents',
  `
  insert into currency_tab (${PARENTS.columns}) select * from ${PARENTS.unnest('t', 1)} on conflict do nothing`,
);
const CHILDREN = rowsOf({ parent: text, child: text, sort: int });
const insertChildren = sql<never>(
  'market.seedChildren',
  `
  insert into currency_tab (parent_id, title, sort)
  select p.id, t.child, t.sort from ${CHILDREN.unnest('t', 1)}
  join currency_tab p on p.title = t.parent and p.parent_id is null on conflict do nothing`,
);
const SEEDED_MARKETS = rowsOf({
  base: text,
  quote: text,
  tab: text,
  min: decimal,
  step: decimal,
  priceStep: decimal,
  sort: int,
});
const insertMarkets = sql<never>(
  'market.seedMarkets',
  `
  insert into market (symbol, base_coin, quote_coin, tab_id, min, step, price_step, max_jump, logo, sort, enabled)
  select lower(t.base || t.quote), b.id, q.id, c.id, t.min, t.step, t.price_step, 0.2,
    '/coins/' || lower(t.base) || '.svg', t.sort, $1
  from ${SEEDED_MARKETS.unnest('t', 2)}
  join coin b on b.title = t.base
  join coin q on q.title = t.quote
  left join currency_tab p on p.title = t.quote and p.parent_id is null
  left join currency_tab c on c.title = t.tab and c.parent_id = p.id
  order by t.sort
  on conflict do nothing`,
);

const NAMES = rowsOf({ title: text, names: json });
// Whoever named a tab, or took its names away, keeps that.
const nameTabs = sql<never>(
  'market.nameTabs',
  `update currency_tab c set names = t.names from ${NAMES.unnest('t', 1)} where c.title = t.title and c.names is null`,
);

/** Adds the demo's coins, not changing existing ones. Call it before what needs coins (the house accounts). */
export async function seedCoins(db: Db): Promise<void> {
  const rows = COINS.map(([title, decimals, min, max, fee], sort) => ({ title, decimals, sort, min, max, fee }));
  await db.run(insertCoins, SEEDED_COINS.arrays(rows));
}

/**
 * Adds the demo's tabs and markets, after {@link seedCoins}; `areOpen` is false where an owner decides which to open; existing ones are not changed, but that tabs of these titles
 * get names in other languages where nobody has written any.
 */
export async function seedMarkets(db: Db, { areOpen = true }: { readonly areOpen?: boolean } = {}): Promise<void> {
  const children = Object.entries(TABS).flatMap(([parent, titles]) => titles.map((child) => ({ parent, child })));
  await db.transaction(async (tx) => {
    const [tabs] = await tx.run(anyTab);
    // A tab that an owner renamed is not added again.
    if (!tabs?.any) {
      await tx.run(
        insertParents,
        PARENTS.arrays(Object.keys(TABS), (title, sort) => ({ title, sort })),
      );
      await tx.run(
        insertChildren,
        CHILDREN.arrays(children, (each, sort) => ({ ...each, sort })),
      );
    }
    await tx.run(
      nameTabs,
      NAMES.arrays(Object.entries(TAB_NAMES), ([title, names]) => ({ title, names: JSON.stringify(names) })),
    );
    await insertSeededMarkets(tx, areOpen);
  });
}

async function insertSeededMarkets(tx: Tx, areOpen: boolean): Promise<void> {
  const rows = MARKETS.map(([base, quote, tab, min, step, priceStep], sort) => ({
    base,
    quote,
    tab,
    min,
    step,
    priceStep,
    sort,
  }));
  await tx.run(insertMarkets, [areOpen, ...SEEDED_MARKETS.arrays(rows)]);
}
