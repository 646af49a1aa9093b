import type { MemberItem } from '@plimsoll/contract/operator';

export interface ItemRow {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly vip: number;
  readonly credit_score: number;
  readonly identity_status: MemberItem['rzstatus'];
  readonly frozen: boolean;
  readonly created_at: Date;
  readonly invited_by: string | null;
  readonly lang: string | null;
}

/** The columns of an {@link ItemRow}, of `member m`; no hash. */
export const ITEM_COLUMNS =
  'm.id, m.username, m.email, m.phone, m.vip, m.credit_score, m.identity_status, m.frozen, m.created_at, m.invited_by, m.lang';

/** A member as operators see one (docs/wire/operator.md). */
export const itemOf = (row: ItemRow): MemberItem => ({
  id: Number(row.id),
  username: row.username,
  email: row.email,
  phone: row.phone,
  vip: row.vip,
  credit_score: row.credit_score,
  rzstatus: row.identity_status,
  frozen: row.frozen ? 1 : 0,
  addtime: row.created_at.toISOString(),
  invited_by: row.invited_by === null ? null : Number(row.invited_by),
  lang: row.lang,
});
