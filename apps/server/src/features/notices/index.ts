/** Notices to members, by the platform and by operators (docs/wire/membership.md; RULES 7). */
export { createNotices } from './create-notices.ts';
export { createFreezeLinks, type FreezeLinks } from './freeze-links.ts';
export type { Notification } from './kinds.ts';
export { hasUnread } from './list-notices.ts';
export { MailOutbox } from './mail-outbox.ts';
export { noticeOperatorRoutes } from './operator-routes.ts';
export { noticeRoutes } from './routes.ts';
export { noteForMember, notifyMember } from './notify-member.ts';
