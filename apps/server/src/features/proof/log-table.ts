import { sql, type Query } from '../../platform/db.ts';
import { WINDOWS, type LineWindow } from './entries/option-entries.ts';
import type { Versions } from './entries/version-entries.ts';

/** The log as the database has it. */
export interface LogHead {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** Journals up to it were there before the log. */
  readonly firstJournal: string;
  /** Journals up to it are in the log. */
  readonly journalId: string;
  readonly versions: Versions;
  readonly atMs: number;
}

interface HeadRow {
  origin: string;
  size: string;
  root: Buffer;
  first_journal: string;
  journal_id: string;
  terms_version: number;
  settings_version: number;
  market_version: string;
  log_key_id: number;
  epoch: string;
  build_id: number;
  at: Date;
}
const head = sql<HeadRow>(
  'proof.head',
  `select origin, size, root, first_journal, journal_id, terms_version, settings_version, market_version, log_key_id,
    epoch, build_id, at
  from log_head`,
);

/** The log; undefined before its first start. */
export async function readLogHead(query: Query): Promise<LogHead | undefined> {
  const [row] = await query.run(head);
  return (
    row && {
      origin: row.origin,
      size: Number(row.size),
      root: row.root,
      firstJournal: row.first_journal,
      journalId: row.journal_id,
      versions: {
        terms: row.terms_version,
        settings: row.settings_version,
        market: Number(row.market_version),
        key: row.log_key_id,
        epoch: Number(row.epoch),
        build: row.build_id,
      },
      atMs: row.at.getTime(),
    }
  );
}

interface NewsRow {
  ledger: string;
  has_versions: boolean;
  has_lines: boolean;
}
const news = sql<NewsRow>(
  'proof.news',
  `
  select l.journal_id as ledger,
    (select max(version) from option_terms_version) > h.terms_version
    or coalesce((select max(version) from option_settings_version), 0) > h.settings_version
    or coalesce((select max(id) from market_version), 0) > h.market_version
    or coalesce((select max(id) from log_key), 0) > h.log_key_id
    or coalesce((select max(epoch) from liability_epoch), 0) > h.epoch
    or coalesce((select max(id) from log_build), 0) > h.build_id as has_versions,
    exists (select from log_lineless w join mark_head m on m.market_id = w.market_id and m.time >= w.from_at) as has_lines
  from log_head h, ledger_head l`,
);

/** What there is that the log has not. */
export interface News {
  /** The ledger's last journal. */
  readonly journalId: string;
  readonly hasVersions: boolean;
  /** The tape has come to the line of an option that waits for one. */
  readonly hasLines: boolean;
}

/** Asks whether there is anything that is not in the log. */
export async function readNews(query: Query): Promise<News> {
  const [row] = await query.run(news);
  if (!row) throw new Error('the log has not begun');
  return { journalId: row.ledger, hasVersions: row.has_versions, hasLines: row.has_lines };
}

const begin = sql<{ origin: string }>('proof.begin', 'select log_begin($1, $2) as origin');
/** Begins the log, if it has not begun; answers its origin. */
export async function beginLog(query: Query, origin: string, nowMs: number): Promise<string> {
  const [row] = await query.run(begin, [origin, new Date(nowMs)]);
  return row?.origin ?? origin;
}

const append = sql<{ size: string; root: Buffer }>(
  'proof.append',
  `select size, root from log_append($1, string_to_array($2, e'\\n'), $3, $4, $5, $6, $7, $8, $9,
    ${WINDOWS.parameters(10)}, $14)`,
);

/** What is appended together. */
export interface Appended {
  /** Entries of the log before it. */
  readonly atSize: number;
  readonly lines: readonly string[];
  readonly nowMs: number;
  readonly journalId: string;
  readonly versions: Versions;
  /** Options that wait for their line from now on, and those that do no more. */
  readonly lineless: readonly LineWindow[];
  readonly lined: readonly string[];
}

/**
 * Appends entries and how far their subjects were read, in one transaction.
 * @throws DatabaseError when the log is not of `atSize` entries any more: another process appends
 */
export async function appendToLog(
  query: Query,
  { atSize, lines, nowMs, journalId, versions, lineless, lined }: Appended,
): Promise<{ readonly size: number; readonly root: Buffer }> {
  const [row] = await query.run(append, [
    atSize,
    // One text: an array's would be escaped line by line.
    lines.join('\n'),
    new Date(nowMs),
    journalId,
    versions.terms,
    versions.settings,
    versions.market,
    versions.key,
    versions.epoch,
    // Builds are noted by the database, which finds them among the lines.
    ...WINDOWS.arrays(lineless),
    lined,
  ]);
  if (!row) throw new Error('the log has not begun');
  return { size: Number(row.size), root: row.root };
}

/** Entries that were appended together. */
export interface Batch {
  readonly firstIndex: number;
  readonly lines: readonly string[];
  readonly root: Buffer;
}
const batches = sql<{ first_index: string; lines: string; root: Buffer }>(
  'proof.batches',
  `select first_index, array_to_string(lines, e'\\n') as lines, root from log_batch
  where first_index >= $1 and size <= $2 order by first_index limit $3`,
);
/** Batches from an index on, within a log of `size` entries, at most `max`. */
export const readBatches = async (query: Query, fromIndex: number, size: number, max: number): Promise<Batch[]> =>
  (await query.run(batches, [fromIndex, size, max])).map(({ first_index, lines, root }) => ({
    firstIndex: Number(first_index),
    lines: lines.split('\n'),
    root,
  }));

const rootAt = sql<{ root: Buffer }>('proof.rootAt', 'select root from log_batch where size = $1');
/** The root of the log's tree at a size that it had; undefined for any other. */
export const readRootAt = async (query: Query, size: number): Promise<Buffer | undefined> =>
  (await query.run(rootAt, [size]))[0]?.root;

/** Where an entry is looked for, and by what it is known. */
export interface Sought {
  /** Its journal; `0` for an entry of none. */
  readonly journalId: string;
  /** For an entry without a journal: the one before it, and a moment that it is not much earlier than. */
  readonly after: { readonly journalId: string; readonly atMs: number } | undefined;
  readonly type: string;
  readonly mark: string;
}
export interface Found {
  readonly index: number;
  readonly line: string;
}

const FOUND = `
  cross join lateral unnest(b.lines) with ordinality as e (line, place)
  where position($2 in e.line) > 0 and position($3 in e.line) > 0
  order by b.first_index, e.place limit 1`;
interface FoundRow {
  index: string;
  line: string;
}
const byJournal = sql<FoundRow>(
  'proof.entryByJournal',
  `
  select b.first_index + e.place - 1 as index, e.line
  from (select first_index, lines from log_batch where journal_id >= $1 order by journal_id, first_index limit 1) b
  ${FOUND}`,
);
const afterJournal = sql<FoundRow>(
  'proof.entryAfterJournal',
  `
  select b.first_index + e.place - 1 as index, e.line
  from (select first_index, lines from log_batch where journal_id >= $1 and at >= $4 order by at, first_index limit $5) b
  ${FOUND}`,
);
/** Clocks of several processes differ by no more. */
const CLOCKS_MS = 10_000;
/** Batches of some twenty seconds. */
const MAX_BATCHES = 100;

/** The place of an entry in the log, and its line there; undefined when it is not in it. */
export async function findEntry(query: Query, { journalId, after, type, mark }: Sought): Promise<Found | undefined> {
  const marks = [`"t":"${type}"`, mark];
  const [row] = after
    ? await query.run(afterJournal, [after.journalId, ...marks, new Date(after.atMs - CLOCKS_MS), MAX_BATCHES])
    : await query.run(byJournal, [journalId, ...marks]);
  return row && { index: Number(row.index), line: row.line };
}

const secret = sql<{ key: Buffer }>('proof.secret', 'select key from log_secret');
const keepSecret = sql<never>('proof.keepSecret', 'insert into log_secret (key) values ($1) on conflict do nothing');
/** The key of commitments; undefined before the log has begun. */
export const readCommitmentKey = async (query: Query): Promise<Buffer | undefined> => (await query.run(secret))[0]?.key;

/** The key of commitments, kept from the first start on: `derived` then. */
export async function commitmentKey(db: Query, derived: Buffer): Promise<Buffer> {
  await db.run(keepSecret, [derived]);
  const [row] = await db.run(secret);
  if (!row) throw new Error('the key of commitments was not kept');
  return row.key;
}

const addKey = sql<never>('proof.addKey', 'select log_key_add($1, $2)');
/** Registers a public key, which the log then says. */
export const registerKey = async (query: Query, vkey: string, nowMs: number): Promise<void> => {
  await query.run(addKey, [vkey, new Date(nowMs)]);
};

const addBuild = sql<never>('proof.addBuild', 'select log_build_add($1, $2, $3)');
/** Registers a build of the app, which the log then says, unless it is the newest one. */
export const registerBuild = async (
  query: Query,
  { list, entry, nowMs }: { readonly list: string; readonly entry: string; readonly nowMs: number },
): Promise<void> => {
  await query.run(addBuild, [list, entry, new Date(nowMs)]);
};

const loggedKeys = sql<{ vkey: string; at: Date }>(
  'proof.loggedKeys',
  'select k.vkey, k.at from log_key k, log_head h where k.id <= h.log_key_id order by k.id desc',
);
/** Keys that are in the log, the newest first. */
export const readLoggedKeys = async (query: Query): Promise<{ readonly vkey: string; readonly atMs: number }[]> =>
  (await query.run(loggedKeys)).map(({ vkey, at }) => ({ vkey, atMs: at.getTime() }));
