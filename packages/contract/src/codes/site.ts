/** How a page script stands: it waits for a second owner, runs, or is over (replaced or revoked). */
export const SCRIPT_STATUS = { waiting: 1, running: 2, over: 3 } as const;
