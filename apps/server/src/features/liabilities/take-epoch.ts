import { rm } from 'node:fs/promises';
import type { Db, Tx } from '../../platform/db.ts';
import { TreeBuilder, type TreeOwner } from './build-tree.ts';
import { countMembers, nextMembers, readBatch, readCoins, readHouse } from './snapshot-store.ts';

/** A tree over all balances of one moment, with what must cover them. */
export interface TakenEpoch {
  /** The last link of the ledger's chain that it includes. */
  readonly batch: string;
  /** Titles. */
  readonly coins: readonly string[];
  readonly root: Uint8Array;
  /** In units of 10⁻⁸, as all amounts here. */
  readonly totals: readonly bigint[];
  /** What is outside, with the other sign: the totals are the same, or something is wrong with the ledger. */
  readonly covered: readonly bigint[];
  readonly leaves: number;
  readonly members: number;
  readonly house: readonly TreeOwner[];
}

/** Coins of a tree: their places by the coin's id. */
type Places = ReadonlyMap<string, number>;

/** Amounts in the order of the tree's coins. @throws Error for an amount of a coin of which nothing is outside */
function inOrder(places: Places, amounts: Iterable<readonly [coinId: string, units: string]>): bigint[] {
  const ordered = Array.from({ length: places.size }, () => 0n);
  for (const [coinId, units] of amounts) {
    const place = places.get(coinId);
    if (place === undefined) throw new Error(`there are balances of coin ${coinId}, and nothing of it is outside`);
    ordered[place] = BigInt(units);
  }
  return ordered;
}

function* holdingsIn(holdings: string | null): Generator<readonly [string, string]> {
  for (const each of holdings?.split(',') ?? []) {
    const [coinId = '', units = ''] = each.split(' ');
    yield [coinId, units];
  }
}

async function houseAccounts(tx: Tx, places: Places): Promise<TreeOwner[]> {
  const rows = await tx.run(readHouse);
  return [...Map.groupBy(rows, ({ house }) => house)].map(([name, own]) => ({
    name,
    amounts: inOrder(
      places,
      own.map(({ coin_id, units }) => [coin_id, units] as const),
    ),
  }));
}

async function addMembers(tx: Tx, builder: TreeBuilder, places: Places): Promise<void> {
  let rows = await tx.run(nextMembers, [0]);
  while (rows.length > 0) {
    // The database reads the next ones meanwhile.
    const next = tx.run(nextMembers, [rows.at(-1)?.id]);
    // It is awaited below, unless this turn fails first.
    next.catch(() => {});
    for (const { id, username, holdings } of rows)
      // not money: a member's number
      builder.addMember({ id: Number(id), name: username, amounts: inOrder(places, holdingsIn(holdings)) });
    rows = await next;
  }
}

/**
 * Builds an epoch's tree in a folder from one snapshot of the database: every member's gross balances over accounts 1 to
 * 3, and every house account but `outside` (PROOF 5). Members are read in pages.
 * @param folder removed first, if something is left in it
 * @throws Error when balances have no place in the tree, or are of a coin of which nothing is outside
 */
export const takeEpoch = (
  db: Db,
  { folder, epoch }: { readonly folder: string; readonly epoch: number },
): Promise<TakenEpoch> =>
  db.snapshot(async (tx) => {
    const [head] = await tx.run(readBatch);
    const coins = await tx.run(readCoins);
    const places = new Map(coins.map(({ id }, place) => [id, place]));
    const house = await houseAccounts(tx, places);
    const [counted] = await tx.run(countMembers);
    const members = Number(counted?.count ?? 0);
    await rm(folder, { recursive: true, force: true });
    const builder = new TreeBuilder({ folder, epoch, coins: coins.length, members, house });
    await addMembers(tx, builder, places);
    return {
      batch: head?.batch_id ?? '0',
      coins: coins.map(({ title }) => title),
      covered: coins.map(({ covered }) => BigInt(covered)),
      members,
      house,
      ...builder.finish(),
    };
  });
