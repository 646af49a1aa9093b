import { exchange as exchanged } from '../model/exchange.ts';
import { read, write } from '../model/exact.ts';
import { done } from '../model/outcome.ts';
import { setPayPassword } from '../model/payments.ts';
import { typed } from './members.ts';
import type { Player, Scene } from '../scene.ts';
import { anyAmount, anyCoin, anyPlayer, free, type Step } from './step.ts';

const FUNDS = 1;

const exchange: Step = {
  name: 'exchange',
  weight: 6,
  async run(scene, feed) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const [from, to] = [anyCoin(scene), anyCoin(scene)];
    if (dice.chance(75))
      for (const market of model.world.markets.values()) if ([from, to].includes(market.base)) await feed.quote(market);
    const type = dice.chance(85) ? 1 : 2;
    const given = dice.chance(5)
      ? 10n ** BigInt(8 - from.places)
      : anyAmount(scene, from, free(scene, player, type, from.id));
    const payPassword = typed(scene, player);
    const fields = {
      type: String(type),
      from_coin_id: from.id,
      to_coin_id: to.id,
      amount: write(given),
      paypassword: payPassword,
    };
    await scene.submit(player, 'exchangeCoin', fields, () =>
      exchanged(model, { memberId: player.id, type, fromId: from.id, toId: to.id, given, payPassword }),
    );
  },
};

/** Once for each sender and receiver: from then on the sender is shown the receiver's name. */
const found = new WeakMap<Player, Set<string>>();
async function find(scene: Scene, player: Player, to: string): Promise<void> {
  const receiver = scene.players.find(({ id }) => id === to);
  const known = found.get(player) ?? new Set<string>();
  if (!receiver || receiver === player || known.has(to)) return;
  const { code } = await scene.ask(player.token, 'searchUser', { username: receiver.username });
  if (code === 1) found.set(player, known.add(to));
}

const send: Step = {
  name: 'send',
  weight: 6,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const to = dice.chance(92) ? anyPlayer(scene).id : '4242';
    const coin = dice.chance(50) ? model.usdt : anyCoin(scene);
    const amount = anyAmount(scene, coin, free(scene, player, FUNDS, coin.id));
    const payPassword = typed(scene, player);
    await find(scene, player, to);
    const fields = { to_uid: to, c_id: coin.id, amount: write(amount), paypassword: payPassword };
    await scene.submit(player, 'balanceTransfer', fields, () =>
      model.sending.send(player.id, { to, coinId: coin.id, amount, payPassword }),
    );
  },
};

const takeBack: Step = {
  name: 'take back',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { sending },
    } = scene;
    const player = anyPlayer(scene);
    const own = sending.all.filter(({ from, status }) => from === player.id && status === 1);
    const from = own.length > 0 && dice.chance(80) ? own : sending.all;
    const id = from.length > 0 ? dice.pick(from).id : '4242';
    await scene.submit(player, 'cancelInternalTransfer', { id }, () => sending.cancel(player.id, id));
  },
};

const mine: Step = {
  name: 'lock',
  weight: 3,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const offer = dice.pick(model.products.miningOffers);
    const amount = dice.chance(60)
      ? offer.min * BigInt(dice.from(1, 20))
      : anyAmount(scene, offer.coin, free(scene, player, FUNDS, offer.coin.id));
    const id = dice.chance(97) ? offer.id : '4242';
    await scene.submit(player, 'buyMiningMachine', { id, amount: write(amount) }, () =>
      model.products.mine(player.id, id, amount),
    );
  },
};

const stake: Step = {
  name: 'stake',
  weight: 3,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const offer = dice.pick(model.products.stakeOffers);
    const amount = dice.chance(60)
      ? offer.min * BigInt(dice.from(1, 20))
      : anyAmount(scene, offer.coin, free(scene, player, FUNDS, offer.coin.id));
    const payPassword = typed(scene, player);
    const projectId = dice.chance(95) ? offer.projectId : dice.pick(model.products.stakeOffers).projectId;
    const wish = { projectId, infoId: offer.infoId, amount, payPassword };
    await scene.submit(
      player,
      'submitStaking',
      { id: projectId, s_id: offer.infoId, amount: write(amount), paypassword: payPassword },
      () => model.products.stake(player.id, wish),
    );
  },
};

const redeem: Step = {
  name: 'redeem',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { products },
    } = scene;
    const player = anyPlayer(scene);
    const own = products.staked.filter(({ memberId, status }) => memberId === player.id && status === 0);
    const from = own.length > 0 && dice.chance(80) ? own : products.staked;
    const id = from.length > 0 ? dice.pick(from).id : '4242';
    await scene.submit(player, 'redeemStaking', { id }, () => products.redeem(player.id, id));
  },
};

const borrow: Step = {
  name: 'borrow',
  weight: 3,
  async run(scene) {
    const {
      dice,
      model: { loans },
    } = scene;
    const player = anyPlayer(scene);
    const offer = dice.pick(loans.offers);
    const amount = dice.chance(90) ? BigInt(dice.from(50, 6000)) * read('1') : read('100.5');
    const id = dice.chance(97) ? offer.id : '4242';
    const pictures = { front_card: player.picture, later_card: player.picture, handheld_card: player.picture };
    await scene.submit(player, 'applyLoan', { id, amount: write(amount), ...pictures }, () =>
      loans.apply(player.id, id, amount),
    );
  },
};

const repay: Step = {
  name: 'repay',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { loans },
    } = scene;
    const player = anyPlayer(scene);
    const own = loans.all.filter(({ memberId }) => memberId === player.id);
    const from = own.length > 0 && dice.chance(90) ? own : loans.all;
    const id = from.length > 0 ? dice.pick(from).id : '4242';
    if (dice.chance(25)) await scene.submit(player, 'cancelLoanApply', { id }, () => loans.cancel(player.id, id));
    else await scene.submit(player, 'repayLoan', { id }, () => loans.repay(player.id, id));
  },
};

const claim: Step = {
  name: 'deposit',
  weight: 3,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const coin = dice.chance(60) ? model.usdt : anyCoin(scene);
    const num = dice.chance(96) ? anyAmount(scene, coin, read('3000')) : read('1000000001');
    const fields = { c_id: coin.id, num: write(num), payimg: player.picture, a_id: coin.id, type: '1' };
    await scene.submit(player, 'recharge', fields, () => model.funding.claim(player.id, coin.id, num));
  },
};

const withdraw: Step = {
  name: 'withdrawal',
  weight: 4,
  async run(scene) {
    const { dice, model } = scene;
    const player = anyPlayer(scene);
    const coin = dice.chance(60) ? model.usdt : anyCoin(scene);
    const num = anyAmount(scene, coin, free(scene, player, FUNDS, coin.id));
    const paypwd = typed(scene, player);
    const fields = { c_id: coin.id, num: write(num), type: '1', paypwd, withdraw_type: '1' };
    await scene.submit(player, 'withdraw', fields, () => model.funding.withdraw(player.id, coin.id, num, paypwd));
  },
};

const newPayPassword: Step = {
  name: 'payment password',
  weight: 1,
  async run(scene) {
    const player = anyPlayer(scene);
    const newpassword = `anchor${scene.dice.from(100, 999)}down`;
    await scene.submit(player, 'resetpay', { logpassword: player.password, newpassword }, () => {
      setPayPassword(scene.model.world, player.id, newpassword);
      return done();
    });
  },
};

export const moneySteps: readonly Step[] = [
  exchange,
  send,
  takeBack,
  mine,
  stake,
  redeem,
  borrow,
  repay,
  claim,
  withdraw,
  newPayPassword,
];
