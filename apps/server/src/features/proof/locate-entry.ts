import { parseEntry } from '@plimsoll/proof/log';
import type { Query } from '../../platform/db.ts';
import { findEntry } from './log-table.ts';
import type { PublishedLog } from './published-log.ts';

/** An entry's place in the published log. */
export interface LocatedEntry {
  readonly index: number;
  /** Inclusion proof in base64, the sibling first. */
  readonly proof: readonly string[];
  /** A signed note. */
  readonly checkpoint: string;
}

/** Finds the line of an entry that has no journal; undefined while no checkpoint includes it. */
export async function locateEntry(
  { db, published: log }: { readonly db: Query; readonly published: PublishedLog },
  line: string,
): Promise<LocatedEntry | undefined> {
  const entry = parseEntry(line);
  if (!entry) return undefined;
  // Before the row, so that a checkpoint that includes it is not missed.
  const published = await log.published();
  const after = { journalId: '0', atMs: Date.parse(entry.at) };
  const found = await findEntry(db, { journalId: '0', after, type: entry.t, mark: line });
  if (!published || !found || found.index >= published.checkpoint.size) return undefined;
  return {
    index: found.index,
    proof: await log.inclusion(found.index, published.checkpoint),
    checkpoint: published.note.toString(),
  };
}
