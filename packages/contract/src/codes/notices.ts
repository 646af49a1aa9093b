/** Whether a member has read a notice (spec part 1, section 4). */
export const NOTICE_STATUS = { unread: 1, read: 2 } as const;
