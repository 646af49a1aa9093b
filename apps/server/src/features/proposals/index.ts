/** Changes that need two operators (RULES 8). */
export { createProposals } from './create-proposals.ts';
export {
  establishedAmong,
  mayBeSecond,
  maySecondFor,
  notEstablished,
  ruleOf,
  type SecondQuestion,
} from './established.ts';
export { Proposals } from './proposals.ts';
export { proposalRoutes } from './routes.ts';
export { proposedFor } from './store.ts';
