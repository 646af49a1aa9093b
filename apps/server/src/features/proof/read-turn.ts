import { OWN_ENTRIES, readJournalEntries } from './entries/journal-entries.ts';
import { readFills } from './entries/fill-entries.ts';
import { readChains, readTapes, readTapesUpTo, type TapeMoment } from './entries/head-entries.ts';
import type { Commit, MadeEntry } from './entries/made-entry.ts';
import { readLines, readPlaced, readSettled, type LineWindow } from './entries/option-entries.ts';
import { readVersions } from './entries/version-entries.ts';
import { readLogHead, readNews, type Appended, type LogHead } from './log-table.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { HeadsDue } from './heads-due.ts';

/** Journals of one turn, some ten milliseconds of the process; with more the next follows at once. */
const MAX_JOURNALS = 250;

interface JournalRow {
  id: string;
  cause_kind: string;
}
// Journals that only hold or release change no balance (RULES 1.12): most there are, and not looked at.
const journals = sql<JournalRow>(
  'proof.journals',
  `
  select id, cause_kind from ledger_journal
  where id > $1 and id <= $2 and cause_kind not in ('spot-place', 'spot-cancel', 'spot-end') order by id limit $3`,
);

/** What one turn appends. */
export interface Turn {
  readonly appended: Appended;
  /** False where more waits. */
  readonly isAll: boolean;
}

interface Reading {
  readonly commit: Commit;
  readonly nowMs: number;
  readonly heads: HeadsDue;
}

/**
 * Reads what was committed since the log's last entry, in one snapshot: versions, journals in their order, lines, and,
 * where nothing more waits, ends of tapes and chains. Whoever places an option and whoever completes a tape lock the
 * same row of `mark_head`, so a snapshot that sees a tape complete to an expiry sees the option too: its `option-taken`
 * stands before (PROOF 2.4).
 * @returns undefined when there is nothing to write
 */
export async function readTurn(tx: Tx, { commit, nowMs, heads }: Reading): Promise<Turn | undefined> {
  const head = await readLogHead(tx);
  if (!head) throw new Error('the log has not begun');
  const { journalId: lastJournal, hasVersions } = await readNews(tx);
  const rows = await tx.run(journals, [head.journalId, lastJournal, MAX_JOURNALS]);
  const isAll = rows.length < MAX_JOURNALS;
  const versions = hasVersions ? await readVersions(tx, head.versions) : { entries: [], upTo: head.versions };
  const news = await readJournals(tx, { rows, head, commit });
  // Whoever settles an option again reads the tape from an end before its line: a first one later would hide it.
  const before = news.beforeLines.filter(({ marketId }) => !heads.isKnown(marketId));
  // It is in the log with its option, and no end of all tapes comes with a turn that leaves some waiting: one logged
  // later may lie beyond the line.
  const firstEnds = (await readTapesUpTo(tx, new Date(nowMs), before)).filter(({ isEnd }) => !isEnd || !isAll);
  for (const { marketId, completeToMs, isEnd } of firstEnds) if (isEnd) heads.logged(marketId, completeToMs, nowMs);
  const isLooking = news.beforeLines.length > 0 || heads.areTapesLookedAt(nowMs);
  const ends = isAll ? await readEnds(tx, { heads, nowMs, isLooking }) : [];
  const { entries, lineless, lined } = news;
  const lines = [...versions.entries, ...entries, ...firstEnds.map(({ entry }) => entry), ...ends].map(
    ({ line }) => line,
  );
  const journalId = isAll ? lastJournal : (rows.at(-1)?.id ?? head.journalId);
  if (lines.length === 0 && journalId === head.journalId && lined.length === 0) return undefined;
  return {
    appended: { atSize: head.size, lines, nowMs, journalId, versions: versions.upTo, lineless, lined },
    isAll,
  };
}

async function readEnds(
  tx: Tx,
  { heads, nowMs, isLooking }: Pick<Reading, 'heads' | 'nowMs'> & { readonly isLooking: boolean },
): Promise<MadeEntry[]> {
  const at = new Date(nowMs);
  const tapes = isLooking ? heads.dueTapes(await readTapes(tx, at, heads.endedSince(nowMs)), nowMs) : [];
  const chains = heads.areChainsDue(nowMs) ? heads.dueChains(await readChains(tx, at), nowMs) : [];
  return [...tapes.map(({ entry }) => entry), ...chains];
}

interface Subjects {
  readonly entries: readonly MadeEntry[];
  readonly lineless: readonly LineWindow[];
  readonly lined: readonly string[];
  /** Of each market with options placed: the last moment before any of their lines. */
  readonly beforeLines: readonly TapeMoment[];
}

/** Entries of journals, and of lines that were drawn: each between the option's beginning and its end. */
async function readJournals(
  query: Query,
  { rows, head, commit }: { readonly rows: readonly JournalRow[]; readonly head: LogHead; readonly commit: Commit },
): Promise<Subjects> {
  const of = (kind: string) => rows.filter(({ cause_kind }) => cause_kind === kind).map(({ id }) => id);
  const others = rows.filter(({ cause_kind }) => !OWN_ENTRIES.has(cause_kind)).map(({ id }) => id);
  const placed = await readPlaced(query, of('option-open'), commit);
  const windows = placed.map(({ window }) => window);
  const lines = await readLines(query, windows);
  const settled = await readSettled(query, { journals: of('option-settle'), first: head.firstJournal }, commit);
  const entries = [
    ...placed.map(({ entry }) => entry),
    ...settled.flatMap(({ optionId, entry }) => {
      const line = lines.get(optionId);
      return line ? [{ ...line, journalId: entry.journalId }, entry] : [entry];
    }),
    ...(await readFills(query, of('spot-fill'), commit)),
    ...(await readJournalEntries(query, others, commit)),
  ];
  const ended = new Set(settled.map(({ optionId }) => optionId));
  const drawn = [...lines].filter(([optionId]) => !ended.has(optionId)).map(([, line]) => line);
  return {
    // Of one journal they stay as they are: the sort is stable.
    entries: [...entries.toSorted((a, b) => Number(a.journalId) - Number(b.journalId)), ...drawn],
    lineless: windows.filter(({ optionId }) => !lines.has(optionId) && !ended.has(optionId)),
    lined: [...new Set([...lines.keys(), ...ended])],
    beforeLines: [...Map.groupBy(windows, ({ marketId }) => marketId)].map(([marketId, of]) => ({
      marketId,
      ms: Math.min(...of.map(({ fromMs }) => fromMs)) - 1,
    })),
  };
}
