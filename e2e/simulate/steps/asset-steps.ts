import { giveDemo, moveOwn } from '../model/assets.ts';
import { write } from '../model/exact.ts';
import { anyAmount, anyCoin, anyPlayer, free, type Step } from './step.ts';

const move: Step = {
  name: 'move',
  weight: 8,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const coin = dice.chance(70) ? model.usdt : anyCoin(scene);
    const [from, to] = dice.chance(80)
      ? dice.pick([
          [1, 2],
          [1, 2],
          [2, 1],
        ] as const)
      : ([dice.from(1, 3), dice.from(1, 3)] as const);
    const amount = anyAmount(scene, coin, free(scene, player, from, coin.id));
    const coinId = dice.chance(98) ? coin.id : '4242';
    const fields = { c_id: coinId, num: write(amount), from_type: String(from), to_type: String(to) };
    await scene.submit(player, 'transfer', fields, () => moveOwn(model.world, player.id, { coinId, amount, from, to }));
  },
};

const gift: Step = {
  name: 'demo funds',
  weight: 2,
  async run(scene) {
    const player = anyPlayer(scene);
    await scene.submit(player, 'demoFunds', {}, () => giveDemo(scene.model.world, player.id, scene.model.usdt));
  },
};

export const assetSteps: readonly Step[] = [move, gift];
