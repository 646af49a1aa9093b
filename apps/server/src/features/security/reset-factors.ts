import type { Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import { clearFactors, factorsOf, isAnySet, lockMember, weakened } from './factor-store.ts';
import { forgetDevices } from './known-devices.ts';
import { removePasskeys } from './passkey-store.ts';
import { dropTickets } from './tickets.ts';

/** What an operator sees of a member's factors: which are set, and nothing of what they are. */
export interface FactorsSet {
  readonly totp: 0 | 1;
  readonly passkeys: number;
  readonly recovery_left: number;
}
/** Which factors of a member are set. */
export const factorsSet = async (...asked: Parameters<typeof factorsOf>): Promise<FactorsSet> => {
  const { totp, passkeys, recoveryLeft } = await factorsOf(...asked);
  return { totp: totp ? 1 : 0, passkeys, recovery_left: recoveryLeft };
};

/**
 * Removes every second factor of a member who has lost them all: what there was, or undefined where there was none. The
 * member is told, and withdrawals wait (RULES 5). Sessions are the caller's to end.
 */
export async function resetFactors(
  tx: Tx,
  memberId: string,
  remark: string,
  nowMs: number,
): Promise<FactorsSet | undefined> {
  await lockMember(tx, memberId);
  if (!isAnySet(await factorsOf(tx, memberId, nowMs))) return undefined;
  const before = await factorsSet(tx, memberId, nowMs);
  await removePasskeys(tx, memberId);
  await clearFactors(tx, memberId);
  await forgetDevices(tx, memberId);
  await dropTickets(tx, memberId);
  await weakened(tx, memberId, nowMs);
  await notifyMember(tx, [{ memberId, kind: 'factors-reset', params: { remark } }], nowMs);
  return before;
}
