/** Members: registration, login and accounts (PRODUCT 4; RULES 7; docs/wire/membership.md). */
export { createMembership, type Membership } from './create-membership.ts';
export { findByWord, isMember, usernamesOf, type Found } from './find-member.ts';
export { ITEM_COLUMNS, itemOf, type ItemRow } from './member-item.ts';
export { memberOperatorRoutes } from './operator-routes.ts';
export type { Payments } from './payments.ts';
