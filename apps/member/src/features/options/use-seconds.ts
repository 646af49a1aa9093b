import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';
import { serverNow } from './server-clock.ts';

/**
 * Whole seconds until a moment of the server's time, counted down once a second (PRODUCT 11), on the
 * second.
 */
export function useSecondsLeft(untilMs: number): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const leftMs = untilMs - serverNow();
      if (leftMs <= 0) return;
      // To the next whole second of what is left, and a little more.
      timer = setTimeout(
        () => {
          setTick((tick) => tick + 1);
          wait();
        },
        (leftMs % 1000) + 5,
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [untilMs]);
  return secondsLeft(untilMs, serverNow());
}
