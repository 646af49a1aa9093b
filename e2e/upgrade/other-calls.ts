import { MarketCandles } from '../../apps/server/src/market/candles.ts';
import { pieceOf } from '../../apps/server/src/market/candle-series.ts';
import { keepFeedState, readFeedState } from '../../apps/server/src/market/feed-state.ts';
import { keepCandles } from '../../apps/server/src/market/store.ts';
import { sql, type Db } from '../../apps/server/src/platform/db.ts';
import { DatabaseLease } from '../../apps/server/src/platform/lease.ts';
import { failingLog } from '../../apps/server/src/testing/world-parts.ts';
import { TestPasskey } from '../../apps/server/src/testing/authenticator.ts';
import type { Fields, Player, Scene } from '../simulate/scene.ts';
import type { Exchange } from '../simulate/feed.ts';
import { write } from '../simulate/model/exact.ts';
import { OWNER } from '../simulate/set-up.ts';
import type { SimClock } from '../simulate/sim-clock.ts';
import { listOf, objectOf, textOf, type Json } from '../support/json.ts';
import { totpOf } from '../support/totp.ts';

// What random steps leave out: everything else that a member and an operator can leave in a database.

async function must(scene: Scene, player: Player, name: string, fields: Fields = {}): Promise<Json> {
  const answer = await scene.ask(player.token, name, fields);
  if (answer.code !== 1) throw new Error(`${name}: ${answer.reason ?? answer.status}`);
  return answer.data ?? {};
}

async function decided(scene: Scene, by: string, method: 'POST' | 'PATCH', path: string, fields: Json): Promise<Json> {
  const { status, body } = await scene.agree(by, method, path, fields);
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

/** Everybody has a session again. */
export async function comeBack(scene: Scene): Promise<void> {
  for (const player of scene.players) {
    if (scene.model.world.members.get(player.id)?.frozen)
      await decided(scene, OWNER.username, 'POST', `/members/${player.id}/unfreeze`, { remark: 'the day ends' });
    const { username, password } = player;
    const { data } = await scene.ask(undefined, 'login', { username, password });
    player.token = textOf(objectOf(data?.['userinfo'])['token']);
    if (player.token === '') throw new Error(`${username} was not let in`);
  }
}

/** Everything is switched on, and something is open: a resting order, and an option whose line is drawn. */
export async function leaveOpen(scene: Scene, exchange: Exchange): Promise<void> {
  const { world, options } = scene.model;
  const switches = Object.keys(world.settings.switches).filter((name) => name !== 'identity_for_withdrawal');
  const settings = {
    ...Object.fromEntries(switches.map((name) => [name, 1])),
    fresh_seconds: 5,
    max_open_orders: null,
    spot_position_limit: '100000000.00000000',
    spot_member_minute_limit: '100000000.00000000',
  };
  for (const [name, value] of Object.entries(settings))
    await decided(scene, OWNER.username, 'PATCH', '/settings', { [name]: value });
  for (const { id } of options.terms.values())
    await decided(scene, OWNER.username, 'PATCH', `/option-terms/${id}`, { enabled: 1 });
  const [player] = scene.players;
  const market = world.markets.get('1');
  if (!player || !market) throw new Error('a day has members and markets');
  scene.clock.advance(86_400_000);
  await must(scene, player, 'demoFunds');
  await must(scene, player, 'transfer', { c_id: '1', num: '500', from_type: '1', to_type: '2' });
  const mid = exchange.mid(market);
  const showMark = () => scene.server.mark(market.id, mid, false);
  await exchange.quote(market, { kind: 'calm' });
  await showMark();
  // One wins, one loses.
  for (const buytype of ['1', '2'])
    await must(scene, player, 'creatorder', { m_id: market.id, ctime: '30', ctzed: '15', buytype });
  for (let second = 1; second <= 32; second += 1) {
    scene.clock.advance(1_000);
    await scene.server.mark(market.id, mid + BigInt(second) * market.priceStep, false);
    await scene.server.settleOptions();
  }
  await exchange.quote(market, { kind: 'calm' });
  const price = write(mid - (mid % market.priceStep) - 100n * market.priceStep);
  const num = write(market.min);
  await must(scene, player, 'upbbbuy', { m_id: market.id, type: '1', operate_type: '1', num, price });
  await must(scene, player, 'creatorder', { m_id: market.id, ctime: '180', ctzed: '25', buytype: '1' });
  // Longer than its line waits from acceptance on.
  scene.clock.advance(2_000);
  await showMark();
  await scene.server.settleOptions();
}

/** Settings of members: lists, addresses, cards, factors, mails, and somebody who is invited and freezes the account. */
export async function membersAsk(scene: Scene): Promise<void> {
  const [first, second] = scene.players;
  if (!first || !second) throw new Error('a day has two members at least');
  for (const market of ['1', '3']) await must(scene, first, 'setFavourite', { market, on: '1' });
  await must(scene, first, 'sendEmailCode');
  await scene.ask(undefined, 'emssend', { email: 'new@simulated.test' });
  await scene.ask(undefined, 'forgotpwd', { email: second.username });
  const address = { c_id: '2', address: 'somewhere 7', label: 'cold', password: first.password };
  await must(scene, first, 'keepAddress', { ...address, allow: '1' });
  await must(scene, first, 'keepAddress', { ...address, address: 'somewhere 8', label: 'warm' });
  await must(scene, first, 'setAllowedOnly', { on: '1', password: first.password });
  const card = { bank_name: 'Bank', card_number: '4111111111111111', card_name: 'Grace Plimsoll' };
  await must(scene, second, 'setBank', { ...card, password: second.password });
  const [bound] = listOf(await listOfData(scene, second, 'getUserBankList'));
  await scene.ask(second.token, 'setBank', {
    ...card,
    id: textOf(bound?.['id']),
    bank_name: 'Other',
    password: second.password,
  });
  for (const notice of listOf((await must(scene, first, 'getNoticeList', { limit: '50' }))['list']).slice(0, 3))
    await must(scene, first, 'getNoticeList', { id: textOf(notice['id']) });
  await scene.ask(undefined, 'login', { username: second.username, password: 'not hers 7' });
  await invite(scene, first);
  await secure(scene, second);
}

async function listOfData(scene: Scene, player: Player, name: string): Promise<unknown> {
  return (await scene.ask(player.token, name, {})).data;
}

/** Of somebody who freezes the account at once. */
async function invite(scene: Scene, by: Player): Promise<void> {
  const invit = textOf((await must(scene, by, 'getusr'))['invit']);
  const password = 'quay4load7line';
  const answer = await scene.ask(undefined, 'register', {
    type: '2',
    email: 'invited@simulated.test',
    password,
    repassword: password,
    invit,
  });
  const token = textOf(objectOf(answer.data?.['userinfo'])['token']);
  const { code } = await scene.ask(token, 'freezeMe', {});
  if (code !== 1) throw new Error(`freezeMe of who was invited: ${answer.reason ?? code}`);
}

/** An authenticator, a passkey, recovery codes and a phrase. */
async function secure(scene: Scene, player: Player): Promise<void> {
  const password = { password: player.password };
  const { secret } = await must(scene, player, 'startTotp', password);
  const code = (): string => totpOf(textOf(secret), 0, scene.clock.nowMs());
  await must(scene, player, 'confirmTotp', { second: code() });
  const next = (): Fields => {
    scene.clock.advance(31_000);
    return { ...password, second: code() };
  };
  const options = await must(scene, player, 'startPasskey', next());
  const passkey = new TestPasskey();
  const made = passkey.made({ challenge: textOf(options['challenge']) }, { origin: 'http://localhost:3000' });
  await must(scene, player, 'addPasskey', { name: 'A key', passkey: made });
  await must(scene, player, 'renewRecoveryCodes', next());
  await must(scene, player, 'setPhrase', { ...next(), phrase: 'two anchors' });
}

/** Pages of the site, notices, roles and what waits for a second operator. */
export async function operatorsAsk(scene: Scene): Promise<void> {
  const owner = OWNER.username;
  const [first] = scene.players;
  await decided(scene, owner, 'POST', '/notices', { title: 'Welcome', content: '<p>To everybody</p>' });
  await decided(scene, owner, 'POST', '/notices', { title: 'To you', content: '<p>Alone</p>', member_id: first?.id });
  await decided(scene, owner, 'POST', '/contents', { title: 'Rules', content: '<p>Rules of the day</p>' });
  await decided(scene, owner, 'POST', '/friends', { title: 'A friend', url: 'https://friend.example' });
  await decided(scene, owner, 'POST', '/operators', {
    username: 'viewer',
    role: 'viewer',
    email: 'viewer@simulated.test',
  });
  await scene.operate(owner, 'POST', '/scripts', { content: 'console.log(1)' });
  // Proposed, and left to wait.
  await scene.operate(owner, 'PATCH', '/settings', { spot_fee: '0.00200000' });
}

const ticks = sql<{ market_id: string; seq: string; receive_time: Date; price: string; size: string }>(
  'upgrade.ticks',
  'select market_id, seq, receive_time, price, size from tick order by market_id, seq',
);

/** What a feed keeps of the day's trades: candles of all periods, and which world they are of. */
export async function feedKeeps(db: Db, clock: SimClock): Promise<void> {
  const rows = await db.run(ticks);
  for (const marketId of new Set(rows.map(({ market_id }) => market_id))) {
    const own = rows.filter(({ market_id }) => market_id === marketId);
    const candles = new MarketCandles();
    for (const { receive_time, price, size } of own)
      candles.add(pieceOf(Number(price), Number(size), receive_time.getTime()));
    const bars = candles.takeChanged().map((each) => ({ marketId, ...each }));
    await keepCandles(db, bars, [{ marketId, seq: Number(own.at(-1)?.seq ?? 0), completeToMs: clock.nowMs() }]);
  }
  await readFeedState(db);
  await keepFeedState(db, { world: 'simulated', run: 'a day', replay: null });
  const lease = new DatabaseLease({ name: 'feed', db, clock, log: failingLog });
  await lease.take();
  await lease.release();
}
