import type { Fault, Measure } from './fault.ts';
import { audit } from './ground/audit.ts';
import type { Ground } from './ground/ground.ts';
import { readBack } from './ground/read-back.ts';

export interface Outcome {
  readonly fault: Fault;
  readonly did: readonly string[];
  readonly submits: number;
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** Submits repeated because their first answer was lost or undecided. */
  readonly askedAgain: number;
  readonly serverErrors: number;
  readonly audit: string;
  readonly doubts: readonly string[];
}

const ANSWERS_BEFORE = 60;
const MAX_DOUBTS = 20;

const count = (map: Map<string, number>, name: string): void => {
  map.set(name, (map.get(name) ?? 0) + 1);
};

/** Strikes a ground while members trade, lets them continue, then reads everything back and audits it. */
export async function runFault(fault: Fault, ground: Ground, measure: Measure): Promise<Outcome> {
  const errorsBefore = ground.records.map(({ serverErrors }) => serverErrors.length);
  const first = ground.records.map(({ submits }) => submits.length);
  ground.doubts.length = 0;
  ground.startTrading();
  await ground.untilAnswered(ANSWERS_BEFORE);
  const did = await fault.strike(ground, measure);
  await ground.stopTrading();

  const submits = ground.records.flatMap((record, at) => record.submits.slice(first[at]));
  const askedAgain = submits.filter(({ asked }) => asked > 1).length;
  const acknowledged = new Map<string, number>();
  const refused = new Map<string, number>();
  for (const { name, answer } of submits) {
    if (answer?.code === 1) count(acknowledged, name);
    else count(refused, answer?.reason ?? 'no answer');
  }
  const errors = ground.records.flatMap(({ serverErrors }, at) => serverErrors.slice(errorsBefore[at]));
  if (!fault.mayFail) for (const error of errors) ground.doubt(`answered with 500 or more: ${error}`);
  const url = await ground.url();
  await Promise.all(
    ground.records.map(async (record, at) => {
      for (const sentence of await readBack(url, record, { before: ground.before(), askedFrom: first[at] ?? 0 }))
        ground.doubt(sentence);
    }),
  );
  const verdict = await audit(ground.databaseEnv);
  if (!verdict.isClean) ground.doubt(`the audit: ${verdict.output}`);
  return {
    fault,
    did,
    submits: submits.length,
    acknowledged,
    refused,
    askedAgain,
    serverErrors: errors.length,
    audit: verdict.lastLine,
    doubts: ground.doubts.slice(0, MAX_DOUBTS),
  };
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, times]) => `${name} ${times}`).join(', ') || 'none';
const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, each) => all + each, 0);

export function describe({
  fault,
  did,
  submits,
  acknowledged,
  refused,
  askedAgain,
  serverErrors,
  audit: output,
  doubts,
}: Outcome): string {
  return [
    `${fault.name}: ${fault.does}`,
    ...did.map((line, at) => `${at === 0 ? '  did       ' : '            '}${line}`),
    `  submits   ${submits}, acknowledged ${sum(acknowledged)} (${listed(acknowledged)})`,
    `  refused   ${sum(refused)} (${listed(refused)})`,
    `  lost      ${askedAgain} answers were lost or left open and asked for again with their keys; ${serverErrors} answers of 500 or more`,
    `  audit     ${output}`,
    doubts.length === 0
      ? '  verdict   right: everything acknowledged is there once, every key has its one answer'
      : `  verdict   OFF\n${doubts.map((doubt) => `    ${doubt}`).join('\n')}`,
  ].join('\n');
}
