import type { OwnLimits } from '@plimsoll/contract';
import { formatShort, parseAmount, ZERO } from '@plimsoll/money';

/** Minutes between reminders; 0 for none. */
export const REMINDERS = ['0', '15', '30', '60'] as const;
/** Days of a break; 0 for none. */
export const BREAKS = ['0', '1', '7', '30'] as const;

export interface LimitsForm {
  readonly dailyLoss: string;
  readonly sessionMinutes: (typeof REMINDERS)[number];
  readonly breakDays: (typeof BREAKS)[number];
}

const dailyLossOf = ({ daily_loss }: OwnLimits): string => {
  const limit = parseAmount(daily_loss ?? '');
  return limit === null ? '' : formatShort(limit);
};

const minutesOf = ({ session_minutes }: OwnLimits): LimitsForm['sessionMinutes'] =>
  REMINDERS.find((each) => each === String(session_minutes ?? 0)) ?? '0';

/** The form for the present limits. */
export const formOf = (limits: OwnLimits): LimitsForm => ({
  dailyLoss: dailyLossOf(limits),
  sessionMinutes: minutesOf(limits),
  breakDays: '0',
});

/** The changed limits alone; undefined without a change. */
export function changesOf(form: LimitsForm, limits: OwnLimits): Readonly<Record<string, string>> | undefined {
  const changes: Record<string, string> = {};
  const limit = parseAmount(form.dailyLoss) ?? ZERO;
  if (limit !== (parseAmount(limits.daily_loss ?? '') ?? ZERO))
    changes['daily_loss'] = limit === ZERO ? '0' : formatShort(limit);
  if (form.sessionMinutes !== minutesOf(limits)) changes['session_minutes'] = form.sessionMinutes;
  if (form.breakDays !== '0') changes['exclude_days'] = form.breakDays;
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** How much of the limit is lost, in whole percent up to 100; undefined without a limit. */
export function lostPercent({ daily_loss, lost_today }: OwnLimits): number | undefined {
  const limit = parseAmount(daily_loss ?? '');
  if (limit === null || limit === ZERO) return undefined;
  // not money: the width of a bar.
  return Math.min(100, Number(((parseAmount(lost_today) ?? ZERO) * 100n) / limit));
}

/** True while a break lasts, at a moment of the server's: the clock of a device may be wrong. */
export const isOnBreak = ({ excluded_until }: Pick<OwnLimits, 'excluded_until'>, madeAtMs: number): boolean =>
  excluded_until !== null && Date.parse(excluded_until) > madeAtMs;

/** A limit is near once this much of it is lost, in percent. */
const NEAR_PERCENT = 80;

/** True while little of the member's own limit is left. */
export const isNearLimit = (limits: OwnLimits): boolean => (lostPercent(limits) ?? 0) >= NEAR_PERCENT;
