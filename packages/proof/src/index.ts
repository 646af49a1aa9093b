/**
 * What a member can check: how an option is settled, and the tape it is settled by. Pure; used by the server, the
 * browser and `npm run verify`.
 */
export { bookHash, bookText, levelsText, type BookLevel, type KeptBook } from './book.ts';
export {
  firstMarkBreak,
  markHash,
  markText,
  medianMid,
  sourcesText,
  type Mark,
  type MarkSource,
  type TapeMark,
} from './mark.ts';
export {
  exitOf,
  lineOf,
  settle,
  settleAt,
  tickAt,
  type Direction,
  type MarkTerms,
  type OptionStake,
  type OptionTerms,
  type Outcome,
  type Settlement,
} from './settle.ts';
export { FIRST_PREVIOUS, firstBreak, tickHash, tickText, type TapeTick } from './tick.ts';
export { PROOF_STEPS, verifyOption, type NamedTick, type Proof, type ProofStep, type SettledOption } from './verify.ts';
export { verifyByMarks, type SettledByMarks } from './verify-marks.ts';
export { doWork, isWorkDone, type Work } from './work.ts';
