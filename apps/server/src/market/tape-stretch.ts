import type { InputOf } from '@plimsoll/contract';
import type { tape } from '@plimsoll/contract/options';
import type { Query } from '../platform/db.ts';

/** Sequences as the database answers them; null where no entry is. */
export interface TapeEnds {
  first: string | null;
  last: string | null;
}

/** Moments between which a tape's entries are looked for; undefined where a sequence was given. */
interface Around {
  readonly marketId: string;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/** Finds the ends of a stretch of one tape by its times, which rise with its sequences. */
export type FindAround = (query: Query, around: Around) => Promise<TapeEnds | undefined>;

/** A moment as a parameter; null for none. */
export const momentOf = (atMs: number | undefined): Date | null => (atMs === undefined ? null : new Date(atMs));

/** A sequence or a moment, as the calls of the tapes take it. */
type TapePlace = InputOf<typeof tape>['from'];

const msOf = (place: TapePlace | undefined): number | undefined =>
  place !== undefined && 'atMs' in place ? place.atMs : undefined;

/** The sequences of a stretch that may be given by times; undefined when no entry lies in it. */
export async function sequencesOf(
  query: Query,
  find: FindAround,
  { marketId, from, to }: { readonly marketId: string; readonly from: TapePlace; readonly to: TapePlace | undefined },
): Promise<{ readonly fromSeq: number; readonly toSeq: number | undefined } | undefined> {
  const [fromMs, toMs] = [msOf(from), msOf(to)];
  const ends = fromMs === undefined && toMs === undefined ? undefined : await find(query, { marketId, fromMs, toMs });
  // not money: numbers of entries
  const seqOf = (place: TapePlace, found: string | null | undefined): number | undefined =>
    'seq' in place ? place.seq : found === null || found === undefined ? undefined : Number(found);
  const fromSeq = seqOf(from, ends?.first);
  const toSeq = to && seqOf(to, ends?.last);
  return fromSeq === undefined || (to && toSeq === undefined) ? undefined : { fromSeq, toSeq };
}
