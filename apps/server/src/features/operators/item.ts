import type { OperatorItem } from '@plimsoll/contract/operator';
import type { OperatorRow } from './store.ts';

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

/** True when logins ask for a code. */
export const hasTotp = ({ totp_confirmed_at }: Pick<OperatorRow, 'totp_confirmed_at'>): boolean =>
  totp_confirmed_at !== null;

/** True when logins ask for a second factor. */
export const hasFactor = (row: Pick<OperatorRow, 'totp_confirmed_at' | 'passkeys'>): boolean =>
  hasTotp(row) || row.passkeys > 0;

/** An operator as the console sees one. */
export const itemOf = (row: Omit<OperatorRow, 'password_hash' | 'totp_secret'>): OperatorItem => ({
  id: Number(row.id),
  username: row.username,
  role: row.role,
  totp: flag(hasTotp(row)),
  passkeys: row.passkeys,
  enabled: flag(row.enabled),
  addtime: row.created_at.toISOString(),
  last_seen: row.last_seen_at?.toISOString() ?? null,
  email: row.email ?? '',
  established: row.established_at?.toISOString() ?? null,
});

/** What the log keeps of an operator: no secrets. */
export const loggedOf = (row: OperatorRow): Record<string, unknown> => ({
  username: row.username,
  role: row.role,
  enabled: flag(row.enabled),
  totp: flag(hasTotp(row)),
  email: row.email ?? '',
});
