/** Operators: how they come in, what they may do, and the log of what they did (wire, "Operator API"). */
export { logDeed, type LoggedDeed } from './audit-log.ts';
