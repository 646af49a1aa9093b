import type { SortPayload } from 'ra-core';
import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<T> {
  readonly id: string;
  readonly header: ReactNode;
  /** What stands in it. The first column's content becomes the link to the row's detail. */
  readonly cell: (row: T) => ReactNode;
  /** Figures stand at the end. */
  readonly end?: boolean;
  /** The wire's name of what it sorts by; without it it does not. */
  readonly sort?: string;
  /** Left out where the list stands beside one of its things, with less room. */
  readonly spare?: boolean;
  /** Left out where the table's place is as narrow as a phone. */
  readonly isLess?: boolean;
  /** May take several lines. */
  readonly wraps?: boolean;
}

/** A filter by state: `value` is the wire's, empty for all. */
export interface StatusChip {
  readonly value: string;
  readonly label: string;
  /** Shows how many rows there are, while this chip is on. */
  readonly isCounted?: boolean;
  /** How rows of this state come; as the list does unless said. */
  readonly sort?: SortPayload;
}

/** A further filter, as a list to choose from; its empty choice takes it away. */
export interface ListFilter {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A filter that a link brought along and nothing else offers: shown as a chip that takes it away. */
export interface Pin {
  /** The wire's name. */
  readonly name: string;
  readonly label: (value: string) => string;
}
