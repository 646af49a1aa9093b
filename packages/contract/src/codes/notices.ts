/** Whether a member has read a notice (PRODUCT 33). */
export const NOTICE_STATUS = { unread: 1, read: 2 } as const;
