import { ok, type Input, type OwnLimits as Answer, type Result } from '@plimsoll/contract';
import { format, ZERO, type Amount } from '@plimsoll/money';
import type { Db } from '../../platform/db.ts';
import { lockOwnLimits, readLimits, riskOf, writeLimits } from './limit-store.ts';
import { changeLimits, keepChange, limitsAt, type LimitChange, type OwnLimits } from './limits.ts';

const isoOf = (ms: number): string => new Date(ms).toISOString();

function answerOf(own: OwnLimits, lost: Amount): Answer {
  return {
    daily_loss: own.dailyLoss === null ? null : format(own.dailyLoss),
    session_minutes: own.sessionMinutes,
    excluded_until: own.excludedUntilMs === null ? null : isoOf(own.excludedUntilMs),
    lost_today: format(lost),
    pending: own.pending && { ...keepChange(own.pending.change), from: isoOf(own.pending.fromMs) },
  };
}

/** The limits of a member now, what is pending, and today's loss (WIRE options.getHyLimit). */
export async function showLimits(db: Db, memberId: string, nowMs: number): Promise<Result<Answer>> {
  const [own, risk] = await Promise.all([readLimits(db, memberId), riskOf(db, [memberId], nowMs)]);
  return ok(answerOf(limitsAt(own, nowMs), risk.get(memberId)?.lost ?? ZERO));
}

/** A `0` removes a limit; a break of 0 days changes nothing. */
const askedFor = ({ daily_loss, session_minutes, exclude_days }: Input<'setHyLimit'>): LimitChange => ({
  ...(daily_loss === undefined ? {} : { dailyLoss: daily_loss === '0' ? null : daily_loss }),
  ...(session_minutes === undefined
    ? {}
    : { sessionMinutes: session_minutes === '0' ? null : Number(session_minutes) }),
  ...(exclude_days === undefined ? {} : { excludeDays: Number(exclude_days) }),
});

/** Changes a member's own limits (WIRE options.setHyLimit; {@link changeLimits}), under the lock that placing takes. */
export async function setLimits(
  db: Db,
  memberId: string,
  input: Input<'setHyLimit'>,
  nowMs: number,
): Promise<Result<Answer>> {
  await db.transaction(async (tx) => {
    const before = await lockOwnLimits(tx, memberId);
    await writeLimits(tx, memberId, changeLimits(before, askedFor(input), nowMs));
  });
  return showLimits(db, memberId, nowMs);
}
