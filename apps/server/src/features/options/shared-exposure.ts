import { LOCK_RANK, type SharedLock, type SharedNames } from '../../ledger/index.ts';
import { lockExposure } from './house-limit-store.ts';
import { lockLimits } from './limit-store.ts';

interface Placing {
  readonly marketId: string;
  readonly memberId: string;
}

const MARKET = 'market ';
const MEMBER = 'member ';
const idsOf = (kind: string, names: readonly string[]): string[] =>
  names.flatMap((name) => (name.startsWith(kind) ? name.slice(kind.length) : []));

/** In the order of a plan: members' own limits before exposure. */
const EXPOSURE: SharedLock = {
  rank: LOCK_RANK.options,
  async lock(tx, names) {
    const memberIds = idsOf(MEMBER, names);
    await Promise.all([lockLimits(tx, memberIds), lockExposure(tx, idsOf(MARKET, names), memberIds)]);
  },
};

/** What placing these options locks before the dealer's limits of orders, whichever came first. */
export const sharedExposure = (options: readonly Placing[]): SharedNames => ({
  of: EXPOSURE,
  names: options.flatMap(({ marketId, memberId }) => [MARKET + marketId, MEMBER + memberId]),
});
