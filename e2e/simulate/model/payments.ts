import { refused, type Outcome } from './outcome.ts';
import type { World } from './world.ts';

const MAX_WRONG = 5;
const STOP_MS = 3_600_000;

/**
 * Why a member may not pay with this password (RULES 7): five wrong ones in a row stop payments for an hour. Undefined
 * when they may.
 */
export function unpayable({ members, settings, now }: World, memberId: string, typed: string): Outcome | undefined {
  const member = members.get(memberId);
  if (!member || settings.switches['traders_password_switch'] === 0) return undefined;
  if (member.payPassword === null) return refused('no_payment_password');
  if (member.paymentsStoppedUntilMs > now()) return refused('payments_stopped');
  if (typed === member.payPassword) {
    member.wrongPayments = 0;
    return undefined;
  }
  member.wrongPayments += 1;
  if (member.wrongPayments === MAX_WRONG) {
    member.wrongPayments = 0;
    member.paymentsStoppedUntilMs = now() + STOP_MS;
  }
  return refused('bad_payment_password');
}

/** A new payment password resets the wrong tries; a running stop stays. */
export function setPayPassword({ members }: World, memberId: string, password: string): void {
  const member = members.get(memberId);
  if (!member) return;
  member.payPassword = password;
  member.wrongPayments = 0;
}
