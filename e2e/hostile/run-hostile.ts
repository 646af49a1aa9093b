import type { Attempt, Role } from './attempt.ts';
import { careless, databaseLogin, outsider } from './attempts/outside.ts';
import { clerk, treasurer } from './attempts/treasurer-and-clerk.ts';
import { hostileMember, stolenSession } from './attempts/members.ts';
import { bothOwners, owner } from './attempts/owner.ts';
import { runControls } from './controls.ts';
import { LivePlatform } from './platform.ts';
import { keepSecrets, openScene, type Scene } from './scene.ts';
import { compare, count } from './treasury.ts';

interface Met {
  readonly name: string;
  readonly requests: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly taken: readonly string[];
}
interface RoleOutcome {
  readonly role: string;
  readonly attempts: readonly Met[];
}
export interface HostileOutcome {
  readonly roles: readonly RoleOutcome[];
  /** Thefts by both owners, which must be detected. */
  readonly together: RoleOutcome;
  readonly controls: readonly string[];
  readonly failedControls: readonly string[];
  readonly audit: { readonly isClean: boolean; readonly lastLine: string };
  /**
   * True when nobody alone stole anything, every theft by both owners was detected, the controls succeeded and the
   * audit is clean.
   */
  readonly isHeld: boolean;
}

const ROLES: readonly Role[] = [stolenSession, hostileMember, outsider, clerk, treasurer, owner, databaseLogin];

async function meet(attempt: Attempt, scene: Scene): Promise<Met> {
  const { wire, platform } = scene;
  const [faultsBefore, sentBefore, before] = [wire.faults.length, wire.sent, await count(platform.db)];
  const replies = await attempt.run(scene);
  const after = await count(platform.db);
  const answers = new Map<string, number>();
  for (const { reason } of replies) answers.set(reason, (answers.get(reason) ?? 0) + 1);
  const lost = compare(before, after).filter((line) => attempt.own?.test(line) !== true);
  return {
    name: attempt.name,
    requests: wire.sent - sentBefore,
    answers,
    taken: [...lost, ...(attempt.judge?.(before, after, scene) ?? []), ...wire.faults.slice(faultsBefore)],
  };
}

type OnAttempt = (role: string, met: Met) => void;

async function meetAll({ name: role, attempts }: Role, scene: Scene, onAttempt: OnAttempt): Promise<RoleOutcome> {
  const met: Met[] = [];
  for (const attempt of attempts) {
    const outcome = await meet(attempt, scene);
    onAttempt(role, outcome);
    met.push(outcome);
  }
  return { role, attempts: met };
}

/**
 * Runs everything: careless starts, ordinary life, controls, each role alone, and the audit. `onAttempt` is called
 * after each attempt.
 */
export async function runHostile(onAttempt: OnAttempt = () => {}): Promise<HostileOutcome> {
  const platform = await LivePlatform.open();
  try {
    const start = await careless(platform);
    const starting: Met = {
      name: `starts with ${start.tried.join(', ')}`,
      requests: 0,
      answers: new Map([['refused to start', start.tried.length - start.taken.length]]),
      taken: start.taken,
    };
    onAttempt('whoever starts it', starting);
    const scene = await openScene(platform);
    const failedControls = await runControls(scene);
    await keepSecrets(scene);
    const roles: RoleOutcome[] = [{ role: 'whoever starts it', attempts: [starting] }];
    for (const role of ROLES) roles.push(await meetAll(role, scene, onAttempt));
    const together = await meetAll(bothOwners, scene, onAttempt);
    const { status, output } = await platform.runTool('audit.ts', []);
    const audit = { isClean: status === 0, lastLine: output.split('\n').at(-1) ?? '' };
    const isHeld =
      audit.isClean &&
      failedControls.length === 0 &&
      roles.every(({ attempts }) => attempts.every(({ taken }) => taken.length === 0)) &&
      together.attempts.every(({ taken }) => taken.length > 0);
    return { roles, together, controls: scene.controls, failedControls, audit, isHeld };
  } finally {
    await platform.close();
  }
}

const MAX_ANSWERS = 6;
const answersOf = ({ answers }: Met): string => {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MAX_ANSWERS).map(([reason, times]) => `${reason} ${times}`);
  return [...shown, ...(sorted.length > MAX_ANSWERS ? [`${sorted.length - MAX_ANSWERS} more`] : [])].join(', ');
};

/** The outcome as a plain table: role, attempt, answers, thefts. */
export function describe({ roles, together, controls, failedControls, audit, isHeld }: HostileOutcome): string {
  const rows = [...roles, together].flatMap(({ role, attempts }) =>
    attempts.map(
      (met) =>
        `| ${role} | ${met.name} | ${met.requests} | ${answersOf(met)} | ${met.taken.length === 0 ? 'nothing' : met.taken.join('; ')} |`,
    ),
  );
  return [
    '| role | attempt | requests | answers | taken |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `went through, as it should: ${controls.join('; ')}`,
    ...failedControls.map((line) => `DID NOT GO THROUGH: ${line}`),
    `audit: ${audit.lastLine}`,
    isHeld ? 'nothing was taken' : 'NOT HELD',
  ].join('\n');
}
