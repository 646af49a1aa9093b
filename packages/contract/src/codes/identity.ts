/** `rzstatus`: state of a member's identity (docs/wire/membership.md). */
export const IDENTITY_STATUS = { none: 0, review: 1, certified: 2, refused: 3 } as const;
export type IdentityStatus = (typeof IDENTITY_STATUS)[keyof typeof IDENTITY_STATUS];
