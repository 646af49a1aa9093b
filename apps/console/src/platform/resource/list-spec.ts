import type { SortPayload } from 'ra-core';
import type { ReactNode } from 'react';

export interface Column<T> {
  readonly id: string;
  readonly header: ReactNode;
  /** The first column's content becomes the link to the row. */
  readonly cell: (row: T) => ReactNode;
  /** Aligned to the end, for figures. */
  readonly end?: boolean;
  /** The wire's sort field; without it the column cannot be sorted. */
  readonly sort?: string;
  /** Left out beside an open detail. */
  readonly spare?: boolean;
  /** Left out on narrow screens. */
  readonly isLess?: boolean;
  readonly wraps?: boolean;
}

/** A filter by state; an empty `value` shows all. */
export interface StatusChip {
  readonly value: string;
  readonly label: string;
  /** Shows the number of rows while it is on. */
  readonly isCounted?: boolean;
  /** The order of this state, if not the list's. */
  readonly sort?: SortPayload;
}

/** A further filter. */
export interface ListFilter {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A filter from a link, shown as a chip that removes it. */
export interface Pin {
  /** The wire's name. */
  readonly name: string;
  readonly label: (value: string) => string;
}
