import { localeOf, timeFormat } from '@plimsoll/i18n';
import type { Reading } from '@plimsoll/ui';
import { isDaily, type Interval } from './facts.ts';

/** The library draws every time as UTC; HTX's days begin at 00:00 UTC+8. */
const EXCHANGE_ZONE = 'Etc/GMT-8';
const EXCHANGE_OFFSET_S = 8 * 3600;
const MINUTE_S = 60;

/** What a mark on the time axis begins, in the library's order of weights. */
export type TimeMark = 'year' | 'month' | 'day' | 'minute' | 'second';

/** Times of bars on an axis, and in words. */
export interface ChartTimes {
  /** Shifts a bar's time so that the axis, which knows only UTC, divides it at the reader's midnight. */
  readonly toAxis: (timeS: number) => number;
  readonly fromAxis: (axisS: number) => number;
  readonly mark: (axisS: number, kind: TimeMark) => string;
  readonly bar: (timeS: number) => string;
  readonly moment: (atMs: number) => string;
}

const MARKS = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<TimeMark, Intl.DateTimeFormatOptions>;

const WHOLE_DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/**
 * Times in the reader's zone; bars of a day and more by the exchange's date. One shift holds for a whole chart, so
 * that a change to summer time neither doubles nor skips an hour on the axis; labels are exact on either side of it.
 * @param nowMs Decides the shift.
 */
export function chartTimes(interval: Interval, { language, nativeDigits }: Reading, nowMs: number): ChartTimes {
  const daily = isDaily(interval);
  const shiftS = daily ? EXCHANGE_OFFSET_S : -new Date(nowMs).getTimezoneOffset() * MINUTE_S;
  const locale = localeOf(language, nativeDigits);
  const zone = daily ? { timeZone: EXCHANGE_ZONE } : {};
  const formatters = new Map<object, Intl.DateTimeFormat>();
  const say = (timeS: number, options: Intl.DateTimeFormatOptions) => {
    let formatter = formatters.get(options);
    if (!formatter) formatters.set(options, (formatter = timeFormat(locale, { ...options, ...zone })));
    return formatter.format(timeS * 1000);
  };
  const ofBar: Intl.DateTimeFormatOptions =
    interval === 'M' ? { month: 'short', year: 'numeric' } : daily ? WHOLE_DAY : { ...WHOLE_DAY, ...MARKS.minute };
  const clock = timeFormat(locale, MARKS.second);
  return {
    toAxis: (timeS) => timeS + shiftS,
    fromAxis: (axisS) => axisS - shiftS,
    mark: (axisS, kind) => say(axisS - shiftS, MARKS[kind]),
    bar: (timeS) => say(timeS, ofBar),
    moment: (atMs) => clock.format(atMs),
  };
}
