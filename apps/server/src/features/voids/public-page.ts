export interface PublicPage {
  /** Of one market; undefined for all. */
  readonly marketId: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** How many rows precede a page. */
export const offsetOf = (page: number, limit: number): number => (page - 1) * limit;
