import type { OptionTermItem } from '@plimsoll/contract/operator';
import { amount, format, rate, unitOf, PLACES } from '@plimsoll/money';
import { winnings } from '@plimsoll/rules';
import { sql } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface TermRow {
  id: string;
  seconds: number;
  min: string;
  max: string;
  rate: string;
  enabled: boolean;
}

const insert = sql<{ id: string }>(
  'option.insertTerm',
  `
  insert into option_terms (seconds, min, max, rate, enabled, changed_at) values ($1, $2, $3, $4, $5, $6) returning id`,
);
const update = sql<never>(
  'option.updateTerm',
  'update option_terms set seconds = $1, min = $2, max = $3, rate = $4, enabled = $5, changed_at = $6 where id = $7',
);

const written = (term: OptionTermItem, atMs: number): unknown[] => [
  term.seconds,
  term.min,
  term.max,
  term.rate,
  term.enabled === 1,
  new Date(atMs),
];

/** The terms of each duration (RULES 4). The database makes a version of every change; open options keep theirs. */
export const termResource: CrudResource<OptionTermItem> = {
  resource: 'option-terms',
  table: 'option_terms',
  rows: `select id, seconds, seconds as sort, seconds::text as name, min, max, rate, enabled from option_terms`,
  sorted: false,
  item: (row: TermRow): OptionTermItem => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    seconds: row.seconds,
    min: format(amount(row.min)),
    max: format(amount(row.max)),
    rate: format(rate(row.rate)),
    enabled: row.enabled ? 1 : 0,
  }),
  blank: { id: 0, seconds: 0, min: '', max: '', rate: '', enabled: 1 },

  async judge(_tx, term) {
    if (amount(term.max) < amount(term.min)) return refuseField('least_above_most', 'max');
    // A win that rounds to nothing is refused (RULES 1).
    if (winnings({ stake: amount(term.min), rate: rate(term.rate), unit: unitOf(PLACES) }) === 0n)
      return refuseField('bad_value', 'min');
    return { ok: true, value: term };
  },
  insert: async (tx, term, atMs) => (await oneRow(tx, insert, written(term, atMs))).id,
  async update(tx, term, _before, atMs) {
    await tx.run(update, [...written(term, atMs), term.id]);
    return { ok: true, value: null };
  },
};
