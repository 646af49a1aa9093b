import type { NewsEvent } from '@plimsoll/contract';

/** A thing of a member that changed. */
export interface NewsThing {
  readonly memberId: string;
  /** What its news names it by: an id, or account type and coin (`1.2`). */
  readonly ref: string;
}

/** A thing as it is now. */
export interface NewsItem extends NewsThing {
  /** Equal when a member would see nothing new. */
  readonly state: string;
  /** The fields of its list call, in a language; undefined where no list of that language has it. */
  in(lang: string): object | undefined;
}

/** Reads what news of one event says. */
export interface NewsSource {
  readonly event: NewsEvent;
  /** These things as they are now; those that no list has are left out. One statement for all. */
  read(things: readonly NewsThing[]): Promise<readonly NewsItem[]>;
}
