import type { Verified } from '../../apps/server/src/testing/log-world.ts';
import { makeDatabasesAt } from '../../apps/server/src/testing/database.ts';
import { ensureTemplate } from '../../apps/server/src/testing/template.ts';
import { startKept } from '../simulate/database.ts';
import { traceOf } from '../support/message-of.ts';
import { CONTROLS } from './controls.ts';
import type { Control, Fraud } from './fraud.ts';
import { OTHER_BUILD } from './of-build.ts';
import { DATED_BACK, OF_LOG } from './of-log.ts';
import { LATE_CHOICE, OF_OPTIONS } from './of-options.ts';
import { OF_LEDGER } from './of-ledger.ts';
import { OF_LIABILITIES } from './of-liabilities.ts';
import { OF_SPOT, REPACKED } from './of-spot.ts';
import { OF_TAPE } from './of-tape.ts';
import { Scene } from './scene.ts';
import { forget, playStory, type Story } from './story.ts';

export const FRAUDS: readonly Fraud[] = [
  ...OF_OPTIONS,
  ...OF_TAPE,
  ...OF_LOG,
  ...OF_SPOT,
  ...OF_LEDGER,
  ...OF_LIABILITIES,
  DATED_BACK,
  LATE_CHOICE,
  OTHER_BUILD,
  REPACKED,
];

/** What was found of one fraud or control. */
export interface Met {
  readonly name: string;
  readonly planted: string;
  /** By verify.py and verify.mjs: the names, one for each thing they were given. */
  readonly verifiers: readonly [python: string, node: string];
  readonly audit: string;
  /** What is not as it must be; empty when all is. */
  readonly doubts: readonly string[];
}

export interface FraudsOutcome {
  readonly frauds: readonly Met[];
  readonly controls: readonly Met[];
  /** True when every fraud was named and every control was silent. */
  readonly isRight: boolean;
}

const VERIFIERS = ['verify.py', 'verify.mjs'] as const;
const SILENT = '';

/** The names that a verifier gave to everything it was given. */
const namesOf = (all: readonly Verified[]): string => [...new Set(all.map(({ wrong }) => wrong ?? SILENT))].join(', ');

function doubtsOf(at: string, wanted: string | undefined, found: readonly Verified[]): string[] {
  return found.flatMap(({ code, wrong, output }, place) =>
    wrong === wanted && code === (wanted === undefined ? 0 : 1)
      ? []
      : [`${VERIFIERS[place]}${at}: ${wrong ?? `exit ${code}`} instead of ${wanted ?? 'silence'}\n${output.trimEnd()}`],
  );
}

async function meetFraud(fraud: Fraud, scene: Scene): Promise<Omit<Met, 'name' | 'planted'>> {
  const looks = await fraud.commit(scene);
  const doubts: string[] = [];
  const found: (readonly Verified[])[] = [];
  for (const { at, args, wrong } of looks) {
    const verified = await scene.verify(args);
    found.push(verified);
    doubts.push(...doubtsOf(at === undefined ? '' : `, ${at}`, wrong, verified));
  }
  const off = await scene.audit();
  if (fraud.audit !== undefined && !off.includes(fraud.audit))
    doubts.push(`the audit did not find it by ${fraud.audit}, but ${off.join(', ') || 'nothing'}`);
  if (looks.length === 0 && fraud.audit === undefined) doubts.push('nobody looked');
  const by = (place: number): string =>
    looks.length === 0 ? 'cannot see it' : namesOf(found.flatMap((each) => each[place] ?? []));
  return { verifiers: [by(0), by(1)], audit: off.join(', ') || 'silent', doubts };
}

async function meetControl(control: Control, scene: Scene): Promise<Omit<Met, 'name' | 'planted'>> {
  const doubts: string[] = [];
  for (const args of await control.happen(scene)) doubts.push(...doubtsOf('', undefined, await scene.verify(args)));
  const off = await scene.audit();
  if (off.length > 0) doubts.push(`the audit found ${off.join(', ')}`);
  const silent = doubts.length === 0 ? 'silent' : 'NOT SILENT';
  return { verifiers: [silent, silent], audit: off.join(', ') || 'silent', doubts };
}

async function onScene(
  story: Story,
  about: Pick<Met, 'name' | 'planted'>,
  meet: (scene: Scene) => Promise<Omit<Met, 'name' | 'planted'>>,
): Promise<Met> {
  const scene = await Scene.open(story);
  try {
    return { ...about, ...(await meet(scene)) };
  } catch (error) {
    return { ...about, verifiers: ['', ''], audit: '', doubts: [`it could not be done: ${traceOf(error)}`] };
  } finally {
    await scene.close();
  }
}

/** Copies that are worked on at one time: most of it is waiting for verifiers and the database. */
const AT_ONCE = 3;

async function severalAtOnce<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      if (item !== undefined) made[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return made;
}

interface Wanted {
  /** Numbers of frauds; all, and the controls, by default. */
  readonly only?: readonly number[];
  readonly onMet?: (met: Met) => void;
}

/** Makes the honest world, commits each fraud in a copy of it, and lets verifiers and the audit look. */
export async function runFrauds({ only, onMet = () => {} }: Wanted = {}): Promise<FraudsOutcome> {
  const server = await startKept('frauds');
  try {
    makeDatabasesAt({ url: server.url, appUrl: server.appUrl, template: await ensureTemplate(server.url) });
    const story = await playStory();
    const meeting = async (about: Pick<Met, 'name' | 'planted'>, meet: Parameters<typeof onScene>[2]): Promise<Met> => {
      const met = await onScene(story, about, meet);
      onMet(met);
      return met;
    };
    const chosen = FRAUDS.filter(({ number }) => !only || only.includes(number));
    const frauds = await severalAtOnce(
      chosen.toSorted((a, b) => a.number - b.number),
      (fraud) =>
        meeting({ name: `${fraud.number} ${fraud.what}`, planted: fraud.planted }, (scene) => meetFraud(fraud, scene)),
    );
    const controls = await severalAtOnce(only ? [] : CONTROLS, (control) =>
      meeting({ name: control.what, planted: '' }, (scene) => meetControl(control, scene)),
    );
    await forget(story);
    return { frauds, controls, isRight: [...frauds, ...controls].every(({ doubts }) => doubts.length === 0) };
  } finally {
    await server.stop();
  }
}

/** The outcome as a table, and a line of sums. */
export function describe({ frauds, controls }: FraudsOutcome): string {
  const row = ({ name, planted, verifiers, audit }: Met): string =>
    `| ${name} | ${planted} | ${verifiers.join(' | ')} | ${audit} |`;
  const all = [...frauds, ...controls];
  const named = frauds.filter(({ doubts }) => doubts.length === 0).length;
  const loud = controls.filter(({ doubts }) => doubts.length > 0);
  return [
    '| fraud | where planted | verify.py | verify.mjs | audit |',
    '| --- | --- | --- | --- | --- |',
    ...frauds.map(row),
    '',
    ...(controls.length > 0
      ? ['| control | | verify.py | verify.mjs | audit |', '| --- | --- | --- | --- | --- |']
      : []),
    ...controls.map(row),
    '',
    ...all.flatMap(({ name, doubts }) => doubts.map((doubt) => `${name}: ${doubt}`)),
    [
      `${named} of ${frauds.length} named`,
      ...(controls.length === 0
        ? []
        : loud.length === 0
          ? ['controls silent']
          : [`${loud.length} controls NOT silent`]),
    ].join(', '),
  ].join('\n');
}
