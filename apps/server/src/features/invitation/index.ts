/** Members who came by another's code (spec part 2, /invite). */
export { invitationOperatorRoutes } from './operator-routes.ts';
export { invitationRoutes } from './routes.ts';
