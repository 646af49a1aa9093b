import { databaseKilled } from './database-killed.ts';
import type { Fault } from './fault.ts';
import { serverKilled } from './server-killed.ts';

/** Every fault, in the order in which they are run. */
export const FAULTS: readonly Fault[] = [serverKilled, databaseKilled];
