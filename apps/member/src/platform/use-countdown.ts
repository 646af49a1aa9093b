import { useEffect, useState } from 'react';

/** Whole seconds from `first` down to zero, by the clock; `start` begins again. */
export function useCountdown(first = 0): { readonly left: number; readonly start: (seconds: number) => void } {
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + first * 1000);
  const [nowMs, setNowMs] = useState(Date.now);
  const left = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    left,
    start(seconds) {
      setNowMs(Date.now());
      setEndsAtMs(Date.now() + seconds * 1000);
    },
  };
}
