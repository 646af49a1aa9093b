/** The gate before every way out, and before every change that one depends on (RULES 8, docs/GATE.md). */
export { createGate } from './create-gate.ts';
export { createLoginProofs, type Asker, type LoginProofs } from './login-proofs.ts';
export { createPreparations, type Preparations } from './preparations.ts';
export { passkeyRoutes, type Leavings } from './passkey-routes.ts';
export { gateRoutes } from './routes.ts';
export { lockMembers, sharedMembers, type Destination } from './standing.ts';
export type { Leaving, Passing } from './leaving.ts';
export { createWaysOut, worthForOne, type WaysOut } from './ways-out.ts';
