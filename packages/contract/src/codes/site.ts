/** `status` of a page script: waiting for a second owner, running, replaced or revoked. */
export const SCRIPT_STATUS = { waiting: 1, running: 2, over: 3 } as const;
