/** What to print of a failure; not everything thrown is an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
