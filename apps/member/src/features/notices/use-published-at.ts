import { formatRelative, formatTime } from '@plimsoll/i18n';
import { useEffect, useState } from 'react';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** When a notice was published: how long ago while recent, else its day; and exactly. Updated each minute. */
export function usePublishedAt(): {
  readonly briefly: (at: string) => string;
  readonly exactly: (at: string) => string;
} {
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const options = { language: language.code, nativeDigits };
  return {
    briefly(at) {
      const atMs = Date.parse(at);
      // A clock behind the server's must not date a notice in the future.
      return nowMs - atMs < WEEK_MS
        ? formatRelative(Math.min(atMs, nowMs), nowMs, options)
        : formatTime(at, { ...options, style: 'date' });
    },
    exactly: (at) => formatTime(at, { ...options, style: 'full' }),
  };
}
