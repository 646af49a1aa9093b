/** `status` of a transfer to another member. */
export const MEMBER_TRANSFER_STATUS = { transferring: 1, finished: 2, cancelled: 3 } as const;
export type MemberTransferStatus = (typeof MEMBER_TRANSFER_STATUS)[keyof typeof MEMBER_TRANSFER_STATUS];
