import { sql } from '../../apps/server/src/platform/db.ts';
import { Disagreement, mustAgree } from './disagreement.ts';
import { read, write } from './model/exact.ts';
import { houseAccount, memberAccount, type HouseName } from './model/balances.ts';
import type { Player, Scene } from './scene.ts';
import { listOf, textOf, type Json } from '../support/json.ts';

interface AccountRow {
  member_id: string | null;
  type: number | null;
  house: HouseName | null;
  coin_id: string;
  available: string;
  frozen: string;
}
const readAccounts = sql<AccountRow>(
  'simulate.accounts',
  'select member_id, type, house, coin_id, available, frozen from ledger_account',
);
const PAGE = 50;

export async function listed(scene: Scene, player: Player, name: string): Promise<Map<string, Json>> {
  const rows = new Map<string, Json>();
  for (let page = 1; ; page += 1) {
    const answer = await scene.ask(player.token, name, { page: String(page), limit: String(PAGE) });
    if (!Array.isArray(answer.data?.['list']))
      throw new Disagreement(`${name} of member ${player.id}`, 'a list', answer);
    const list = listOf(answer.data['list']);
    for (const row of list) {
      const id = String(row['id'] ?? row['order_id']);
      if (rows.has(id)) throw new Disagreement(`${name} of member ${player.id}`, `${id} once`, 'twice');
      rows.set(id, row);
    }
    if (list.length < PAGE) return rows;
  }
}

/** Expects exactly these rows, each with these values. */
export function mustList(what: string, expected: ReadonlyMap<string, Json>, found: ReadonlyMap<string, Json>): void {
  const sorted = (ids: Iterable<string>) => [...ids].sort((a, b) => Number(a) - Number(b));
  mustAgree(`ids in ${what}`, sorted(expected.keys()), sorted(found.keys()));
  for (const [id, row] of expected) {
    for (const [field, value] of Object.entries(row))
      mustAgree(`${field} of ${what} ${id}`, value, found.get(id)?.[field]);
  }
}

export async function checkAll(scene: Scene): Promise<void> {
  await checkBalances(scene);
  for (const player of scene.players) {
    if (player.token === undefined) continue;
    await checkSeen(scene, player);
    await checkSpot(scene, player);
    await checkOptions(scene, player);
  }
  const [first] = scene.server.logged;
  if (first) throw new Disagreement('the log', 'no error', first);
}

/** Compares every balance, the house accounts included, to the last 10⁻⁸. */
export async function checkBalances({ server, model }: Scene): Promise<void> {
  const rows = await server.db.run(readAccounts);
  const found = new Map(
    rows.map((row) => [
      row.house === null
        ? memberAccount(row.member_id ?? '', row.type ?? 0, row.coin_id)
        : houseAccount(row.house, row.coin_id),
      `${write(read(row.available))} + ${write(read(row.frozen))} frozen`,
    ]),
  );
  for (const account of new Set([...found.keys(), ...model.world.balances.all.keys()])) {
    const { available, frozen } = model.world.balances.of(account);
    mustAgree(
      account,
      `${write(available)} + ${write(frozen)} frozen`,
      found.get(account) ?? `${write(0n)} + ${write(0n)} frozen`,
    );
  }
}

async function checkSeen(scene: Scene, player: Player): Promise<void> {
  const { data } = await scene.ask(player.token, 'getUserBalanceList', {});
  const types = listOf(data?.['coinList']).map(({ type, balanceInfo }) => ({ type: Number(type), balanceInfo }));
  // The third account is shown while it has something, or its switch is on.
  mustAgree(
    `accounts that member ${player.id} sees`,
    [1, 2],
    types
      .map(({ type }) => type)
      .filter((type) => type !== 3)
      .sort((a, b) => a - b),
  );
  for (const { type, balanceInfo } of types) {
    for (const { coinId: id, balance, dbalance } of listOf(balanceInfo)) {
      const coinId = textOf(id);
      const { available, frozen } = scene.model.world.balances.of(memberAccount(player.id, type, coinId));
      mustAgree(
        `what member ${player.id} sees of account ${type}, coin ${coinId}`,
        [write(available), write(frozen)],
        [balance, dbalance],
      );
    }
  }
}

async function checkSpot(scene: Scene, player: Player): Promise<void> {
  const { spot } = scene.model;
  const own = spot.orders.filter(({ wish }) => wish.memberId === player.id);
  const expected = new Map(
    own.map((order) => [
      order.id,
      {
        status: order.status,
        type: order.wish.side === 'buy' ? 1 : 2,
        xjprice: order.wish.mode === 'limit' ? write(order.wish.price) : '0',
        price: write(spot.average(order)),
        predict_num: write(order.wish.mode === 'market' && order.wish.side === 'buy' ? order.filled : order.wish.num),
        coinnum: write(order.filled),
        fee: write(order.fee),
      },
    ]),
  );
  mustList(`spot orders of member ${player.id}`, expected, await listed(scene, player, 'tradegetOrderList'));
}

async function checkOptions(scene: Scene, player: Player): Promise<void> {
  const own = scene.model.options.placed.filter(({ wish }) => wish.memberId === player.id);
  const expected = new Map(
    own.map((option) => [
      option.id,
      {
        status: option.outcome === null ? 1 : 2,
        outcome: option.outcome,
        is_win: option.outcome === 'win' ? 1 : 0,
        ploss: option.outcome === null ? null : write(option.profit),
        buyprice: option.line === null ? null : write(option.line.price),
        sellprice: option.exit === null ? null : write(option.exit),
        rate: write(option.rate),
        num: write(option.wish.stake),
        time: option.wish.seconds,
        buytime: new Date(option.placedMs).toISOString(),
        selltime: option.line === null ? null : new Date(option.line.expiresMs).toISOString(),
      },
    ]),
  );
  mustList(`options of member ${player.id}`, expected, await listed(scene, player, 'getHyOrderList'));
}
