import { join } from 'node:path';
import { processesIn } from '../../apps/server/src/platform/postgres/data-folder.ts';
import type { Fault } from './fault.ts';
import { askInSilence, untilAnswering, untilSilent } from './ground/silence.ts';
import { isReady, until } from './ground/until.ts';

const SILENT_FOR_MS = { full: 30_000, short: 1_000 };
const ANSWERS_AFTER = 60;

/** Stops every process of a PostgreSQL, or lets them go on: its connections stay open, and nobody answers. */
async function signal(folder: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const pid of (await processesIn(folder)) ?? []) process.kill(pid, name);
}

export const databaseHung: Fault = {
  name: 'database-hung',
  does: 'stops PostgreSQL (SIGSTOP) for half a minute under load, and lets it go on: connections stay open and nothing answers',
  times: { full: 5, short: 1 },
  needs: {},
  mayFail: true,
  async strike(ground, { times, isShort }) {
    const folder = join(ground.target.options.dataDir, 'postgres');
    const noticed: number[] = [];
    const slowest: number[] = [];
    const back: number[] = [];
    for (let number = 0; number < times; number += 1) {
      await signal(folder, 'SIGSTOP');
      const stoppedMs = performance.now();
      try {
        await untilSilent(ground);
        noticed.push(Math.round(performance.now() - stoppedMs));
        slowest.push(await askInSilence(ground, isShort ? SILENT_FOR_MS.short : SILENT_FOR_MS.full));
      } finally {
        await signal(folder, 'SIGCONT');
      }
      const wentOnMs = performance.now();
      await untilAnswering(ground);
      const url = await ground.target.url();
      await until('it is ready', () => isReady(url));
      back.push(Math.round(performance.now() - wentOnMs));
      await ground.untilAnswered(ANSWERS_AFTER);
    }
    return [
      `${times} times; noticed after ${Math.max(...noticed)} ms at most; while it hung, readiness, figures and orders were answered within ${Math.max(...slowest)} ms; ready again ${Math.max(...back)} ms at most after it went on`,
    ];
  },
};
