/** The last look before money moves: what is unusual, and how it is confirmed. */
export { ConfirmWays } from './confirm-ways.tsx';
export { LookSheet } from './look-sheet.tsx';
export { Remarks } from './remarks.tsx';
export { useFollowed } from './use-followed.ts';
export { useLookedSubmit, type LookState } from './use-looked-submit.ts';
