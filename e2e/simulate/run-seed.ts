import { seedAudits } from '../../apps/server/src/seed-audit.ts';
import { AUDITS } from '../../apps/server/src/slices.ts';
import { requireCleanAudit } from '../../apps/server/src/testing/clean-audit.ts';
import { checkFinance } from './check-finance.ts';
import { checkAll, checkBalances } from './checkpoint.ts';
import type { DatabaseServer } from './database.ts';
import { Exchange } from './feed.ts';
import { enrol } from './enrol.ts';
import { Scene } from './scene.ts';
import { setUp } from './set-up.ts';
import { STEPS } from './steps/all.ts';
import { doDue, passHours } from './steps/time-steps.ts';

/** All but what a demo begins with: a seed's members begin with other amounts. */
const LOOKED_AT = AUDITS.filter((audit) => !seedAudits.includes(audit));

export interface SeedOptions {
  readonly seed: string;
  readonly members: number;
  readonly days: number;
  /** Called before each step: a test plants a mistake here. */
  readonly sabotage?: (scene: Scene, step: number) => Promise<void> | void;
}

export interface SeedResult {
  readonly seed: string;
  readonly steps: number;
  readonly answered: ReadonlyMap<string, number>;
  readonly events: readonly string[];
  /** What went wrong, and where; undefined when model and server agreed throughout and the audit is clean. */
  readonly failure?: { readonly step: number; readonly name: string; readonly error: Error };
}

/** Steps in a day, and the steps between checks of balances, and of everything. */
const STEPS_A_DAY = 60;
const COUNT_EVERY = 15;
const LOOK_EVERY = 60;
const PASS_HOURS_EVERY = 15;

async function look(scene: Scene): Promise<void> {
  await checkAll(scene);
  for (const player of scene.players) if (player.token !== undefined) await checkFinance(scene, player);
}

/** Runs one seed to its end, or until model and server disagree. */
export async function runSeed(
  server: DatabaseServer,
  { seed, members, days, sabotage }: SeedOptions,
): Promise<SeedResult> {
  const database = await server.open(`simulate_${seed.replace(/\W/g, '_').toLowerCase()}`);
  const scene = new Scene(seed, database.url);
  const at = { step: 0, name: 'the beginning' };
  try {
    await setUp(database.url, scene.clock);
    await scene.start();
    const exchange = new Exchange(scene);
    await enrol(scene, exchange, members);
    for (at.step = 1; at.step <= days * STEPS_A_DAY; at.step += 1) {
      const step = scene.dice.weighted(STEPS);
      at.name = step.name;
      await sabotage?.(scene, at.step);
      await step.run(scene, exchange);
      if (at.step % PASS_HOURS_EVERY === 0) await passHours(scene, exchange);
      if (at.step % COUNT_EVERY === 0) await checkBalances(scene);
      if (at.step % LOOK_EVERY === 0) await look(scene);
    }
    at.name = 'the end';
    await doDue(scene);
    await look(scene);
    await requireCleanAudit(scene.server.db, LOOKED_AT);
    return { seed, steps: at.step, answered: scene.answered, events: scene.events };
  } catch (error) {
    return {
      seed,
      steps: at.step,
      answered: scene.answered,
      events: scene.events,
      failure: { ...at, error: error instanceof Error ? error : new Error(String(error)) },
    };
  } finally {
    await scene.end();
    await database.drop();
  }
}
