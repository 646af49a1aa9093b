import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { runTool } from './ground/run-tool.ts';
import { Target } from './ground/target.ts';

const ANSWERS_BETWEEN = 60;

async function tool(
  file: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, output } = await runTool(`${file}.ts`, args, env);
  if (status !== 0) throw new Error(`npm run ${file} ended with ${status}: ${output}`);
  return output;
}

/**
 * Members repeat, with the same keys, what they submitted after the backup began: what it lacks is done again. @returns
 * how many.
 */
async function askAgain(ground: Ground, from: readonly number[]): Promise<number> {
  const redone = await Promise.all(
    ground.records.map(async (record, at) => {
      let count = 0;
      for (const submit of record.submits.slice(from[at])) {
        const answer = await record.settle(submit);
        if (!isDeepStrictEqual(answer, submit.answer)) count += 1;
        submit.answer = answer;
      }
      return count;
    }),
  );
  return redone.reduce((sum, each) => sum + each, 0);
}

async function round(ground: Ground, number: number): Promise<string> {
  const { options } = ground.target;
  const backup = join(ground.folder, `backup-${number}`);
  const from = ground.records.map(({ submits }) => submits.filter(({ answer }) => answer).length);
  await tool('backup', [backup, '--with-secret'], ground.databaseEnv);
  await ground.untilAnswered(ANSWERS_BETWEEN);
  await ground.stopTrading();
  await ground.target.stop();
  const dataDir = join(ground.folder, `restored-${number}`);
  const output = await tool('restore', [backup], { DATA_DIR: dataDir });
  ground.moveTo(new Target({ ...options, dataDir }));
  const redone = await askAgain(ground, from);
  ground.startTrading();
  await ground.untilAnswered(ANSWERS_BETWEEN);
  return `backup ${number}: ${from.reduce((sum, each) => sum + each, 0)} answered submits were before it, ${redone} after it were done again; restore: ${output.split('\n').at(-1) ?? ''}`;
}

export const backupRestored: Fault = {
  name: 'backup-restored',
  does: 'backs up a server that is being used, restores it into another folder, and lets members go on there',
  times: { full: 5, short: 1 },
  needs: {},
  async strike(ground, { times }) {
    const did: string[] = [];
    for (let number = 1; number <= times; number += 1) did.push(await round(ground, number));
    return did;
  },
};
