import { ok, refuse, type Result } from '@plimsoll/contract';
import { momentText } from '../../platform/moment-text.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { notifyMember } from '../notices/index.ts';
import type { MembershipDeps } from './deps.ts';
import { countWrong, forgetWrong, readGuard } from './payment-store.ts';

/** Wrong payment passwords in a row that stop payments, and for how long (RULES 7). */
const MAX_WRONG = 5;
const STOP_MS = 60 * 60 * 1000;

/** Asks for payment passwords before money moves. */
export interface Payments {
  /**
   * Whether a member may pay with the password given (null for what can be none): `no_payment_password`,
   * `bad_payment_password`, or `payments_stopped` with the time until when. While `traders_password_switch` is 0 nobody
   * is asked and nothing is counted.
   */
  check(memberId: string, given: string | null): Promise<Result<void>>;
}

const stopped = (untilMs: number) => refuse('payments_stopped', { until: momentText(untilMs) });

/** Opens the check of payment passwords. The count of wrong ones is the database's. */
export function createPayments({
  db,
  clock,
  passwords,
  settings,
}: Pick<MembershipDeps, 'db' | 'clock' | 'passwords' | 'settings'>): Payments {
  // One member's guesses wait for one another, so that those after a stop cost no hashing; the count itself holds
  // without it.
  const inTurn = oneAtATime();

  async function wrong(memberId: string): Promise<Result<void>> {
    const nowMs = clock.nowMs();
    const untilMs = nowMs + STOP_MS;
    const outcome = await db.transaction(async (tx) => {
      const counted = await countWrong(tx, memberId, { nowMs, untilMs, most: MAX_WRONG });
      if (counted === 'stops')
        await notifyMember(
          tx,
          [{ memberId, kind: 'payments-stopped', params: { until: new Date(untilMs).toISOString() } }],
          nowMs,
        );
      return counted;
    });
    if (outcome === 'was-stopped') return stopped((await readGuard(db, memberId, nowMs))?.stoppedUntilMs ?? untilMs);
    return refuse('bad_payment_password');
  }

  async function ask(memberId: string, given: string | null): Promise<Result<void>> {
    const guard = await readGuard(db, memberId, clock.nowMs());
    if (!guard?.hash) return refuse('no_payment_password');
    if (guard.stoppedUntilMs !== null) return stopped(guard.stoppedUntilMs);
    if (given === null || !(await passwords.verify(guard.hash, given))) return wrong(memberId);
    // Guesses that went to another process may have stopped payments while this one was looked at.
    const after = await readGuard(db, memberId, clock.nowMs());
    if (after?.stoppedUntilMs) return stopped(after.stoppedUntilMs);
    if (after?.hash !== guard.hash) return wrong(memberId);
    await forgetWrong(db, memberId, clock.nowMs());
    return ok(undefined);
  }

  return {
    check: async (memberId, given) =>
      settings().traders_password_switch === 1 ? inTurn(memberId, () => ask(memberId, given)) : ok(undefined),
  };
}
