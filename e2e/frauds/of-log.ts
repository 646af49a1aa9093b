import { checkpointOf } from '../verifiers/log.ts';
import type { Fraud } from './fraud.ts';
import type { Scene } from './scene.ts';
import { transfer } from './story.ts';

// Frauds 10 to 13 and 24: of the log itself, and of receipts.

/** Two minutes: witnesses' times are believed to one. */
const DATED_BACK_MS = 120_000;

/** A file with the checkpoint that somebody kept from the honest log. */
async function seen({ world }: Scene): Promise<string> {
  return world.fileOf(checkpointOf(await world.lines(), world.clock.nowMs()));
}

export const OF_LOG: readonly Fraud[] = [
  {
    number: 10,
    what: 'two checkpoints of one size',
    planted: 'the code’s place',
    async commit(scene) {
      const lines = await scene.world.lines();
      const at = lines.findIndex((line) => line.includes('"t":"journal"'));
      const other = lines.with(at, lines[at]?.replace(/"commit":"\w+"/, `"commit":"${'5a'.repeat(32)}"`) ?? '');
      const kept = await seen(scene);
      return [{ args: await scene.log({ lines: other }, '--seen', kept), wrong: 'fork' }];
    },
  },
  {
    number: 11,
    what: 'the log rolled back',
    planted: 'the code’s place',
    async commit(scene) {
      const lines = await scene.world.lines();
      return [
        { args: await scene.log({ lines: lines.slice(0, -5) }, '--seen', await seen(scene)), wrong: 'rolled-back' },
      ];
    },
  },
  {
    number: 12,
    what: 'a receipt signed, and never logged',
    planted: 'the database',
    async commit(scene) {
      const { world, story } = scene;
      const id = await transfer(world, story.ada, '1');
      await scene.rows('alter table log_head disable trigger user');
      await scene.rows(`update log_head set journal_id = ${id}`);
      await scene.rows('alter table log_head enable trigger user');
      await scene.pass(3, () => '150');
      return [{ args: await scene.receipt(await world.receipts(story.ada, 'journal', id)), wrong: 'not-logged' }];
    },
  },
  {
    number: 13,
    what: 'a receipt of another member',
    planted: 'between server and verifier',
    async commit(scene) {
      const { ada, bob, options } = scene.story;
      const receipts = await scene.world.receipts(ada, 'option', options.win);
      return [{ args: await scene.receipt(receipts, '--member', bob), wrong: 'member' }];
    },
  },
];

/** Fraud 24. */
export const DATED_BACK: Fraud = {
  number: 24,
  what: 'a checkpoint dated back',
  planted: 'the code’s place',
  async commit(scene) {
    const seenAtMs = scene.world.clock.nowMs() - DATED_BACK_MS;
    return [{ args: await scene.log({ seenAtMs }), wrong: 'time' }];
  },
};
