import { backupRestored } from './backup-restored.ts';
import { clockSteps } from './clock-steps.ts';
import { connectionsCut } from './connections-cut.ts';
import { databaseKilled } from './database-killed.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { feedSilent } from './feed-silent.ts';
import { hostileSockets } from './hostile-sockets.ts';
import { logKilled } from './log-killed.ts';
import { threeProcesses, twoProcesses } from './processes-race.ts';
import { serverKilled } from './server-killed.ts';
import { slowClients } from './slow-clients.ts';
import { ticksGarbled } from './ticks-garbled.ts';
import { wrongSecret } from './wrong-secret.ts';

export const FAULTS: readonly Fault[] = [
  serverKilled,
  logKilled,
  databaseKilled,
  connectionsCut,
  feedSilent,
  ticksGarbled,
  diskFull,
  slowClients,
  hostileSockets,
  backupRestored,
  wrongSecret,
  clockSteps,
  twoProcesses,
  threeProcesses,
];
