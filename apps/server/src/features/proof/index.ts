/** The public log and receipts (docs/PROOF.md). */
export type { WitnessAddress } from './ask-witness.ts';
export type { BuiltFiles } from './build-list.ts';
export { proofAudits } from './audit.ts';
export { createProof, type LogIdentity } from './create-proof.ts';
export { logKeyOf } from './log-key.ts';
export { appendHere, type Appender, type AppenderNeeds } from './appender.ts';
export { appendInThread } from './in-thread.ts';
export { openLogPlace, type LogPlace } from './log-place.ts';
export { traceEntries, type TracedEntry } from './trace-entries.ts';
