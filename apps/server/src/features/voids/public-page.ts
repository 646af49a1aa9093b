/** A page of what everybody may read. */
export interface PublicPage {
  /** Of one market; of all unless given. */
  readonly marketId: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** How many rows lie before a page. */
export const offsetOf = (page: number, limit: number): number => (page - 1) * limit;
