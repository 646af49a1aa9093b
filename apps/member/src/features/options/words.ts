import type { OptionOrder } from '@plimsoll/contract';
import { formatDecimal, formatPercent, formatTime, type TimeStyle } from '@plimsoll/i18n';
import { formatShort, type Amount, type Price, type Rate } from '@plimsoll/money';
import { useReading, type Pages } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { minutesAndSeconds } from './countdown.ts';
import { inCents, type StakeError } from './option-form.ts';
import type { Cycle, Terms } from './terms.ts';

type Exact = Amount | Price | Rate;

export interface Writing {
  readonly short: (value: Exact | string) => string;
  readonly cents: (value: Exact | string) => string;
  readonly whole: (value: number) => string;
  readonly percent: (value: Exact | number) => string;
  readonly clock: (seconds: number) => string;
  readonly time: (at: string | number, style: TimeStyle) => string;
  readonly momentOf: (atMs: number) => string;
  /** `00:00`. */
  readonly midnight: string;
  readonly exactly: (at: string | number) => string;
}

/** Writes figures and times into sentences, in the reader's language and digits. */
export function useWriting(): Writing {
  const reading = useReading();
  const text = (value: Exact | string) => (typeof value === 'string' ? value : formatShort(value));
  const digits = (written: string) => written.replace(/\d/g, (digit) => formatDecimal(digit, reading));
  return {
    short: (value) => formatDecimal(text(value), reading),
    cents: (value) => {
      const padded = inCents(text(value));
      return formatDecimal(padded, { ...reading, decimals: padded.split('.')[1]?.length ?? 2 });
    },
    whole: (value) => formatDecimal(String(value), reading),
    percent: (value) => formatPercent(typeof value === 'number' ? String(value) : formatShort(value), reading),
    clock: (seconds) => digits(minutesAndSeconds(seconds)),
    time: (at, style) => formatTime(at, { ...reading, style }),
    momentOf: (atMs) =>
      `${formatTime(atMs, { ...reading, style: 'time' })}${digits(`.${String(atMs % 1000).padStart(3, '0')}`)}`,
    midnight: digits('00:00'),
    exactly: (at) => digits(new Date(at).toISOString().slice(11, 23)),
  };
}

/** The error of a stake, in words. */
export function useStakeWords(terms: Terms | undefined, cycle: Cycle | undefined): (error: StakeError) => string {
  const t = useTranslations('options.errors');
  const { cents } = useWriting();
  const coin = terms?.coin ?? '';
  return (error) => {
    switch (error) {
      case 'belowMinimum':
        return t('belowMinimum', { min: cents(cycle?.min ?? '0'), coin });
      case 'aboveMaximum':
        return t('aboveMaximum', { max: cents(cycle?.max ?? '0'), coin });
      case 'openLimit':
        return t('openLimit', { max: cents(terms?.memberLimit ?? '0'), coin });
      case 'enterStake':
      case 'notPositive':
      case 'insufficient':
      case 'lossLimit':
        return t(error);
    }
  };
}

/** How many options there are, as far as known. */
export function useCountOf(open: Pages<OptionOrder>): string {
  const { whole } = useWriting();
  return open.rows === undefined || open.rows.length === 0
    ? ''
    : `${whole(open.rows.length)}${open.hasNextPage ? '+' : ''}`;
}
