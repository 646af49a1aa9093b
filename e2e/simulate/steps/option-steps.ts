import { read, write } from '../model/exact.ts';
import { done, refused } from '../model/outcome.ts';
import { anyAmount, anyMarket, anyPlayer, BAD_AMOUNTS, free, type Step } from './step.ts';

const OPTIONS = 2;

const place: Step = {
  name: 'option',
  weight: 16,
  async run(scene, exchange) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const market = anyMarket(scene);
    if (dice.chance(75)) await exchange.quote(market);
    const seconds = dice.chance(96) ? dice.pick([...model.options.terms.keys()]) : 7;
    const stake = dice.chance(30)
      ? BigInt(dice.from(9, 400)) * read('1')
      : anyAmount(scene, model.usdt, free(scene, player, OPTIONS, model.usdt.id));
    const way = dice.pick(['up', 'down'] as const);
    const fields = {
      m_id: dice.chance(98) ? market.id : '4242',
      ctime: String(seconds),
      ctzed: write(stake),
      buytype: way === 'up' ? '1' : '2',
    };
    await scene.submit(player, 'creatorder', fields, () =>
      model.options.place({ memberId: player.id, marketId: fields.m_id, seconds, stake, way }),
    );
  },
};

const spoiled: Step = {
  name: 'option nonsense',
  weight: 1,
  async run(scene) {
    const { dice } = scene;
    const fields = dice.pick([
      { m_id: '1', ctime: '30', ctzed: dice.pick(BAD_AMOUNTS), buytype: '1' },
      { m_id: '1', ctime: '30', ctzed: '10', buytype: '3' },
      { m_id: '1', ctime: '-5', ctzed: '10', buytype: '1' },
    ]);
    await scene.submit(anyPlayer(scene), 'creatorder', fields, () =>
      refused('bad_amount', 'amount_not_positive', 'bad_value', 'bad_id', 'switched_off'),
    );
  },
};

const limit: Step = {
  name: 'own limits',
  weight: 2,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const dailyLoss = dice.pick([undefined, null, read('50'), read('200'), read('1000'), read('5000')]);
    const excludeDays = dice.chance(15) ? 1 : 0;
    const fields = {
      ...(dailyLoss === undefined ? {} : { daily_loss: dailyLoss === null ? '0' : write(dailyLoss) }),
      exclude_days: String(excludeDays),
    };
    await scene.submit(player, 'setHyLimit', fields, () => {
      model.options.limit(player.id, { ...(dailyLoss === undefined ? {} : { dailyLoss }), excludeDays });
      return done();
    });
  },
};

export const optionSteps: readonly Step[] = [place, spoiled, limit];
