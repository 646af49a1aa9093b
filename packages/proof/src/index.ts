/** What a member can check: how an option is settled, and the tape it is settled by. No I/O; the server, the browser and `npm run verify` use the same lines. */
export { settle, tickAt, winnings, type Direction, type OptionTerms, type Outcome, type Settlement } from './settle.ts';
export { FIRST_PREVIOUS, firstBreak, tickHash, tickText, type TapeTick } from './tick.ts';
export { PROOF_STEPS, verifyOption, type NamedTick, type Proof, type ProofStep, type SettledOption } from './verify.ts';
