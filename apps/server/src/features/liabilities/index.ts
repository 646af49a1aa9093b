/** Proofs of liabilities: each epoch a Merkle sum tree over all balances (PROOF 5). */
export { liabilitiesAudits } from './audit.ts';
export { createLiabilities } from './create-liabilities.ts';
export type { Locate } from './published.ts';
