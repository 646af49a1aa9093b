import { amount } from '@plimsoll/money';
import { move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { Disagreement } from './disagreement.ts';
import type { Exchange } from './feed.ts';
import { giveDemo, moveOwn } from './model/assets.ts';
import { read } from './model/exact.ts';
import { housePurse, memberPurse } from './model/purses.ts';
import type { Player, Scene } from './scene.ts';

/** Coins that a member begins with. */
const GIVEN = [['2', '1'], ['3', '10'], ['4', '5000'], ['5', '50']] as const;
const PASSWORD = 'quay4load7line';

/** Makes members with some of every coin, and the first prices. */
export async function enrol(scene: Scene, exchange: Exchange, members: number): Promise<void> {
  for (const market of scene.model.world.markets.values()) await exchange.quote(market);
  for (let number = 1; number <= members; number += 1) scene.players.push(await register(scene, number));
}

async function register(scene: Scene, number: number): Promise<Player> {
  const { model } = scene;
  const username = `member${number}@simulated.test`;
  const answer = await scene.ask(undefined, 'register', { type: '2', email: username, password: PASSWORD, repassword: PASSWORD });
  const { token } = (answer.data?.['userinfo'] ?? {}) as { token?: string };
  if (token === undefined) throw new Disagreement('answer to register', 'a token', answer);
  const own = await scene.ask(token, 'getusr', {});
  const player: Player = { id: String(own.data?.['id']), username, password: PASSWORD, token, picture: '' };
  model.world.members.set(player.id, {
    id: player.id, username, frozen: false, payPassword: null, wrongPayments: 0, paymentsStoppedUntilMs: 0, lastGiftMs: null, identity: 0, addresses: new Map(),
  });
  await scene.submit(player, 'demoFunds', {}, () => giveDemo(model.world, player.id, model.usdt));
  const half = { c_id: model.usdt.id, num: '4000', from_type: '1', to_type: '2' };
  await scene.submit(player, 'transfer', half, () => moveOwn(model.world, player.id, { coinId: model.usdt.id, amount: read('4000'), from: 1, to: 2 }));
  await give(scene, player);
  return player;
}

async function give({ server, model }: Scene, { id: memberId }: Player): Promise<void> {
  await server.writer.submit(plainPosting, GIVEN.map(([coinId, quantity]) => ({
    cause: { kind: 'test-funding' as const, id: `${memberId}.${coinId}` }, actor: { kind: 'clock' as const },
    lines: [move({ house: 'outside' as const, coinId }, { memberId, type: 1 as const, coinId }, amount(quantity))],
  })));
  for (const [coinId, quantity] of GIVEN) model.world.purses.move(housePurse('outside', coinId), memberPurse(memberId, 1, coinId), read(quantity));
}
