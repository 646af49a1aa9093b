import type { LazyPart } from '@plimsoll/ui';
import { useEffect } from 'react';
import { whenIdle } from './idle.ts';

/** Loads the code of a part that a tap will need, once the page that has it is idle. */
export function useWarm({ warm }: Pick<LazyPart, 'warm'>): void {
  useEffect(
    () =>
      void whenIdle()
        .then(warm)
        .catch(() => undefined),
    [warm],
  );
}
