/** The audit by the clock (RULES 1.11): when it runs, and in a thread of its own. */
export { createAuditing } from './create-auditing.ts';
