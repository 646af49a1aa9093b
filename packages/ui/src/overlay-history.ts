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
/** Overlays that have a step in the history, the lowest first; those that closed meanwhile are in `left` until their steps are taken away. */
const steps: number[] = [];
const left = new Set<number>();

const stepNow = (): Step => (history.state ?? {}) as Step;

function enter(): number {
  const now = stepNow().overlay ?? 0;
  lastId = Math.max(lastId, now) + 1;
  const state = { ...stepNow(), overlay: lastId };
  const top = steps.at(-1);
  // The step of an overlay that closed in this turn is taken over by the next one to open, and so is one from before the page was loaded anew.
  const isLeft = top !== undefined && left.has(top) && now === top;
  if (isLeft) {
    left.delete(top);
    steps.pop();
  }
  if (isLeft || (now > 0 && !steps.includes(now))) history.replaceState(state, '');
  else history.pushState(state, '');
  steps.push(lastId);
  return lastId;
}

/** Takes away the steps of what closed, as far as nothing open lies over them; several that closed together go at once. */
function settle(): void {
  const now = stepNow().overlay ?? 0;
  let count = 0;
  for (let top = steps.at(-1); top !== undefined && left.has(top); top = steps.at(-1)) {
    // Those above where the reader stands are gone already, by the back gesture or a link that took their place.
    if (top <= now) count += 1;
    steps.pop();
    left.delete(top);
  }
  if (count > 0) history.go(-count);
}

function leave(id: number): void {
  left.add(id);
  setTimeout(settle);
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
