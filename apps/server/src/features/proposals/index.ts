/** What needs two operators (RULES 8): proposed by one, done when another approves. */
export { maySecondFor, notEstablished, ruleOf } from './established.ts';
export { Proposals } from './proposals.ts';
export { proposalRoutes } from './routes.ts';
export { proposedFor } from './store.ts';
