import type { MiningProductItem } from '@plimsoll/contract/operator';
import { amount, format, placesUsed, rate } from '@plimsoll/money';
import { sql } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';
import { coinOf } from './store.ts';

interface MiningRow {
  id: string;
  title: string;
  image: string;
  c_id: string;
  coin_title: string;
  min_amount: string;
  max_amount: string;
  interest_rate: string;
  days: number;
  enabled: boolean;
  sort: number;
}

const insert = sql<{ id: string }>(
  'products.insertMining',
  `
  insert into mining_product (title, image, coin_id, min_amount, max_amount, interest_rate, days, enabled, sort, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
);
const update = sql<never>(
  'products.updateMining',
  `
  update mining_product set title = $1, image = $2, coin_id = $3, min_amount = $4, max_amount = $5, interest_rate = $6, days = $7, enabled = $8, sort = $9, changed_at = $10
  where id = $11`,
);

const written = (product: MiningProductItem, atMs: number): unknown[] => [
  product.title,
  product.img,
  product.c_id,
  product.min_price,
  product.max_price,
  product.interest_rate,
  product.cycle,
  product.enabled === 1,
  product.sort,
  new Date(atMs),
];

/** Lock mining as it is offered (RULES 6). */
export const miningResource: CrudResource<MiningProductItem> = {
  resource: 'mining-products',
  table: 'mining_product',
  rows: `select p.id, p.title, p.title || ' ' || c.title as name, p.image, p.coin_id as c_id, c.title as coin_title, p.min_amount, p.max_amount, p.interest_rate, p.days,
      p.enabled, p.sort
    from mining_product p join coin c on c.id = p.coin_id`,
  sorted: true,
  item: (row: MiningRow): MiningProductItem => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    title: row.title,
    img: row.image,
    c_id: Number(row.c_id),
    coin_title: row.coin_title,
    min_price: format(amount(row.min_amount)),
    max_price: format(amount(row.max_amount)),
    interest_rate: format(rate(row.interest_rate)),
    cycle: row.days,
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: {
    id: 0,
    title: '',
    img: '',
    c_id: 0,
    coin_title: '',
    min_price: '',
    max_price: '',
    interest_rate: '',
    cycle: 1,
    enabled: 1,
    sort: 0,
  },

  async judge(tx, product) {
    const coin = await coinOf(tx, product.c_id);
    if (!coin) return refuseField('unknown_coin', 'c_id');
    const fine = (['min_price', 'max_price'] as const).find(
      (name) => placesUsed(amount(product[name])) > coin.decimals,
    );
    if (fine) return refuseField('bad_amount', fine);
    if (amount(product.max_price) < amount(product.min_price)) return refuseField('least_above_most', 'max_price');
    return { ok: true, value: { ...product, coin_title: coin.title } };
  },
  insert: async (tx, product, atMs) => (await oneRow(tx, insert, written(product, atMs))).id,
  async update(tx, product, _before, atMs) {
    await tx.run(update, [...written(product, atMs), product.id]);
    return { ok: true, value: null };
  },
};
