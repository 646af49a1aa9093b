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
  /** Ids of coins that somebody has although nothing of them is outside: they have no place in the tree. */
  readonly stray: readonly string[];
  readonly leaves: number;
  readonly members: number;
  readonly house: readonly TreeOwner[];
}

interface Coins {
  /** Of a tree's coins, by the coin's id. */
  readonly places: ReadonlyMap<string, number>;
  /** Coins that somebody has although nothing of them is outside. */
  readonly stray: Set<string>;
}

/** Amounts in the order of the tree's coins. */
function inOrder({ places, stray }: Coins, amounts: Iterable<readonly [coinId: string, units: string]>): bigint[] {
  const ordered = Array.from({ length: places.size }, () => 0n);
  for (const [coinId, units] of amounts) {
    const place = places.get(coinId);
    if (place === undefined) stray.add(coinId);
    else ordered[place] = BigInt(units);
  }
  return ordered;
}

function* holdingsIn(holdings: string | null): Generator<readonly [string, string]> {
  for (const each of holdings?.split(',') ?? []) {
    const [coinId = '', units = ''] = each.split(' ');
    yield [coinId, units];
  }
}

async function houseAccounts(tx: Tx, coins: Coins): Promise<TreeOwner[]> {
  const rows = await tx.run(readHouse);
  return [...Map.groupBy(rows, ({ house }) => house)].map(([name, own]) => ({
    name,
    amounts: inOrder(
      coins,
      own.map(({ coin_id, units }) => [coin_id, units] as const),
    ),
  }));
}

async function addMembers(tx: Tx, builder: TreeBuilder, coins: Coins): Promise<void> {
  let rows = await tx.run(nextMembers, [0]);
  while (rows.length > 0) {
    // The database reads the next ones meanwhile.
    const next = tx.run(nextMembers, [rows.at(-1)?.id]);
    // It is awaited below, unless this turn fails first.
    next.catch(() => {});
    for (const { id, username, holdings } of rows)
      // not money: a member's number
      builder.addMember({ id: Number(id), name: username, amounts: inOrder(coins, holdingsIn(holdings)) });
    rows = await next;
  }
}

/**
 * Builds an epoch's tree in a folder from one snapshot of the database: every member's gross balances over accounts 1 to
 * 3, and every house account but `outside` (PROOF 5). Members are read in pages.
 * @param folder removed first, if something is left in it
 * @throws RangeError for a balance below zero or from 2^128 up
 */
export const takeEpoch = (
  db: Db,
  { folder, epoch }: { readonly folder: string; readonly epoch: number },
): Promise<TakenEpoch> =>
  db.snapshot(async (tx) => {
    const [head] = await tx.run(readBatch);
    const listed = await tx.run(readCoins);
    const coins = { places: new Map(listed.map(({ id }, place) => [id, place])), stray: new Set<string>() };
    const house = await houseAccounts(tx, coins);
    const [counted] = await tx.run(countMembers);
    const members = Number(counted?.count ?? 0);
    await rm(folder, { recursive: true, force: true });
    const builder = new TreeBuilder({ folder, epoch, coins: listed.length, members, house });
    await addMembers(tx, builder, coins);
    return {
      batch: head?.batch_id ?? '0',
      coins: listed.map(({ title }) => title),
      covered: listed.map(({ covered }) => BigInt(covered)),
      stray: [...coins.stray],
      members,
      house,
      ...builder.finish(),
    };
  });
