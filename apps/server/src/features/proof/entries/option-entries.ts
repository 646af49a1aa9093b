import { OPTION_RULES } from '@plimsoll/contract';
import type { Direction, Outcome } from '@plimsoll/proof';
import { choiceOf, choiceSalt } from '@plimsoll/proof/log';
import { atMs, id } from '../../../platform/db-columns.ts';
import { rowsOf } from '../../../platform/db-rows.ts';
import { sql, type Query } from '../../../platform/db.ts';
import { makeEntry, type Commit, type MadeEntry } from './made-entry.ts';

const directionOf = (stored: number): Direction => (stored === 1 ? 'up' : 'down');

interface PlacedRow {
  journal_id: string;
  at: Date;
  id: string;
  market_id: string;
  market: string;
  seconds: number;
  placed_at: Date;
  rate: string;
  terms_version: number;
  rules: number;
  settings_version: number;
  direction: number;
  stake: string;
  member_id: string;
  line_delay_ms: number;
  line_within_ms: number;
}

// Options of rules 1 have no line, and are not in the log.
const placedOptions = sql<PlacedRow>(
  'proof.placedOptions',
  `
  select j.id as journal_id, j.at, o.id, o.market_id, m.symbol as market, o.seconds, o.placed_at, round(o.rate, 8)::text as rate,
    o.terms_version, o.rules, v.version as settings_version, o.direction, round(o.stake, 8)::text as stake, o.member_id,
    o.line_delay_ms, o.line_within_ms
  from ledger_journal j
  join option_order o on o.id = j.cause_id::bigint and o.rules = ${OPTION_RULES.marks}
  join market m on m.id = o.market_id
  join option_settings_version v on v.line_delay_ms = o.line_delay_ms and v.line_within_ms = o.line_within_ms
    and v.next_within_ms = o.next_within_ms and v.fresh_ms = o.fresh_ms
  where j.id = any($1) order by j.id`,
);

/** When a line is looked for: between the two moments, both included. */
export interface LineWindow {
  readonly optionId: string;
  readonly marketId: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export const WINDOWS = rowsOf({
  optionId: id('option'),
  marketId: id('market'),
  fromMs: atMs.named('from_at'),
  untilMs: atMs.named('until_at'),
});

/** An option as it was placed, with the stretch of the tape that decides its line. */
export interface PlacedEntry {
  readonly entry: MadeEntry;
  readonly window: LineWindow;
}

/** `option-taken` of each of these `option-open` journals, in their order. */
export async function readPlaced(query: Query, journals: readonly string[], commit: Commit): Promise<PlacedEntry[]> {
  if (journals.length === 0) return [];
  return (await query.run(placedOptions, [journals])).map((row) => {
    const option = Number(row.id);
    const direction = directionOf(row.direction);
    const committed = commit(
      'option-taken',
      { id: option },
      { direction, stake: row.stake, member: Number(row.member_id) },
    );
    const fields = {
      id: option,
      market: row.market,
      seconds: row.seconds,
      accepted: row.placed_at.toISOString(),
      rate: row.rate,
      terms: row.terms_version,
      rules: row.rules,
      settings: row.settings_version,
      choice: choiceOf(direction, choiceSalt(committed.salt)),
      commit: committed.commit,
    };
    const fromMs = row.placed_at.getTime() + row.line_delay_ms;
    return {
      entry: makeEntry('option-taken', fields, {
        at: row.at,
        journalId: row.journal_id,
        mark: `"id":${option},"market":`,
        committed,
      }),
      window: { optionId: row.id, marketId: row.market_id, fromMs, untilMs: fromMs + row.line_within_ms },
    };
  });
}

interface LineRow {
  option_id: string;
  seq: string;
  hash: Buffer;
  time: Date;
}

const FIRST_MARK = `
  cross join lateral (
    select k.seq, k.hash, k.time from mark k
    where k.market_id = w.market_id and not k.held and k.time >= w.from_at and k.time <= w.until_at
    order by k.time, k.seq limit 1) k`;
// Before the tape has come to the window there is nothing to look for.
const drawnLines = sql<LineRow>(
  'proof.drawnLines',
  `
  select w.option_id, k.seq, k.hash, k.time
  from (
    select option_id, market_id, from_at, until_at from log_lineless
    union all
    select * from ${WINDOWS.unnest('also', 1)}
  ) w
  join mark_head h on h.market_id = w.market_id and h.time >= w.from_at
  ${FIRST_MARK}
  order by w.option_id`,
);
const linesOf = sql<LineRow>(
  'proof.linesOf',
  `
  select w.option_id, k.seq, k.hash, k.time
  from ${WINDOWS.unnest('w', 1)}
  ${FIRST_MARK}`,
);

const lineEntry = ({ option_id, seq, hash, time }: LineRow): [string, MadeEntry] => [
  option_id,
  makeEntry(
    'option-line',
    { id: Number(option_id), seq: Number(seq), hash: hash.toString('hex') },
    { at: time, mark: `"id":${option_id},"seq":` },
  ),
];

/**
 * `option-line` of these options and of all that wait for one, where the mark that decides it is on the tape: by the
 * rule and not by the option's row, so that none is late where the settler is.
 */
export const readLines = async (query: Query, also: readonly LineWindow[]): Promise<Map<string, MadeEntry>> =>
  new Map((await query.run(drawnLines, WINDOWS.arrays(also))).map(lineEntry));

/** `option-line` of these options alone. */
export const readLinesOf = async (query: Query, windows: readonly LineWindow[]): Promise<Map<string, MadeEntry>> =>
  new Map((await query.run(linesOf, WINDOWS.arrays(windows))).map(lineEntry));

interface SettledRow {
  journal_id: string;
  at: Date;
  id: string;
  exit_seq: string | null;
  exit_hash: Buffer | null;
  outcome: Outcome;
  direction: number;
  stake: string;
  profit: string;
  member_id: string;
}

// Only of options whose beginning is in the log.
const settledOptions = sql<SettledRow>(
  'proof.settledOptions',
  `
  select j.id as journal_id, j.at, o.id, k.seq as exit_seq, k.hash as exit_hash, o.outcome, o.direction,
    round(o.stake, 8)::text as stake, round(o.profit, 8)::text as profit, o.member_id
  from ledger_journal j
  join option_order o on o.id = j.cause_id::bigint and o.rules = ${OPTION_RULES.marks}
  cross join lateral (
    select from ledger_journal where cause_kind = 'option-open' and cause_id = j.cause_id and id > $2 limit 1) b
  left join mark k on k.market_id = o.market_id and k.seq = o.exit_mark
  where j.id = any($1) order by j.id`,
);

/** An option's end, with its id. */
export interface SettledEntry {
  readonly optionId: string;
  readonly entry: MadeEntry;
}

/** `option-settled` of each of these `option-settle` journals; `first` is the last journal before the log. */
export async function readSettled(
  query: Query,
  { journals, first }: { readonly journals: readonly string[]; readonly first: string },
  commit: Commit,
): Promise<SettledEntry[]> {
  if (journals.length === 0) return [];
  return (await query.run(settledOptions, [journals, first])).map((row) => {
    const option = Number(row.id);
    const direction = directionOf(row.direction);
    const taken = commit(
      'option-taken',
      { id: option },
      { direction, stake: row.stake, member: Number(row.member_id) },
    );
    const committed = commit('option-settled', { id: option }, { stake: row.stake, profit: row.profit });
    const exit =
      row.exit_seq === null || row.exit_hash === null
        ? null
        : { seq: Number(row.exit_seq), hash: row.exit_hash.toString('hex') };
    const fields = {
      id: option,
      exit,
      outcome: row.outcome,
      direction,
      salt: choiceSalt(taken.salt),
      commit: committed.commit,
    };
    const around = { at: row.at, journalId: row.journal_id, mark: `"id":${option},"outcome":`, committed };
    return { optionId: row.id, entry: makeEntry('option-settled', fields, around) };
  });
}
