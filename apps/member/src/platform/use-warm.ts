import { useEffect } from 'react';
import { whenIdle } from './idle.ts';

/** Loads the code of a part that a tap will need, once the page that has it is idle. */
export function useWarm({ warm }: { readonly warm: () => Promise<unknown> }): void {
  useEffect(
    () =>
      void whenIdle()
        .then(warm)
        .catch(() => undefined),
    [warm],
  );
}
