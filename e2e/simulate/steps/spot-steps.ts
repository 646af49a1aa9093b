import { refused } from '../model/outcome.ts';
import type { SpotWish } from '../model/spot.ts';
import type { Market } from '../model/world.ts';
import type { Player, Scene } from '../scene.ts';
import { anyAmount, anyMarket, anyPlayer, BAD_AMOUNTS, free, write, type Step } from './step.ts';

const FUNDS = 1;

interface Drawn {
  readonly wish: SpotWish;
  readonly fields: Readonly<Record<string, string>>;
}

/** A plausible order: mostly on the market's steps and near its price. */
function drawOrder(scene: Scene, player: Player, market: Market, mid: bigint): Drawn {
  const { dice } = scene;
  const side = dice.pick(['buy', 'sell'] as const);
  const mode = dice.chance(65) ? 'limit' : 'market';
  const priced = (mid * BigInt(1_000_000 + dice.from(-9000, 9000))) / 1_000_000n;
  const price = dice.chance(3)
    ? priced + 1n
    : priced - (priced % market.priceStep) + (dice.chance(1) ? market.priceStep * 1_000_000n : 0n);
  const has = free(scene, player, FUNDS, side === 'buy' ? market.quote.id : market.base.id);
  const affords =
    side === 'buy'
      ? (anyAmount(scene, market.quote, has) * 100_000_000n) / (price || 1n)
      : anyAmount(scene, market.base, has);
  const stepped = affords - (affords % market.step);
  const num = dice.chance(4)
    ? affords || 1n
    : stepped < market.min && dice.chance(70)
      ? market.min
      : stepped || market.step;
  const amount = anyAmount(scene, market.quote, has);
  const isBudget = mode === 'market' && side === 'buy';
  return {
    wish: { memberId: player.id, marketId: market.id, side, mode, num, price, amount },
    fields: {
      m_id: market.id,
      type: side === 'buy' ? '1' : '2',
      operate_type: mode === 'limit' ? '1' : '2',
      ...(isBudget ? { amount: write(amount) } : { num: write(num) }),
      ...(mode === 'limit' ? { price: write(price) } : {}),
    },
  };
}

const place: Step = {
  name: 'spot order',
  weight: 26,
  async run(scene, exchange) {
    const player = anyPlayer(scene);
    const market = anyMarket(scene);
    if (scene.dice.chance(60)) await exchange.quote(market);
    const { wish, fields } = drawOrder(scene, player, market, exchange.mid(market));
    await scene.submit(player, 'upbbbuy', fields, () => scene.model.spot.place(wish));
  },
};

const cancel: Step = {
  name: 'spot cancel',
  weight: 8,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const open = model.spot.open();
    const own = open.filter(({ wish }) => wish.memberId === player.id);
    const from = dice.chance(85) ? own : dice.chance(50) ? open : model.spot.orders;
    const id = from.length > 0 ? dice.pick(from).id : '987654321';
    await scene.submit(player, 'tradecancelOrder', { bb_id: id }, () => model.spot.cancel(player.id, id));
  },
};

/** Orders of several members at one moment; the order of their ids is the server's. */
const burst: Step = {
  name: 'spot burst',
  weight: 4,
  async run(scene, exchange) {
    const { dice, model } = scene;
    const market = anyMarket(scene);
    await exchange.quote(market);
    const drawn = Array.from({ length: dice.from(2, 8) }, () => {
      const player = anyPlayer(scene);
      return { player, ...drawOrder(scene, player, market, exchange.mid(market)) };
    });
    scene.note(`burst on ${market.symbol}`);
    const answers = await Promise.all(
      drawn.map(({ player, fields }) => scene.ask(player.token, 'upbbbuy', fields, scene.newKey())),
    );
    const taken = drawn
      .map((each, index) => ({ ...each, answer: answers[index] }))
      .filter(({ answer }) => answer?.code === 1);
    taken.sort((a, b) => Number(a.answer?.data?.['id']) - Number(b.answer?.data?.['id']));
    for (const { player, wish, fields, answer } of taken) {
      scene.note(`member ${player.id} upbbbuy ${JSON.stringify(fields)}`);
      if (answer) scene.compare('upbbbuy', model.spot.place(wish), answer);
    }
  },
};

const spoiled: Step = {
  name: 'spot nonsense',
  weight: 2,
  async run(scene) {
    const { dice } = scene;
    const player = anyPlayer(scene);
    const bad = dice.pick(BAD_AMOUNTS);
    const fields = dice.pick([
      { m_id: '1', type: '1', operate_type: '1', num: bad, price: '1000' },
      { m_id: '1', type: '2', operate_type: '1', num: '1', price: bad },
      { m_id: '1', type: '1', operate_type: '2', amount: bad },
      { m_id: '777', type: '1', operate_type: '1', num: '1', price: '1' },
      { m_id: '-1', type: '1', operate_type: '1', num: '1', price: '1' },
      { m_id: '1', type: '3', operate_type: '1', num: '1', price: '1' },
    ]);
    await scene.submit(player, 'upbbbuy', fields, () =>
      refused('bad_amount', 'amount_not_positive', 'not_found', 'bad_id', 'bad_value'),
    );
  },
};

export const spotSteps: readonly Step[] = [place, cancel, burst, spoiled];
