import { useEffect, useEffectEvent } from 'react';

/**
 * Lets the back gesture close what lies over the page: opening adds a step to the history, going back closes, and closing otherwise
 * takes the step away again. The step repeats the page's own state, so that a router sees the same place.
 * A link inside an overlay navigates with `replace`, so that the step becomes the page it leads to.
 */
interface Step {
  readonly overlay?: number;
}

let lastId = 0;
/** A step whose overlay closed in this turn: the next one to open takes it over instead of adding its own. */
let leaving: number | undefined;

const stepNow = (): Step => (history.state ?? {}) as Step;

function enter(): number {
  lastId += 1;
  const state = { ...stepNow(), overlay: lastId };
  if (leaving !== undefined && stepNow().overlay === leaving) history.replaceState(state, '');
  else history.pushState(state, '');
  leaving = undefined;
  return lastId;
}

function leave(id: number): void {
  if (stepNow().overlay !== id) return;
  leaving = id;
  setTimeout(() => {
    if (leaving !== id) return;
    leaving = undefined;
    if (stepNow().overlay === id) history.back();
  });
}

/** Closes by the back gesture while `isOpen`. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const onPopped = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const id = enter();
    const onBack = () => {
      // Otherwise a step above this one was taken away: this overlay stays.
      if ((stepNow().overlay ?? 0) < id) onPopped();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      leave(id);
    };
  }, [isOpen]);
}
