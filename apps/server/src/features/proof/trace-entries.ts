import type { Input } from '@plimsoll/contract';
import type { Query } from '../../platform/db.ts';
import { committing } from './entries/made-entry.ts';
import { placedEntries } from './get-receipt.ts';
import { readCommitmentKey } from './log-table.ts';

/** An entry of the public log, as whoever looks for something that went wrong wants it. */
export interface TracedEntry {
  readonly type: string;
  readonly journalId: string;
  /** Canonical JSON. */
  readonly line: string;
  /** Undefined while it is in no batch of the log. */
  readonly index: number | undefined;
}

/** The entries of a member's option or order, for operators of the machine: nothing is signed. */
export async function traceEntries(
  query: Query,
  memberId: string,
  asked: Input<'getReceipt'>,
): Promise<readonly TracedEntry[]> {
  const key = await readCommitmentKey(query);
  if (!key) return [];
  const { made, found } = await placedEntries(query, committing(key), memberId, asked);
  return made.map(({ type, journalId, line }, at) => ({
    type,
    journalId,
    line: found[at]?.line ?? line,
    index: found[at]?.index,
  }));
}
