import { Disagreement } from '../disagreement.ts';
import { done, refused } from '../model/outcome.ts';
import type { Player, Scene } from '../scene.ts';
import { anyCoin, anyPlayer, type Step } from './step.ts';
import { objectOf } from '../../support/json.ts';

/** The payment password that a player types: mostly the right one. */
export function typed({ dice, model }: Scene, player: Player): string {
  const own = model.world.members.get(player.id)?.payPassword ?? 'never1set';
  return dice.chance(90) ? own : dice.pick(['wrong1word', '', 'x', 'a b c d e']);
}

async function logIn(scene: Scene, player: Player): Promise<void> {
  scene.note(`member ${player.id} logs in`);
  const answer = await scene.ask(undefined, 'login', { username: player.username, password: player.password });
  scene.compare('login', scene.model.world.members.get(player.id)?.frozen ? refused('frozen_member') : done(), answer);
  if (answer.code !== 1) return;
  const { token } = objectOf(answer.data?.['userinfo']);
  if (typeof token !== 'string') throw new Disagreement('answer to login', 'a token', answer);
  player.token = token;
}

const comeBack: Step = {
  name: 'log in',
  weight: 5,
  async run(scene) {
    const out = scene.players.filter(({ token }) => token === undefined);
    if (out.length > 0) await logIn(scene, scene.dice.pick(out));
  },
};

const comeAndGo: Step = {
  name: 'log in or out',
  weight: 2,
  async run(scene) {
    const player = anyPlayer(scene);
    if (player.token === undefined || scene.dice.chance(40)) return logIn(scene, player);
    await scene.submit(player, 'logout', {}, () => done());
    const over = player.token;
    player.token = undefined;
    const answer = await scene.ask(over, 'getusr', {});
    scene.compare('getusr', refused('login_required'), answer);
  },
};

const bindAddress: Step = {
  name: 'address',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { world },
    } = scene;
    const player = anyPlayer(scene);
    const coin = anyCoin(scene);
    const address = `somewhere ${dice.from(1, 3)}`;
    await scene.submit(player, 'setusraddress', { c_id: coin.id, address }, () => {
      const bound = world.members.get(player.id)?.addresses;
      const before = bound?.get(coin.id);
      if (before !== undefined && before !== address && world.settings.switches['can_edit_address'] === 0)
        return refused('address_fixed');
      bound?.set(coin.id, address);
      return done();
    });
  },
};

const proveIdentity: Step = {
  name: 'identity',
  weight: 1,
  async run(scene) {
    const player = anyPlayer(scene);
    const fields = { real_name: 'Grace Plimsoll', front_card: player.picture, back_card: player.picture };
    await scene.submit(player, 'usrsetreal', fields, () => {
      const member = scene.model.world.members.get(player.id);
      if (member?.identity === 1) return refused('identity_under_review');
      if (member?.identity === 2) return refused('identity_certified');
      if (member) member.identity = 1;
      return done();
    });
  },
};

export const memberSteps: readonly Step[] = [comeBack, comeAndGo, bindAddress, proveIdentity];
