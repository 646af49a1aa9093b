import { copyOfSums, emptySums } from '@plimsoll/rules';
import type { Db } from '../../platform/db.ts';
import { entriesOf, pricedTake, type Entry } from './entries.ts';
import type { PriceBook } from '../../market/index.ts';
import { keepCheckpoints, readCheckpoints, readEndOfNext, readLines, readNextAfter, type Checkpoint } from './store.ts';

export const HOUR_MS = 3_600_000;
/** A journal's time may be this far from the order of journals: clocks of several processes, a commit in doubt. */
const SETTLED_MS = 600_000;
/** Fewer lines are read as they are; more than so many are read in turns. */
const USUAL = { minLines: 100, maxLines: 5_000 };

/** Before a member's first journal. */
export const noCheckpoint = (): Checkpoint => ({ atMs: 0, lastJournal: 0, wholeTo: 0, sums: emptySums() });

const endOfHour = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS + HOUR_MS;

/** Journals by the end of their hour, in its order. */
function byHour(entries: readonly Entry[]): readonly (readonly [endMs: number, entries: readonly Entry[]])[] {
  const hours = Map.groupBy(entries, ({ atMs }) => endOfHour(atMs));
  return [...hours].toSorted(([a], [b]) => a - b);
}

const linesIn = (entries: readonly Entry[]): number => entries.reduce((all, { lines }) => all + lines.length, 0);

/** The first journal that is of a later hour than each. */
function firstAfterEach(hours: ReturnType<typeof byHour>): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  let first = Number.MAX_SAFE_INTEGER;
  for (const [endMs, entries] of hours.toReversed()) {
    firsts.set(endMs, first);
    first = Math.min(first, ...entries.map(({ journal }) => journal));
  }
  return firsts;
}

interface Reach {
  readonly last: Checkpoint;
  readonly entries: readonly Entry[];
  /** Hours that ended by then are whole. */
  readonly settledMs: number;
}

/** The sums at the end of each whole hour. */
async function checkpointsOf(db: Db, book: PriceBook, { last, entries, settledMs }: Reach): Promise<Checkpoint[]> {
  const hours = byHour(entries);
  const whole = hours.filter(([endMs]) => endMs <= settledMs);
  const take = await pricedTake(
    db,
    book,
    whole.flatMap(([, each]) => each),
  );
  const sums = copyOfSums(last.sums);
  const firstAfter = firstAfterEach(hours);
  let { lastJournal } = last;
  return whole.map(([endMs, each]): Checkpoint => {
    for (const entry of each) take(sums, entry);
    lastJournal = Math.max(lastJournal, ...each.map(({ journal }) => journal));
    const wholeTo = Math.min(lastJournal, (firstAfter.get(endMs) ?? Number.MAX_SAFE_INTEGER) - 1);
    return { atMs: endMs, lastJournal, wholeTo, sums: copyOfSums(sums) };
  });
}

interface KeepUpOptions {
  readonly nowMs: number;
  /** Lines that are worth keeping sums of. */
  readonly minLines?: number;
  /** Lines read at once. */
  readonly maxLines?: number;
}

/**
 * Keeps a member's sums at the end of each hour in which something moved, up to the last whole one, where more than a
 * few lines were not in sums yet. What is kept is never changed: an hour is kept when nothing can be added to it.
 */
export async function keepUp(
  db: Db,
  book: PriceBook,
  memberId: string,
  { nowMs, minLines = USUAL.minLines, maxLines = USUAL.maxLines }: KeepUpOptions,
): Promise<void> {
  for (let size = maxLines; ;) {
    const last = (await readCheckpoints(db, memberId, [nowMs])).at(-1) ?? noCheckpoint();
    const next = await readNextAfter(db, memberId, last.wholeTo);
    // A process whose clock is ahead writes journals of earlier times once it is set back: the database's counts too.
    const pastMs = Math.min(nowMs, next.nowMs);
    if (next.atMs === undefined) return;
    // The hour in which a busy member trades is not read again and again before it is over. One of a time to come, of a
    // clock that was ahead, keeps no others waiting.
    if (next.atMs <= pastMs && endOfHour(next.atMs) > pastMs - SETTLED_MS) return;
    const end = await readEndOfNext(db, memberId, last.wholeTo, size);
    const isAll = end.count < size;
    if (end.count < minLines) return;
    const entries = entriesOf(
      await readLines(db, memberId, { afterJournal: last.wholeTo, toJournal: end.journal, fromMs: last.atMs }),
    );
    const newestMs = entries.reduce((newest, { atMs }) => Math.max(newest, atMs), 0);
    const settledMs = (isAll ? pastMs : Math.min(pastMs, newestMs)) - SETTLED_MS;
    const isFew = linesIn(entries.filter(({ atMs }) => endOfHour(atMs) <= settledMs)) < minLines;
    if (isAll && isFew) return;
    const oldestMs = entries.reduce((oldest, { atMs }) => Math.min(oldest, atMs), Number.MAX_SAFE_INTEGER);
    // However many more are read, none of their hours is whole.
    if (entries.length > 0 && endOfHour(oldestMs) > pastMs - SETTLED_MS) return;
    const kept = await checkpointsOf(db, book, { last, entries, settledMs });
    if (kept.length > 0) await keepCheckpoints(db, memberId, kept);
    // An hour with more lines than were read is read at once.
    else size *= 2;
    if (isAll) return;
  }
}
