import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';
import { serverNow } from './server-clock.ts';

/** Whole seconds until a moment of the server's time, counted down on the second (PRODUCT 11). */
export function useSecondsLeft(untilMs: number): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const leftMs = untilMs - serverNow();
      if (leftMs <= 0) return;
      // Just after the next whole second.
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
