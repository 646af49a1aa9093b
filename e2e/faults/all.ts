import { backupRestored } from './backup-restored.ts';
import { clockJump } from './clock-jump.ts';
import { connectionsCut } from './connections-cut.ts';
import { databaseHung } from './database-hung.ts';
import { databaseKilled } from './database-killed.ts';
import { databaseSlow } from './database-slow.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { feedSilent } from './feed-silent.ts';
import { hostileSockets } from './hostile-sockets.ts';
import { logKilled } from './log-killed.ts';
import { machineLost } from './machine-lost.ts';
import { packingKilled } from './packing-killed.ts';
import { pooler } from './pooler.ts';
import { portTaken } from './port-taken.ts';
import { threeProcesses, twoProcesses } from './processes-race.ts';
import { redisAway } from './redis-away.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { serverKilled } from './server-killed.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { ticksGarbled } from './ticks-garbled.ts';
import { wrongSecret } from './wrong-secret.ts';

export const FAULTS: readonly Fault[] = [
  serverKilled,
  logKilled,
  packingKilled,
  databaseKilled,
  databaseHung,
  databaseSlow,
  pooler,
  redisAway,
  portTaken,
  connectionsCut,
  feedSilent,
  ticksGarbled,
  diskFull,
  slowClients,
  hostileSockets,
  backupRestored,
  wrongSecret,
  clockJump,
  machineLost,
  rollingUpgrade,
  twoProcesses,
  threeProcesses,
  soak,
];
