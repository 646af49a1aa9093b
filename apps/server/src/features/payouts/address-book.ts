import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { nameIn } from '../../platform/names.ts';
import { isAddressOf } from './address-kind.ts';
import {
  allowInBook,
  insertInBook,
  readAllowedOnly,
  readBook,
  removeFromBook,
  writeAllowedOnly,
  type BookRow,
} from './book-store.ts';
import type { Asker, PayoutDeps } from './deps.ts';
import { addressNetworks, readNetworks } from './networks.ts';

/** Of one member, over all coins. */
const MAX_ADDRESSES = 100;

/** A member's address book, and whether only allowed addresses are paid to (RULES 8). */
export async function listBook(
  { db, clock, preparations: { waitMs } }: PayoutDeps,
  memberId: string,
  lang: string,
): Promise<Answer<'getAddressBook'>> {
  const [rows, networks, only] = await Promise.all([
    readBook(db, memberId),
    readNetworks(db),
    readAllowedOnly(db, memberId, new Date(clock.nowMs())),
  ]);
  return {
    list: rows.map(({ id, coin_id, coin, address, label, created_at, allowed_at, used, last_used }) => ({
      // not money: ids, numbers on the wire
      id: Number(id),
      c_id: Number(coin_id),
      title: coin,
      address,
      label,
      networks: addressNetworks(networks, coin_id)
        .filter((each) => isAddressOf(each.address_kind, address))
        .map(({ name, names }) => nameIn(lang, names, name)),
      addtime: created_at.toISOString(),
      opens_at: allowed_at && new Date(allowed_at.getTime() + waitMs).toISOString(),
      used,
      last_used: last_used?.toISOString() ?? null,
    })),
    allowed_only: only ? 1 : 0,
    allowed_until: only?.until?.toISOString() ?? null,
  };
}

const notificationOf = (
  memberId: string,
  how: 'kept' | 'allowed' | 'removed',
  { coin, address }: Pick<BookRow, 'coin' | 'address'>,
): Notification => ({ memberId, kind: 'address-book-changed', params: { how, coin, address } });

/**
 * Keeps an address of a coin under a name, optionally allowed: it must be valid for one of the coin's networks.
 * Allowing is a preparation: other withdrawals wait 24 hours, and this address counts after them.
 */
export async function keepAddress(
  { db, market, clock, preparations }: PayoutDeps,
  { memberId, address: from, sessionHash }: Asker,
  { c_id, address, label, allow, password, ...given }: Input<'keepAddress'>,
): Promise<Result<Answer<'keepAddress'>>> {
  const coin = market.coin(c_id);
  if (!coin) return refuse('not_found');
  const kinds = addressNetworks(await readNetworks(db), coin.id).map((each) => each.address_kind);
  if (kinds.length > 0 && !kinds.some((kind) => isAddressOf(kind, address)))
    return refuse('bad_address', { coin: coin.title });
  return preparations.prepareByPassword(
    { memberId, kind: allow === '1' ? 'address' : undefined, given, password, address: from, sessionHash },
    async (tx) => {
      const kept = await readBook(tx, memberId);
      const same = kept.find((each) => each.coin_id === coin.id && each.address === address);
      // not money: an id, a number on the wire
      if (same && (allow !== '1' || same.allowed_at)) return { ...ok({ id: Number(same.id) }), isSame: true };
      if (!same && kept.length >= MAX_ADDRESSES)
        return refuse('too_many_addresses', { maximum: String(MAX_ADDRESSES) });
      const at = new Date(clock.nowMs());
      const id =
        same?.id ??
        (await insertInBook(tx, {
          memberId,
          coinId: coin.id,
          address,
          label,
          at,
          allowedAt: allow === '1' ? at : null,
        }));
      if (same) await allowInBook(tx, id, at);
      await notifyMember(
        tx,
        [notificationOf(memberId, allow === '1' ? 'allowed' : 'kept', { coin: coin.title, address })],
        at.getTime(),
      );
      return ok({ id: Number(id) });
    },
  );
}

/** Changes one of the member's own; `not_found` for another's. */
const changeOwn = (
  { preparations }: PayoutDeps,
  { memberId, address, sessionHash }: Asker,
  { id, password, ...given }: Input<'allowAddress'>,
  kind: 'address' | undefined,
  change: (tx: Tx, row: BookRow) => Promise<boolean>,
): Promise<Result<null>> =>
  preparations.prepareByPassword({ memberId, kind, given, password, address, sessionHash }, async (tx) => {
    const row = (await readBook(tx, memberId)).find((each) => each.id === id);
    if (!row) return refuse('not_found');
    return (await change(tx, row)) ? ok(null) : { ...ok(null), isSame: true };
  });

/** Allows a kept address, a preparation as a new address is: it counts 24 hours later. */
export const allowAddress = (deps: PayoutDeps, asker: Asker, input: Input<'allowAddress'>): Promise<Result<null>> =>
  changeOwn(deps, asker, input, 'address', async (tx, row) => {
    if (row.allowed_at) return false;
    const nowMs = deps.clock.nowMs();
    await allowInBook(tx, row.id, new Date(nowMs));
    await notifyMember(tx, [notificationOf(asker.memberId, 'allowed', row)], nowMs);
    return true;
  });

/** Removes an address from the book; it is no longer allowed. */
export const removeAddress = (deps: PayoutDeps, asker: Asker, input: Input<'removeAddress'>): Promise<Result<null>> =>
  changeOwn(deps, asker, input, undefined, async (tx, row) => {
    const nowMs = deps.clock.nowMs();
    await removeFromBook(tx, row.id, new Date(nowMs));
    await notifyMember(tx, [notificationOf(asker.memberId, 'removed', row)], nowMs);
    return true;
  });

/** Restricts payouts to allowed addresses at once; or lifts that, in live mode after 24 hours. */
export const setAllowedOnly = (
  { clock, preparations }: PayoutDeps,
  { memberId, address, sessionHash }: Asker,
  { on, password, ...given }: Input<'setAllowedOnly'>,
): Promise<Result<null>> =>
  preparations.prepareByPassword({ memberId, kind: undefined, given, password, address, sessionHash }, async (tx) => {
    const nowMs = clock.nowMs();
    const before = await readAllowedOnly(tx, memberId, new Date(nowMs));
    if (on === '1' ? before?.until === null : before?.until !== null) return { ...ok(null), isSame: true };
    await writeAllowedOnly(tx, memberId, new Date(nowMs), on === '1' ? null : new Date(nowMs + preparations.waitMs));
    await notifyMember(
      tx,
      [{ memberId, kind: 'address-book-changed', params: { how: on === '1' ? 'only' : 'any', coin: '', address: '' } }],
      nowMs,
    );
    return ok(null);
  });
