import written from './words.json' with { type: 'json' };

/** What the contract says of a call in docstrings, without what has none, and what is found by trying. */
export interface CallWords {
  /** The contract's file: `spot`. */
  readonly slice: string;
  readonly words: string;
  /** What its fields refuse their form with. */
  readonly form: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** By path in the answer: `list[].price`. */
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * As `npm run wire-docs` wrote it down: a program that runs has no comments, and trying takes longer than a request may.
 */
export interface Words {
  readonly member: Readonly<Record<string, CallWords>>;
  /** By method and path: `POST /recharges/{id}/approve`. */
  readonly operator: Readonly<Record<string, CallWords>>;
  /** Of the stream's messages, by their interface. */
  readonly stream: Readonly<Record<string, string>>;
}

export const WORDS: Words = written;

const NONE: CallWords = { slice: 'other', words: '', form: [], fields: {}, answers: {} };

/** The words of a call; none where it has none. */
export const wordsOf = (among: Readonly<Record<string, CallWords>>, name: string): CallWords => among[name] ?? NONE;
