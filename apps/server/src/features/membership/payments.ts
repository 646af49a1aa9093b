import { ok, refuse, type Result } from '@plimsoll/contract';
import { momentText } from '../../platform/moment-text.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { notifyMember } from '../notices/index.ts';
import type { MembershipDeps } from './deps.ts';
import { countWrong, forgetWrong, readGuard } from './payment-store.ts';

/** Wrong payment passwords that stop payments, and for how long (RULES 7). */
const MAX_WRONG = 5;
const STOP_MS = 60 * 60 * 1000;

/** Checks payment passwords before money moves. */
export interface Payments {
  /**
   * Whether a member may pay with this password (null for another form): `no_payment_password`, `bad_payment_password`,
   * `payments_stopped`. Nothing is asked while `traders_password_switch` is 0.
   */
  check(memberId: string, given: string | null): Promise<Result<void>>;
}

const stopped = (untilMs: number) => refuse('payments_stopped', { until: momentText(untilMs) });

/** Makes the check; wrong passwords are counted in the database. */
export function createPayments({
  db,
  clock,
  passwords,
  settings,
}: Pick<MembershipDeps, 'db' | 'clock' | 'passwords' | 'settings'>): Payments {
  // In turn, so that guesses after a stop cost no hashing.
  const inTurn = oneAtATime();

  async function wrong(memberId: string): Promise<Result<void>> {
    const nowMs = clock.nowMs();
    const untilMs = nowMs + STOP_MS;
    const outcome = await db.transaction(async (tx) => {
      const counted = await countWrong(tx, memberId, { nowMs, untilMs, max: MAX_WRONG });
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
    // Guesses in another process may have stopped payments meanwhile.
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
