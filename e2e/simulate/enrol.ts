import { amount } from '@plimsoll/money';
import { move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { Disagreement } from './disagreement.ts';
import type { Exchange } from './feed.ts';
import { giveDemo, moveOwn } from './model/assets.ts';
import { read } from './model/exact.ts';
import { done } from './model/outcome.ts';
import { setPayPassword } from './model/payments.ts';
import { houseAccount, memberAccount } from './model/balances.ts';
import type { Player, Scene } from './scene.ts';
import { OWNER } from './set-up.ts';
import { listOf, objectOf, type Json } from '../support/json.ts';

const GIVEN = [
  ['2', '1'],
  ['3', '10'],
  ['4', '5000'],
  ['5', '50'],
] as const;
const PASSWORD = 'quay4load7line';
const OPERATORS = [
  ['second', 'owner'],
  ['treasurer', 'treasurer'],
  ['clerk', 'clerk'],
] as const;
const LONG_MS = 90 * 86_400_000;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function enrol(scene: Scene, exchange: Exchange, members: number): Promise<void> {
  // Established long ago, since a seed may set the clock back.
  scene.clock.skew(-LONG_MS);
  await scene.enrol(OWNER.username);
  for (const [username, role] of OPERATORS) {
    const { body } = await scene.agree(OWNER.username, 'POST', '/operators', {
      username,
      password: OWNER.password,
      role,
    });
    if (body['username'] !== username) throw new Disagreement('POST /operators', username, body);
    await scene.enrol(username);
  }
  scene.clock.skew(0);
  await offer(scene);
  for (const market of scene.model.world.markets.values()) await exchange.quote(market, { kind: 'calm' });
  for (let number = 1; number <= members; number += 1) scene.players.push(await register(scene, number));
}

async function make(scene: Scene, path: string, fields: Readonly<Record<string, unknown>>): Promise<Json> {
  const { status, body } = await scene.operate(OWNER.username, 'POST', path, fields);
  if (status !== 201) throw new Disagreement(`POST ${path}`, 201, body);
  return body;
}

/** Minimum, maximum, rate, days. */
const LOANS = [
  ['100', '5000', '0.5', 1],
  ['50', '3000', '1.25', 2],
] as const;
/** Coin, minimum, maximum, rate, days. */
const MACHINES = [
  ['1', '10', '3000', '0.37', 2],
  ['5', '0.5', '40', '1.1', 1],
  ['4', '5', '4000', '0.0001', 3],
] as const;
const FLEXIBLE = 1;
const FIXED = 2;
/** Coin, type, and of each duration days, rate, minimum. */
const STAKES = [
  [
    '1',
    FLEXIBLE,
    [
      [1, '36.5', '10'],
      [3, '50', '20'],
    ],
  ],
  ['5', FIXED, [[2, '90', '0.5']]],
  ['2', FLEXIBLE, [[2, '7.3', '0.001']]],
] as const;

/** Offers loans, lock mining and stakes, in coins of many and of few places. */
async function offer(scene: Scene): Promise<void> {
  await offerLoans(scene);
  await offerMachines(scene);
  await offerStakes(scene);
  await nameTerms(scene);
}

async function offerLoans(scene: Scene): Promise<void> {
  for (const [min, max, rate, days] of LOANS) {
    const { id } = await make(scene, '/loan-projects', {
      title: `${days} days`,
      minprice: min,
      maxprice: max,
      interest_rate: rate,
      cycle: days,
      mechanism: 'Plimsoll',
    });
    scene.model.loans.offers.push({ id: String(id), min: read(min), max: read(max), rate: read(rate), days });
  }
}

async function offerMachines(scene: Scene): Promise<void> {
  const { products, world } = scene.model;
  for (const [coinId, min, max, rate, days] of MACHINES) {
    const coin = world.coins.get(coinId);
    if (!coin) continue;
    const { id } = await make(scene, '/mining-products', {
      title: `${coin.title} ${days}`,
      c_id: coinId,
      min_price: min,
      max_price: max,
      interest_rate: rate,
      cycle: days,
    });
    products.miningOffers.push({ id: String(id), coin, min: read(min), max: read(max), rate: read(rate), days });
  }
}

async function offerStakes(scene: Scene): Promise<void> {
  const { products, world } = scene.model;
  for (const [coinId, type, durations] of STAKES) {
    const coin = world.coins.get(coinId);
    if (!coin) continue;
    const staking_info = durations.map(([days, interest_rate, min_price]) => ({ days, interest_rate, min_price }));
    const body = await make(scene, '/staking-projects', { c_id: coinId, type, staking_info });
    for (const info of listOf(body['staking_info'])) {
      products.stakeOffers.push({
        projectId: String(body['id']),
        infoId: String(info['id']),
        coin,
        flexible: type === FLEXIBLE,
        days: Number(info['days']),
        rate: read(String(info['interest_rate'])),
        min: read(String(info['min_price'])),
      });
    }
  }
}

/** Gives the model the ids of the option terms. */
async function nameTerms(scene: Scene): Promise<void> {
  const { body } = await scene.operate(OWNER.username, 'GET', '/option-terms?limit=50');
  for (const row of listOf(body['list'])) {
    const term = scene.model.options.terms.get(Number(row['seconds']));
    if (term) term.id = String(row['id']);
  }
}

async function register(scene: Scene, number: number): Promise<Player> {
  const { model, dice } = scene;
  const username = `member${number}@simulated.test`;
  const answer = await scene.ask(undefined, 'register', {
    type: '2',
    email: username,
    password: PASSWORD,
    repassword: PASSWORD,
  });
  const { token } = objectOf(answer.data?.['userinfo']);
  if (typeof token !== 'string') throw new Disagreement('answer to register', 'a token', answer);
  const own = await scene.ask(token, 'getusr', {});
  const player: Player = {
    id: String(own.data?.['id']),
    username,
    password: PASSWORD,
    token,
    picture: await upload(scene, token),
  };
  model.world.members.set(player.id, {
    id: player.id,
    username,
    frozen: false,
    payPassword: null,
    wrongPayments: 0,
    paymentsStoppedUntilMs: 0,
    lastGiftMs: null,
    identity: 0,
    addresses: new Map(),
  });
  await scene.submit(player, 'demoFunds', {}, () => giveDemo(model.world, player.id, model.usdt));
  const half = { c_id: model.usdt.id, num: '4000', from_type: '1', to_type: '2' };
  await scene.submit(player, 'transfer', half, () =>
    moveOwn(model.world, player.id, { coinId: model.usdt.id, amount: read('4000'), from: 1, to: 2 }),
  );
  if (dice.chance(85)) await choosePayPassword(scene, player);
  await give(scene, player);
  for (const { id: coinId } of model.world.coins.values()) {
    const address = 'somewhere 1';
    if (dice.chance(70))
      await scene.submit(player, 'setusraddress', { c_id: coinId, address }, () => {
        model.world.members.get(player.id)?.addresses.set(coinId, address);
        return done();
      });
  }
  return player;
}

function choosePayPassword(scene: Scene, player: Player): Promise<unknown> {
  const newpassword = 'anchor7down';
  return scene.submit(player, 'resetpay', { logpassword: player.password, newpassword }, () => {
    setPayPassword(scene.model.world, player.id, newpassword);
    return done();
  });
}

async function upload({ server }: Scene, token: string): Promise<string> {
  const boundary = 'between-two-parts';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    PICTURE,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await server.inject({
    method: 'POST',
    url: '/api/api/common/upload',
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  const { data } = response.json<{ data?: { url?: string } }>();
  const url = data?.url;
  if (url === undefined) throw new Disagreement('answer to an upload', 'a link', response.body);
  return url;
}

async function give({ server, model }: Scene, { id: memberId }: Player): Promise<void> {
  await server.writer.submit(
    plainPosting,
    GIVEN.map(([coinId, quantity]) => ({
      cause: { kind: 'demo-funding' as const, id: `${memberId}.${coinId}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside' as const, coinId }, { memberId, type: 1 as const, coinId }, amount(quantity))],
    })),
  );
  for (const [coinId, quantity] of GIVEN)
    model.world.balances.move(houseAccount('outside', coinId), memberAccount(memberId, 1, coinId), read(quantity));
}
