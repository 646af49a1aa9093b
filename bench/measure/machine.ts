import { execFile } from 'node:child_process';
import { availableParallelism, cpus, platform, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findBinaries } from '../../apps/server/src/platform/postgres/binaries.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
}

export async function describeMachine(): Promise<Machine> {
  const { postgres } = await findBinaries();
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: platform(),
    node: process.version,
    postgres: /[\d.]+/.exec(stdout)?.[0] ?? 'unknown',
  };
}
