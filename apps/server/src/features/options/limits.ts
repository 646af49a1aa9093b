import { LIMITS_WAIT_HOURS } from '@plimsoll/contract/codes/times';
import { amount, format, type Amount } from '@plimsoll/money';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a loosening waits. */
const LOOSENS_AFTER_MS = LIMITS_WAIT_HOURS * 60 * 60 * 1000;

export interface Limits {
  readonly dailyLoss: Amount | null;
  readonly sessionMinutes: number | null;
}
type Name = keyof Limits;

export interface OwnLimits extends Limits {
  readonly excludedUntilMs: number | null;
  /** What loosens, and when. */
  readonly pending: { readonly change: Partial<Limits>; readonly fromMs: number } | null;
}

export const NO_LIMITS: OwnLimits = { dailyLoss: null, sessionMinutes: null, excludedUntilMs: null, pending: null };

/** A change a member asks for; what is not named stays. */
export interface LimitChange extends Partial<Limits> {
  readonly excludeDays?: number;
}

/** True when `asked` leaves more room than `now`: larger, or no limit at all. */
const isLooser = (asked: Amount | number | null, now: Amount | number | null): boolean =>
  now !== null && (asked === null || asked > now);

/** The limits that hold at a moment: what was pending until then applies, a break that has ended is gone. */
export function limitsAt(own: OwnLimits, nowMs: number): OwnLimits {
  const due = own.pending !== null && own.pending.fromMs <= nowMs ? own.pending : null;
  return {
    ...own,
    ...due?.change,
    pending: due ? null : own.pending,
    excludedUntilMs: own.excludedUntilMs !== null && own.excludedUntilMs > nowMs ? own.excludedUntilMs : null,
  };
}

/**
 * The limits after a change. Tightening applies at once and cancels what is pending for that limit. Loosening waits 24
 * hours; loosening further restarts the wait of all that is pending. A break can only become longer.
 */
export function changeLimits(before: OwnLimits, asked: LimitChange, nowMs: number): OwnLimits {
  const own = limitsAt(before, nowMs);
  const holding: { -readonly [K in Name]?: Limits[K] } = {};
  const waiting: { -readonly [K in Name]?: Limits[K] } = { ...own.pending?.change };
  let restarts = own.pending === null;

  function consider<K extends Name>(name: K, value: Limits[K] | undefined): void {
    if (value === undefined) return;
    if (!isLooser(value, own[name])) {
      holding[name] = value;
      delete waiting[name];
      return;
    }
    const waits: Limits[K] | undefined = waiting[name];
    if (waits === undefined || isLooser(value, waits)) restarts = true;
    waiting[name] = value;
  }
  consider('dailyLoss', asked.dailyLoss);
  consider('sessionMinutes', asked.sessionMinutes);

  const isWaiting = Object.keys(waiting).length > 0;
  const fromMs = restarts ? nowMs + LOOSENS_AFTER_MS : (own.pending?.fromMs ?? nowMs + LOOSENS_AFTER_MS);
  const breakEndsMs = asked.excludeDays ? nowMs + asked.excludeDays * DAY_MS : 0;
  return {
    ...own,
    ...holding,
    excludedUntilMs: breakEndsMs > (own.excludedUntilMs ?? 0) ? breakEndsMs : own.excludedUntilMs,
    pending: isWaiting ? { change: waiting, fromMs } : null,
  };
}

export interface KeptChange {
  readonly daily_loss?: string | null;
  readonly session_minutes?: number | null;
}

/** What loosens, as stored and on the wire. */
export const keepChange = ({ dailyLoss, sessionMinutes }: Partial<Limits>): KeptChange => ({
  ...(dailyLoss === undefined ? {} : { daily_loss: dailyLoss === null ? null : format(dailyLoss) }),
  ...(sessionMinutes === undefined ? {} : { session_minutes: sessionMinutes }),
});

/** Reads {@link keepChange}. */
export const readChange = ({ daily_loss, session_minutes }: KeptChange): Partial<Limits> => ({
  ...(daily_loss === undefined ? {} : { dailyLoss: daily_loss === null ? null : amount(daily_loss) }),
  ...(session_minutes === undefined ? {} : { sessionMinutes: session_minutes }),
});
