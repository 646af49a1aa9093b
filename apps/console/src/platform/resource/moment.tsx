import { formatTime, type TimeStyle } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useServerNow } from '../server-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LOOK_EVERY_MS = 10_000;

/** A time of the wire, in UTC. */
export function Moment({ at, as = 'moment' }: { readonly at: string; readonly as?: TimeStyle }) {
  const { language } = useReading();
  return (
    <time dateTime={at} className="moment">
      {formatTime(at, { language, style: as, timeZone: 'UTC' })}
    </time>
  );
}

/** How long something waits, in its largest whole unit; updates itself. */
export function useWaitText(): (since: string) => string {
  const t = useTranslations('console');
  const nowMs = useServerNow(LOOK_EVERY_MS);
  return (since) => {
    const ms = Math.max(0, nowMs - Date.parse(since));
    const [unit, size] =
      ms >= DAY_MS
        ? (['days', DAY_MS] as const)
        : ms >= HOUR_MS
          ? (['hours', HOUR_MS] as const)
          : (['minutes', MINUTE_MS] as const);
    return t(`waits.${unit}`, { count: Math.floor(ms / size) });
  };
}

/** How long something waits. */
export function Waits({ since }: { readonly since: string }) {
  const waitText = useWaitText();
  return <span className="whitespace-nowrap">{waitText(since)}</span>;
}

/** A time as text. */
export function useMomentText(): (at: string, as?: TimeStyle) => string {
  const { language } = useReading();
  return (at, as = 'moment') => formatTime(at, { language, style: as, timeZone: 'UTC' });
}
