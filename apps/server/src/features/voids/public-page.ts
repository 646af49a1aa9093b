export interface PublicPage {
  readonly marketId: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** How many rows precede a page. */
export const offsetOf = (page: number, limit: number): number => (page - 1) * limit;
