import type { CurrencyItem } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface TabRow {
  id: string;
  currency_name: string;
  fid: string;
  enabled: boolean;
  sort: number;
}

const isParent = sql<{ is_parent: boolean }>(
  'catalogue.isParentTab',
  'select exists (select from currency_tab where id = $1 and parent_id is null) as is_parent',
);
const isUsed = sql<{ used: boolean }>(
  'catalogue.isTabUsed',
  `
  select exists (select from currency_tab where parent_id = $1) or exists (select from market where tab_id = $1) as used`,
);
const insert = sql<{ id: string }>(
  'catalogue.insertTab',
  'insert into currency_tab (title, parent_id, enabled, sort) values ($1, $2, $3, $4) returning id',
);
const update = sql<never>(
  'catalogue.updateTab',
  'update currency_tab set title = $1, parent_id = $2, enabled = $3, sort = $4 where id = $5',
);

const written = (tab: CurrencyItem): unknown[] => [
  tab.currency_name,
  tab.fid === 0 ? null : tab.fid,
  tab.enabled === 1,
  tab.sort,
];

/** Tabs over market lists (PRODUCT 7), on two levels. A tab with children or markets keeps its parent. */
export const currencyResource: CrudResource<CurrencyItem> = {
  resource: 'currencies',
  table: 'currency_tab',
  rows: 'select id, title as currency_name, title as name, coalesce(parent_id, 0) as fid, enabled, sort from currency_tab',
  sorted: true,
  item: (row: TabRow): CurrencyItem => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    currency_name: row.currency_name,
    fid: Number(row.fid),
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: { id: 0, currency_name: '', fid: 0, enabled: 1, sort: 0 },

  async judge(tx, tab, before) {
    if (tab.fid !== 0 && (tab.fid === before?.id || !(await oneRow(tx, isParent, [tab.fid])).is_parent))
      return refuseField('bad_value', 'fid');
    if (before && tab.fid !== before.fid && (await oneRow(tx, isUsed, [before.id])).used)
      return refuseField('in_use', 'fid');
    return { ok: true, value: tab };
  },
  insert: async (tx, tab) => (await oneRow(tx, insert, written(tab))).id,
  async update(tx, tab) {
    await tx.run(update, [...written(tab), tab.id]);
    return { ok: true, value: null };
  },
};
