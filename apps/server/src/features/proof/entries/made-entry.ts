import {
  commitOf,
  entryLine,
  saltOf,
  type CommittedType,
  type EntryFields,
  type EntryType,
  type Opened,
} from '@plimsoll/proof/log';

/** An entry made of rows alone: the same whoever makes it, and whenever. */
export interface MadeEntry {
  readonly type: EntryType;
  /** Its journal; `0` for an entry without one. */
  readonly journalId: string;
  readonly line: string;
  /** What only the member gets; null where nothing is committed. */
  readonly salt: string | null;
  readonly opened: Opened | null;
  /** A part of the line that no other entry of its type has. */
  readonly mark: string;
}

/** What an entry commits to, with its salt. */
export interface Commitment {
  readonly opened: Opened;
  readonly salt: string;
  readonly commit: string;
}

/** Commits to what an entry does not show. `n` numbers the entries of one id from 0. */
export type Commit = (
  type: CommittedType,
  subject: { readonly id: number; readonly n?: number },
  opened: Opened,
) => Commitment;

/** Commits with salts of the log's key of commitments (PROOF 2.2). */
export const committing =
  (key: Uint8Array): Commit =>
  (type, { id, n = 0 }, opened) => {
    const salt = saltOf(key, type, id, n);
    return { opened, salt, commit: commitOf(opened, salt) };
  };

interface Around {
  readonly at: Date;
  readonly mark?: string;
  readonly journalId?: string;
  readonly committed?: Commitment;
}

/** Makes an entry. @throws RangeError when a field has not its form */
export const makeEntry = <T extends EntryType>(
  type: T,
  fields: EntryFields<T>,
  { at, mark = '', journalId = '0', committed }: Around,
): MadeEntry => ({
  type,
  journalId,
  line: entryLine(type, at.toISOString(), fields),
  salt: committed?.salt ?? null,
  opened: committed?.opened ?? null,
  mark,
});

/** An entry without a journal whose line was made before. */
export const entryOfLine = (type: EntryType, line: string): MadeEntry => ({
  type,
  journalId: '0',
  line,
  salt: null,
  opened: null,
  mark: '',
});
