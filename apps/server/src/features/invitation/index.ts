/** Invitations (PRODUCT 34). */
export { createInvitation } from './create-invitation.ts';
export { invitationOperatorRoutes } from './operator-routes.ts';
export { invitationRoutes } from './routes.ts';
