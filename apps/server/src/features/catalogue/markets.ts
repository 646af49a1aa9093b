import { refuseOperator, type MarketForOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { amount, format, isMultiple, placesUsed, price, rate } from '@plimsoll/money';
import type { MarketData } from '../../market/index.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface MarketRow {
  id: string;
  symbol: string;
  base: string;
  quote: string;
  min: string;
  step: string;
  price_step: string;
  max_jump: string;
  spot_fee: string | null;
  eid: string;
  logo: string;
  enabled: boolean;
  sort: number;
}
interface CoinRow {
  id: string;
  title: string;
  decimals: number;
}

const coinNamed = sql<CoinRow>(
  'catalogue.coinNamed',
  `
  select id, title, decimals from coin where title = $1 or id::text = $1 order by (id::text = $1) desc limit 1`,
);
const everEnabled = sql<{ ever_enabled: boolean }>(
  'catalogue.everEnabled',
  'select ever_enabled from market where id = $1',
);
const tabOf = sql<{ parent: string }>(
  'catalogue.parentOfTab',
  `
  select p.title as parent from currency_tab c join currency_tab p on p.id = c.parent_id where c.id = $1`,
);
const logoOf = sql<{ logo: string }>(
  'catalogue.logoOfBase',
  `select logo from market where base_coin = $1 and logo <> '' order by sort, id limit 1`,
);
const takenBy = sql<never>(
  'catalogue.marketTaken',
  `
  select from market m join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  where (m.symbol = $1 or (b.title = $2 and q.title = $3)) and m.id <> $4`,
);
const insert = sql<{ id: string }>(
  'catalogue.insertMarket',
  `
  insert into market (min, step, price_step, max_jump, spot_fee, tab_id, logo, enabled, sort, symbol, base_coin, quote_coin)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, b.id, q.id from coin b, coin q where b.title = $11 and q.title = $12 returning id`,
);
const reshape = sql<{ done: boolean }>(
  'catalogue.reshapeMarket',
  `
  select market_reshape($1, $2, b.id, q.id) as done from coin b, coin q where b.title = $3 and q.title = $4`,
);
const update = sql<never>(
  'catalogue.updateMarket',
  `
  update market set min = $1, step = $2, price_step = $3, max_jump = $4, spot_fee = $5, tab_id = $6, logo = $7, enabled = $8, sort = $9 where id = $10`,
);

const written = (market: MarketForOperator): unknown[] => [
  market.min,
  market.step,
  market.price_step,
  market.max_jump,
  market.spot_fee,
  market.eid === 0 ? null : market.eid,
  market.logo,
  market.enabled === 1,
  market.sort,
];
const shape = ({ symbol, base, quote }: MarketForOperator): string[] => [symbol, base, quote];
const isReshaped = (a: MarketForOperator, b: MarketForOperator): boolean => shape(a).join(' ') !== shape(b).join(' ');

/** Whether it becomes a market that deals. Its symbol must be its coins': the feed prices what the symbol names. */
const opens = (market: MarketForOperator, before: MarketForOperator | undefined): boolean =>
  market.enabled === 1 && before?.enabled !== 1;

async function withCoins(
  tx: Tx,
  wanted: MarketForOperator,
): Promise<{ market: MarketForOperator; base: CoinRow } | { missing: 'base' | 'quote' }> {
  const [base] = await tx.run(coinNamed, [wanted.base]);
  const [quote] = await tx.run(coinNamed, [wanted.quote]);
  if (!base) return { missing: 'base' };
  if (!quote) return { missing: 'quote' };
  return { market: { ...wanted, base: base.title, quote: quote.title }, base };
}

const itemOf = (row: MarketRow): MarketForOperator => ({
  // not money: ids, numbers on the wire
  id: Number(row.id),
  symbol: row.symbol,
  title: `${row.base}/${row.quote}`,
  base: row.base,
  quote: row.quote,
  min: format(amount(row.min)),
  step: format(amount(row.step)),
  price_step: format(price(row.price_step)),
  max_jump: format(rate(row.max_jump)),
  spot_fee: row.spot_fee === null ? null : format(rate(row.spot_fee)),
  eid: Number(row.eid),
  logo: row.logo,
  fresh: 0,
  enabled: row.enabled ? 1 : 0,
  sort: row.sort,
});

const BLANK: MarketForOperator = {
  id: 0,
  symbol: '',
  title: '',
  base: '',
  quote: '',
  min: '',
  step: '',
  price_step: '',
  max_jump: '0.20000000',
  spot_fee: null,
  eid: 0,
  logo: '',
  fresh: 0,
  enabled: 1,
  sort: 0,
};

async function judge(
  tx: Tx,
  wanted: MarketForOperator,
  before: MarketForOperator | undefined,
): Promise<OperatorResult<MarketForOperator>> {
  const found = await withCoins(tx, wanted);
  if ('missing' in found) return refuseField('unknown_coin', found.missing);
  const { market, base } = found;
  if (market.base === market.quote) return refuseField('same_coin', 'quote');
  if (before && isReshaped(market, before) && (await oneRow(tx, everEnabled, [before.id])).ever_enabled) {
    return refuseField('in_use', market.symbol === before.symbol ? 'base' : 'symbol');
  }
  if (opens(market, before) && market.symbol !== `${market.base}${market.quote}`.toLowerCase()) {
    const taken = await tx.run(takenBy, [...shape(market), market.id]);
    return taken.length > 0 ? refuseOperator('already_exists') : refuseField('bad_value', 'symbol');
  }
  const fine = (['min', 'step'] as const).find((name) => placesUsed(amount(market[name])) > base.decimals);
  if (fine) return refuseField('bad_amount', fine);
  if (!isMultiple(amount(market.min), amount(market.step))) return refuseField('off_step', 'min');
  if (market.eid !== 0) {
    const [tab] = await tx.run(tabOf, [market.eid]);
    if (tab?.parent !== market.quote) return refuseField('bad_value', 'eid');
  }
  const [likeness] = !before && market.logo === '' ? await tx.run(logoOf, [base.id]) : [];
  return { ok: true, value: { ...market, logo: likeness?.logo ?? market.logo } };
}

/**
 * Markets (docs/wire/operator.md; RULES 2 and RULES 3). A change applies to new orders; open ones keep their fee and
 * are filled under any steps. Symbol and coins are fixed once a market was enabled.
 */
export const marketResource = (data: Pick<MarketData, 'isFresh'>): CrudResource<MarketForOperator> => ({
  resource: 'markets',
  table: 'market',
  rows: `select m.id, m.symbol, concat_ws(' ', m.symbol, b.title || '/' || q.title) as name, b.title as base, q.title as quote, m.min, m.step, m.price_step, m.max_jump,
      m.spot_fee, coalesce(m.tab_id, 0) as eid, m.logo, m.enabled, m.sort
    from market m join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin`,
  sorted: true,
  item: itemOf,
  blank: BLANK,
  judge,
  insert: async (tx, market) => (await oneRow(tx, insert, [...written(market), ...shape(market)])).id,
  async update(tx, market, before) {
    if (isReshaped(market, before) && !(await oneRow(tx, reshape, [market.id, ...shape(market)])).done)
      return refuseField('in_use', 'symbol');
    await tx.run(update, [...written(market), market.id]);
    return { ok: true, value: null };
  },
  shown: (market) => ({ ...market, fresh: data.isFresh(String(market.id)) ? 1 : 0 }),
});
