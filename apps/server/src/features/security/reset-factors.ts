import type { Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import { clearFactors, factorsOf, isAnySet, lockMember, weakened } from './factor-store.ts';
import { forgetDevices } from './known-devices.ts';
import { removePasskeys } from './passkey-store.ts';
import { dropTickets } from './tickets.ts';

/** What an operator sees of a member's factors. */
export interface FactorsSet {
  readonly totp: 0 | 1;
  readonly passkeys: number;
  readonly recovery_left: number;
}
/** Which factors a member has set. */
export const factorsSet = async (...asked: Parameters<typeof factorsOf>): Promise<FactorsSet> => {
  const { totp, passkeys, recoveryLeft } = await factorsOf(...asked);
  return { totp: totp ? 1 : 0, passkeys, recovery_left: recoveryLeft };
};

/**
 * Removes all second factors and returns what there was; undefined when none was set. Notifies the member; withdrawals
 * wait (RULES 5). The caller ends the sessions.
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
