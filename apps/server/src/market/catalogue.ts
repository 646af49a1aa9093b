import { OPTION_STATUS } from '@plimsoll/contract';
import { amount, price, rate } from '@plimsoll/money';
import { sql, type Db } from '../platform/db.ts';
import type { StoredNames } from '../platform/names.ts';
import type { Coin, Market } from './types.ts';

/** A tab over market lists (PRODUCT 7): a parent currency, or one of its children. */
export interface CurrencyTab {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  /** In other languages. */
  readonly names: StoredNames | null;
}

export interface Catalogue {
  readonly coins: readonly Coin[];
  readonly markets: readonly Market[];
  /** Disabled markets with open options: their tapes continue until those have ended (RULES 4). */
  readonly closing?: readonly Market[];
  readonly tabs: readonly CurrencyTab[];
  /** The child tab of each market, by market id. */
  readonly tabOf: ReadonlyMap<string, string>;
}

export const EMPTY_CATALOGUE: Catalogue = { coins: [], markets: [], tabs: [], tabOf: new Map() };

interface CoinRow {
  id: string;
  title: string;
  decimals: number;
  enabled: boolean;
}
interface MarketRow {
  id: string;
  symbol: string;
  base_coin: string;
  quote_coin: string;
  tab_id: string | null;
  min: string;
  step: string;
  price_step: string;
  max_jump: string;
  mark_depth: string;
  spot_fee: string | null;
  logo: string;
  enabled: boolean;
}
interface TabRow {
  id: string;
  parent_id: string | null;
  title: string;
  names: StoredNames | null;
}

const readCoins = sql<CoinRow>('market.coins', 'select id, title, decimals, enabled from coin order by sort, id');
const readMarkets = sql<MarketRow>(
  'market.markets',
  `
  select id, symbol, base_coin, quote_coin, tab_id, min, step, price_step, max_jump, mark_depth, spot_fee, logo, enabled
  from market order by sort, id`,
);
const readTabs = sql<TabRow>(
  'market.tabs',
  'select id, parent_id, title, names from currency_tab where enabled order by sort, id',
);

const readOpen = sql<{ market_id: string }>(
  'market.withOpenOptions',
  `
  select m.id as market_id from market m
  where exists (select from option_order o where o.market_id = m.id and o.status = ${OPTION_STATUS.open})`,
);

/** Reads the whole catalogue. A market of a disabled coin counts as disabled. */
export async function readCatalogue(db: Db): Promise<Catalogue> {
  const [coinRows, marketRows, tabRows, openRows] = await Promise.all([
    db.run(readCoins),
    db.run(readMarkets),
    db.run(readTabs),
    db.run(readOpen),
  ]);
  const byId = new Map(coinRows.map(({ id, title, decimals }): [string, Coin] => [id, { id, title, decimals }]));
  const enabledCoins = new Set(coinRows.filter((row) => row.enabled).map(({ id }) => id));
  const open = new Set(openRows.map((row) => row.market_id));
  const tabOf = new Map<string, string>();
  const all = marketRows.flatMap((row): Market[] => {
    const base = byId.get(row.base_coin);
    const quote = byId.get(row.quote_coin);
    if (!base || !quote) return [];
    const enabled = row.enabled && enabledCoins.has(base.id) && enabledCoins.has(quote.id);
    if (enabled && row.tab_id !== null) tabOf.set(row.id, row.tab_id);
    return [
      {
        id: row.id,
        symbol: row.symbol,
        title: `${base.title}/${quote.title}`,
        base,
        quote,
        min: amount(row.min),
        step: amount(row.step),
        priceStep: price(row.price_step),
        maxJump: rate(row.max_jump),
        markDepth: amount(row.mark_depth),
        spotFee: row.spot_fee === null ? null : rate(row.spot_fee),
        logo: row.logo,
        enabled,
      },
    ];
  });
  return {
    coins: [...byId.values()].filter(({ id }) => enabledCoins.has(id)),
    markets: all.filter((market) => market.enabled),
    closing: all.filter((market) => !market.enabled && open.has(market.id)),
    tabs: tabRows.map(({ id, parent_id, title, names }) => ({ id, parentId: parent_id, title, names })),
    tabOf,
  };
}
