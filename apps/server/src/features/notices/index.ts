/** Notices: what members are told, by the house and by operators (wire, Membership; rules 7). */
export type { NoticeKind, NoticeParams, Told } from './kinds.ts';
export { tellMember } from './tell-member.ts';
