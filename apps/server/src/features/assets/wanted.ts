import type { Input } from '@plimsoll/contract';
import type { Wanted } from './store.ts';

/** A list's filter as the store takes it. */
export const wantedOf = (memberId: string, { c_id, type, page, limit }: Input<'getBillList'>): Wanted => ({
  memberId,
  coinId: c_id ?? null,
  type: type ?? null,
  limit,
  offset: (page - 1) * limit,
});
