import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { RECORD_STATUS } from '@plimsoll/contract';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** An address in a member's book. */
export interface BookRow {
  readonly id: string;
  readonly coin_id: string;
  readonly coin: string;
  readonly address: string;
  readonly label: string;
  readonly created_at: Date;
  readonly allowed_at: Date | null;
  readonly used: number;
  readonly last_used: Date | null;
}

const list = sql<BookRow>(
  'payouts.book',
  `
  select b.id, b.coin_id, c.title as coin, b.address, b.label, b.created_at, b.allowed_at, w.used, w.last_used
  from address_book b join coin c on c.id = b.coin_id
  cross join lateral (select count(*)::int as used, max(decided_at) as last_used from withdrawal
    where member_id = b.member_id and coin_id = b.coin_id and method = ${WITHDRAW_TYPE.address}
      and address = b.address and status = ${RECORD_STATUS.completed}) w
  where b.member_id = $1 and b.removed_at is null order by c.sort, c.id, b.id`,
);
/** A member's book by coin, the oldest first. */
export const readBook = (query: Query, memberId: string): Promise<BookRow[]> => query.run(list, [memberId]);

const insert = sql<{ id: string }>(
  'payouts.keepInBook',
  `
  insert into address_book (member_id, coin_id, address, label, created_at, allowed_at) values ($1, $2, $3, $4, $5, $6) returning id`,
);
/** Inserts an address, allowed from `allowedAt` on; its id. */
export async function insertInBook(
  tx: Tx,
  kept: { memberId: string; coinId: string; address: string; label: string; at: Date; allowedAt: Date | null },
): Promise<string> {
  const [row] = await tx.run(insert, [kept.memberId, kept.coinId, kept.address, kept.label, kept.at, kept.allowedAt]);
  if (!row) throw new Error('no address was kept');
  return row.id;
}

const allow = sql<never>(
  'payouts.allowInBook',
  'update address_book set allowed_at = $2 where id = $1 and allowed_at is null and removed_at is null',
);
/** Allows an address from `at` on. */
export const allowInBook = async (tx: Tx, id: string, at: Date): Promise<void> => void (await tx.run(allow, [id, at]));

const remove = sql<never>(
  'payouts.removeFromBook',
  'update address_book set removed_at = $2 where id = $1 and removed_at is null',
);
/** Marks an address as removed; it stays on record. */
export const removeFromBook = async (tx: Tx, id: string, at: Date): Promise<void> =>
  void (await tx.run(remove, [id, at]));

const only = sql<{ until: Date | null }>(
  'payouts.allowedOnly',
  'select until from allowed_only where member_id = $1 and (until is null or until > $2)',
);
/** Whether only allowed addresses are paid to, and until when; undefined when not. */
export const readAllowedOnly = async (
  query: Query,
  memberId: string,
  now: Date,
): Promise<{ readonly until: Date | null } | undefined> => (await query.run(only, [memberId, now]))[0];

const setOnly = sql<never>(
  'payouts.setAllowedOnly',
  `
  insert into allowed_only (member_id, changed_at, until) values ($1, $2, $3) on conflict (member_id) do update set changed_at = excluded.changed_at, until = excluded.until`,
);
/** Turns it on, or off from `until` on. */
export const writeAllowedOnly = async (tx: Tx, memberId: string, at: Date, until: Date | null): Promise<void> =>
  void (await tx.run(setOnly, [memberId, at, until]));
