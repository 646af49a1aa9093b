import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { notifyMember } from '../notices/index.ts';
import { isAddressOf } from './address-kind.ts';
import type { Asker, PayoutDeps } from './deps.ts';
import { addressNetworks, readNetworks } from './networks.ts';
import { insertAddress, readAddress } from './store.ts';

/**
 * Binds a coin's address: it must be valid for one of the coin's networks (`bad_address`), and while `can_edit_address`
 * is 0 a bound one stays (`address_fixed`). The same address again changes nothing.
 */
export async function bindAddress(
  { db, market, clock, settings, preparations }: PayoutDeps,
  { memberId, address: from, sessionHash }: Asker,
  { c_id, address, password, ...given }: Input<'setusraddress'>,
): Promise<Result<null>> {
  const coin = market.coin(c_id);
  if (!coin) return refuse('not_found');
  const kinds = addressNetworks(await readNetworks(db), coin.id).map((each) => each.address_kind);
  if (kinds.length > 0 && !kinds.some((kind) => isAddressOf(kind, address)))
    return refuse('bad_address', { coin: coin.title });
  return preparations.prepareByPassword(
    { memberId, kind: 'address', given, password, address: from, sessionHash },
    async (tx) => {
      const before = await readAddress(tx, memberId, coin.id);
      if (before === address) return { ...ok(null), isSame: true };
      if (before !== undefined && settings().can_edit_address !== 1) return refuse('address_fixed');
      const nowMs = clock.nowMs();
      await insertAddress(tx, { memberId, coinId: coin.id, address, at: new Date(nowMs) });
      await notifyMember(tx, [{ memberId, kind: 'address-bound', params: { coin: coin.title, address } }], nowMs);
      return ok(null);
    },
  );
}
