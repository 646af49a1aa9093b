import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVerifierKey } from '@plimsoll/proof/log';
import { thinTape } from '../../apps/server/src/market/tape/thin.ts';
import { folderStore } from '../../apps/server/src/platform/uploads/index.ts';
import { seedOf } from '../../apps/server/src/testing/log-process.ts';
import { keyPair, LOG } from '../verifiers/log.ts';
import type { Control } from './fraud.ts';
import { SAME_BUILD } from './of-build.ts';
import type { Scene } from './scene.ts';
import { buy, packBooks, showBook, transfer } from './story.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** Everything that verifiers can be given of the world as it is now. */
async function everything(scene: Scene): Promise<(readonly string[])[]> {
  const { world, story } = scene;
  const receipts: unknown[] = [];
  for (const id of Object.values(story.options)) receipts.push(...(await world.receipts(story.ada, 'option', id)));
  receipts.push(...(await world.receipts(story.ada, 'fill', story.order)));
  receipts.push(...(await world.receipts(story.ada, 'journal', story.transfer)));
  const proof = await world.liabilitiesOf(story.ada);
  return [
    await scene.log(),
    await scene.receipt(receipts, '--log', await scene.logUrl(), '--member', story.ada),
    await scene.liabilities(proof, '--owner', proof.owner),
  ];
}

/** What one option of the story can be given to verifiers of, beside the log. */
const ofOption = (what: string, outcome: 'tie' | 'void'): Control => ({
  what,
  async happen(scene) {
    const id = scene.story.options[outcome];
    const [ended] = await scene.rows<{ outcome: string }>(`select outcome from option_order where id = ${id}`);
    if (ended?.outcome !== outcome) throw new Error(`the ${outcome} is a ${ended?.outcome}`);
    const receipts = await scene.world.receipts(scene.story.ada, 'option', id);
    return [await scene.log(), await scene.receipt(receipts, '--log', await scene.logUrl())];
  },
});

export const CONTROLS: readonly Control[] = [
  { what: 'the honest world', happen: everything },
  {
    what: 'the honest world, a minute later',
    async happen(scene) {
      const { world, story } = scene;
      await scene.pass(1, () => '142');
      const id = await world.options.placed(story.bob, { way: 'down' });
      showBook(world, '142');
      const order = await buy(world, story.bob, '250');
      await scene.pass(60, (second) => `${142 + (second % 7)}`);
      await world.takeEpoch();
      await scene.pass(2, () => '150');
      return [
        ...(await everything(scene)),
        await scene.receipt(await world.receipts(story.bob, 'option', id), '--member', story.bob, '--id', id),
        await scene.receipt(await world.receipts(story.bob, 'fill', order), '--log', await scene.logUrl()),
      ];
    },
  },
  {
    what: 'superseded books packed',
    async happen(scene) {
      const { world, story } = scene;
      await scene.pass(1, () => '142');
      showBook(world, '142');
      await buy(world, story.bob, '250');
      await scene.pass(2, () => '142');
      await packBooks(world, 1);
      return everything(scene);
    },
  },
  {
    what: 'the clock stepped back',
    async happen(scene) {
      const { world, story } = scene;
      const nowMs = world.clock.nowMs();
      world.clock.set(nowMs - 3_000);
      await transfer(world, story.ada, '1');
      await scene.pass(3, () => null);
      await scene.pass(12, (second) => `${142 + second}`);
      return everything(scene);
    },
  },
  {
    what: 'trades thinned out after a year',
    async happen(scene) {
      await thinTape(scene.world.db, scene.world.clock.nowMs() + YEAR_MS);
      return everything(scene);
    },
  },
  ofOption('a tie', 'tie'),
  ofOption('an honest void', 'void'),
  {
    what: 'a market disabled',
    async happen(scene) {
      await scene.rows(`update market set enabled = false where symbol = 'btcusdt'`);
      await scene.pass(12, (second) => `${142 + second}`);
      return everything(scene);
    },
  },
  {
    what: 'a key rotated: old receipts are good',
    async happen(scene) {
      const { world, story } = scene;
      const old = await world.receipts(story.ada, 'option', story.options.win);
      const folder = await mkdtemp(join(world.folder, 'rotated-'));
      const rotated = await world.process({ keys: [seedOf(2), seedOf(1)], store: folderStore(folder) });
      await transfer(world, story.ada, '1');
      await rotated.worker.catchUp();
      const both = await world.fileOf(`${formatVerifierKey(keyPair(LOG.key.name, 'ed25519', 2).key)}\n${scene.vkey}\n`);
      const note = (await folderStore(folder).get('checkpoint'))?.toString() ?? '';
      const fresh = await world.receipts(story.ada, 'option', story.options.win);
      return [
        await scene.receipt(old),
        ['receipt', await world.fileOf(old), '--vkey', both],
        ['receipt', await world.fileOf(fresh), '--vkey', both],
        ['log', await scene.logUrl({ checkpoint: note }), '--vkey', both],
      ];
    },
  },
  SAME_BUILD,
];
