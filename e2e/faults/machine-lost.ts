import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import type { Machine } from './ground/machine.ts';
import { whyNoMachines, type Machines } from './ground/machines.ts';
import { LogWatch } from './ground/public-log.ts';
import { until } from './ground/until.ts';
import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import { awayWords } from './server-killed.ts';

/** Answers between two losses, so that each strikes while work goes on. */
const ANSWERS_BETWEEN = 40;
/** Every so often a machine hangs instead, and goes on in the belief that it is still the primary. */
const FROZEN_EVERY = 3;
const WRITES_WITHIN_MS = 10_000;
/** Where nobody has taken the primary's place by then, the lost machine is switched on, and that is a doubt. */
const ALONE_FOR_MS = 60_000;
/** What a server may answer meanwhile: that it cannot be done now. */
const NOT_NOW = / 503 not_ready /;

const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** From a moment to the answer that acknowledges something submitted after it, in ms. */
export async function untilWritten(
  { records }: Pick<Ground, 'records'>,
  sinceMs: number,
  withinMs?: number,
): Promise<number> {
  const first = (): number =>
    Math.min(
      ...records.flatMap(({ submits }) =>
        submits
          .filter(({ sentMs, answer }) => sentMs > sinceMs && answer?.code === 1)
          .map(({ answeredMs }) => answeredMs),
      ),
    );
  await until('something new is acknowledged', () => Number.isFinite(first()), withinMs);
  return first() - sinceMs;
}

/** Answers of 500 and more that are not the one which asks to try again. */
export function doubtOtherErrors(ground: Ground): void {
  for (const error of ground.records.flatMap(({ serverErrors }) => serverErrors))
    if (!NOT_NOW.test(error)) ground.doubt(`not a 503 that asks to try again: ${error}`);
}

function machinesOf({ machines }: Ground): Machines {
  if (!machines) throw new Error('the database has one machine only');
  return machines;
}

/** Every key of every member is asked about later; here, what the public log says. */
async function readLog(ground: Ground, watch: LogWatch): Promise<string> {
  await watch.stop();
  await ground.stopTrading();
  const lines = await watch.entries();
  const doubled = lines.length - new Set(lines).size;
  if (doubled > 0) ground.doubt(`${doubled} entries are in the public log twice`);
  return `${watch.count} checkpoints served, each of one history of ${lines.length} entries`;
}

interface Loss {
  /** Until something new was acknowledged. */
  readonly awayMs: number;
  /** Only once the machine was back. */
  readonly wasNeeded: boolean;
}

/** Loses a machine until another has taken its place, and switches it on again. */
async function lose(ground: Ground, primary: Machine, hangs: boolean): Promise<Loss> {
  const goOn = async (): Promise<void> => (hangs ? primary.thaw() : primary.start());
  await (hangs ? primary.freeze() : primary.kill());
  // Not before: what it acknowledged in its last moments would count as written without it, and it would be switched on
  // again before anybody had taken its place.
  const lostMs = Date.now();
  try {
    const awayMs = await untilWritten(ground, lostMs, ALONE_FOR_MS);
    await goOn();
    return { awayMs, wasNeeded: false };
  } catch {
    const logs = await machinesOf(ground).keptLogs();
    ground.doubt(`nobody took the place of ${primary.name}, lost at ${new Date(lostMs).toISOString()}: ${logs}`);
    await goOn();
    const awayMs = await untilWritten(ground, lostMs).catch(async (error: unknown) => {
      throw await machinesOf(ground).explained(error);
    });
    return { awayMs, wasNeeded: true };
  }
}

export const machineLost: Fault = {
  name: 'machine-lost',
  does: 'has the database on three machines under Patroni, and kills the primary’s with all that runs on it (etcd, Patroni, PostgreSQL) while members trade; every third time the machine hangs instead, and goes on when another has taken its place',
  times: { full: 50, short: 2 },
  needs: { processes: 2, machines: true },
  mayFail: true,
  whyNot: () => whyNoMachines ?? whyNoRedis,
  async strike(ground, { times, isShort }) {
    const machines = machinesOf(ground);
    const watch = new LogWatch(ground);
    const away: number[] = [];
    const back: number[] = [];
    let frozen = 0;
    let needed = 0;
    for (let number = 1; number <= times; number += 1) {
      await machines.untilTogether();
      await ground.untilAnswered(ANSWERS_BETWEEN);
      const primary = await machines.primary();
      const hangs = number % FROZEN_EVERY === 0 || (isShort && number === times);
      if (hangs) frozen += 1;
      const loss = await lose(ground, primary, hangs);
      away.push(loss.awayMs);
      if (loss.wasNeeded) needed += 1;
      const backMs = performance.now();
      await machines.untilTogether();
      back.push(performance.now() - backMs);
    }
    await ground.untilAnswered(ANSWERS_BETWEEN);
    doubtOtherErrors(ground);
    if (!isShort && middle(away) > WRITES_WITHIN_MS)
      ground.doubt(`writes went on only ${middle(away)} ms after a loss`);
    const { timeline } = await (await machines.primary()).standing();
    return [
      `${times} losses, ${times - frozen} machines killed and ${frozen} that hung; ${awayWords(away)} (${away.map((ms) => (ms / 1000).toFixed(1)).join(' ')} s)`,
      `${needed} times nobody could take the place until the lost machine was back`,
      `the lost machine followed the new primary, all its own undone, ${Math.round(middle(back))} ms after it was back in the middle, ${Math.round(Math.max(...back))} ms at worst; timeline ${timeline}`,
      await readLog(ground, watch),
    ];
  },
};
