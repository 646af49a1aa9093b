import type { CoinItem, OperatorReason } from '@plimsoll/contract/operator';
import { amount, format, placesUsed, rate, unitOf } from '@plimsoll/money';
import { sql, type Tx } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface CoinRow {
  id: string;
  title: string;
  decimals: number;
  min_withdrawal: string;
  max_withdrawal: string;
  fee_type: 1 | 2;
  fee_percent: string;
  fee_fixed: string;
  internal_transfer_fee: string;
  internal_transfer_days: number;
  enabled: boolean;
  sort: number;
}

// Whatever there is of a coin came from a house account. A market, a network and a product name it to members.
const traces = sql<{ moved: boolean; named: boolean }>(
  'catalogue.coinTraces',
  `
  select exists (select from ledger_account where house = any(enum_houses) and coin_id = $1) as moved,
    exists (select from market where base_coin = $1 or quote_coin = $1) or exists (select from coin_network where coin_id = $1)
      or exists (select from mining_product where coin_id = $1) or exists (select from staking_project where coin_id = $1) as named
  from (select array['outside', 'spot', 'options', 'loans', 'rewards', 'fees', 'rounding']::text[] as enum_houses) h`,
);
const insert = sql<{ id: string }>(
  'catalogue.insertCoin',
  `
  insert into coin (title, decimals, min_withdrawal, max_withdrawal, fee_type, fee_percent, fee_fixed, internal_transfer_fee, internal_transfer_days, enabled, sort)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
);
const update = sql<never>(
  'catalogue.updateCoin',
  `
  update coin set title = $1, decimals = $2, min_withdrawal = $3, max_withdrawal = $4, fee_type = $5, fee_percent = $6, fee_fixed = $7, internal_transfer_fee = $8,
    internal_transfer_days = $9, enabled = $10, sort = $11
  where id = $12`,
);

const written = (coin: CoinItem): unknown[] => [
  coin.title,
  coin.decimals,
  coin.txminnum,
  coin.txmaxnum,
  coin.sxftype,
  coin.txsxf,
  coin.txsxf_n,
  coin.internal_transfer_sxf,
  coin.internal_transfer_days,
  coin.enabled === 1,
  coin.sort,
];

/** The first amount with more places than the coin keeps: nobody could withdraw or pay it. */
const tooFine = (coin: CoinItem) =>
  (['txminnum', 'txmaxnum', 'txsxf_n'] as const).find((name) => placesUsed(amount(coin[name])) > coin.decimals);

async function fixedBy(
  tx: Tx,
  wanted: CoinItem,
  before: CoinItem,
): Promise<{ reason: OperatorReason; field: string } | undefined> {
  if (wanted.title === before.title && wanted.decimals === before.decimals) return undefined;
  if (wanted.decimals < before.decimals) return { reason: 'in_use', field: 'decimals' };
  const { moved, named } = await oneRow(tx, traces, [before.id]);
  if (wanted.decimals !== before.decimals && moved) return { reason: 'in_use', field: 'decimals' };
  return wanted.title !== before.title && (moved || named) ? { reason: 'in_use', field: 'title' } : undefined;
}

/**
 * The least a withdrawal of a new coin is, unless said otherwise: a hundredth, or one where the coin has no such part.
 */
const minOf = (decimals: number): string => (decimals >= 2 ? '0.01000000' : format(unitOf(decimals)));
/** Stands for the least that follows from the places. */
const UNSAID = '';

/**
 * Coins (docs/wire/operator.md). Places never become fewer, and more only while nothing of the coin exists; so with the
 * title, while nothing names it.
 */
export const coinResource: CrudResource<CoinItem> = {
  resource: 'coins',
  table: 'coin',
  rows: `select id, title, title as name, decimals, min_withdrawal, max_withdrawal, fee_type, fee_percent, fee_fixed, internal_transfer_fee, internal_transfer_days, enabled, sort from coin`,
  sorted: true,
  item: (row: CoinRow): CoinItem => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    title: row.title,
    decimals: row.decimals,
    txminnum: format(amount(row.min_withdrawal)),
    txmaxnum: format(amount(row.max_withdrawal)),
    sxftype: row.fee_type,
    txsxf: format(rate(row.fee_percent)),
    txsxf_n: format(amount(row.fee_fixed)),
    internal_transfer_sxf: format(rate(row.internal_transfer_fee)),
    internal_transfer_days: row.internal_transfer_days,
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: {
    id: 0,
    title: '',
    decimals: 8,
    txminnum: UNSAID,
    txmaxnum: '100000.00000000',
    sxftype: 1,
    txsxf: '0.50000000',
    txsxf_n: '0.00000000',
    internal_transfer_sxf: '0.00000000',
    internal_transfer_days: 0,
    enabled: 1,
    sort: 0,
  },

  async judge(tx, wanted, before) {
    const coin = wanted.txminnum === UNSAID ? { ...wanted, txminnum: minOf(wanted.decimals) } : wanted;
    const fine = tooFine(coin);
    if (fine) return refuseField('bad_amount', fine);
    if (amount(coin.txmaxnum) < amount(coin.txminnum)) return refuseField('least_above_most', 'txmaxnum');
    const fixed = before && (await fixedBy(tx, coin, before));
    return fixed ? refuseField(fixed.reason, fixed.field) : { ok: true, value: coin };
  },
  insert: async (tx, coin) => (await oneRow(tx, insert, written(coin))).id,
  async update(tx, coin) {
    await tx.run(update, [...written(coin), coin.id]);
    return { ok: true, value: null };
  },
};
