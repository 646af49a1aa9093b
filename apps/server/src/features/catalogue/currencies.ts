import type { CurrencyItem } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { namesOf, namesToWrite, writtenNames, type StoredNames } from '../../platform/names.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface TabRow {
  id: string;
  currency_name: string;
  names: StoredNames | null;
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
  'insert into currency_tab (title, parent_id, enabled, sort, names) values ($1, $2, $3, $4, $5) returning id',
);
const update = sql<never>(
  'catalogue.updateTab',
  'update currency_tab set title = $1, parent_id = $2, enabled = $3, sort = $4, names = coalesce($5, names) where id = $6',
);

const written = (tab: CurrencyItem, before: CurrencyItem | undefined): unknown[] => [
  tab.currency_name,
  tab.fid === 0 ? null : tab.fid,
  tab.enabled === 1,
  tab.sort,
  writtenNames(tab.names, before?.names ?? []),
];

/** Tabs over market lists (PRODUCT 7), on two levels. A tab with children or markets keeps its parent. */
export const currencyResource: CrudResource<CurrencyItem> = {
  resource: 'currencies',
  table: 'currency_tab',
  rows: 'select id, title as currency_name, title as name, names, coalesce(parent_id, 0) as fid, enabled, sort from currency_tab',
  sorted: true,
  item: (row: TabRow): CurrencyItem => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    currency_name: row.currency_name,
    names: namesOf(row.names),
    fid: Number(row.fid),
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: { id: 0, currency_name: '', names: [], fid: 0, enabled: 1, sort: 0 },

  async judge(tx, tab, before) {
    if (tab.fid !== 0 && (tab.fid === before?.id || !(await oneRow(tx, isParent, [tab.fid])).is_parent))
      return refuseField('bad_value', 'fid');
    if (before && tab.fid !== before.fid && (await oneRow(tx, isUsed, [before.id])).used)
      return refuseField('in_use', 'fid');
    const names = namesToWrite(
      { title: tab.currency_name, names: tab.names },
      before && { title: before.currency_name, names: before.names },
    );
    return names ? { ok: true, value: { ...tab, names } } : refuseField('bad_lang', 'names');
  },
  insert: async (tx, tab) => (await oneRow(tx, insert, written(tab, undefined))).id,
  async update(tx, tab, before) {
    await tx.run(update, [...written(tab, before), tab.id]);
    return { ok: true, value: null };
  },
};
