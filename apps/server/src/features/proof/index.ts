/** The public log and receipts (docs/PROOF.md). */
export { proofAudits } from './audit.ts';
export { createProof, type LogIdentity } from './create-proof.ts';
