import { useEffect, useEffectEvent } from 'react';

/**
 * Lets the back gesture close what lies over the page: opening adds a step to the history, going back closes, and
 * closing otherwise takes the step away again. The step repeats the page's own state, so that a router sees the same
 * place. A link inside an overlay navigates with `replace`, so that the step becomes the page it leads to.
 */
interface Step {
  readonly overlay?: number;
}

let lastId = 0;
/**
 * Overlays that have a step in the history, the lowest first; those that closed meanwhile are in `left` until their
 * steps are taken away.
 */
const steps: number[] = [];
const left = new Set<number>();
/**
 * True from when steps are given back until the browser has gone there: only then has what opens meanwhile its step.
 */
let isGoing = false;
const waiting: number[] = [];

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const each of listeners) each();
};

/** Whether any sheet, panel or dialog lies over the page. */
export const overlays = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isAny: (): boolean => steps.some((id) => !left.has(id)),
};

function stepNow(): Step {
  const state: Step | null = history.state;
  return state ?? {};
}

function write(id: number): void {
  const now = stepNow().overlay ?? 0;
  const state = { ...stepNow(), overlay: id };
  // A step of no overlay any more is taken over: of one that just closed, or from before the page was loaded anew.
  if (now > 0 && !steps.includes(now)) history.replaceState(state, '');
  else history.pushState(state, '');
}

function enter(): number {
  const now = stepNow().overlay ?? 0;
  lastId = Math.max(lastId, now) + 1;
  const top = steps.at(-1);
  // The step of an overlay that closed in this turn is taken over by the next one to open.
  if (top !== undefined && left.has(top) && now === top) {
    left.delete(top);
    steps.pop();
  }
  if (isGoing) waiting.push(lastId);
  else write(lastId);
  steps.push(lastId);
  tell();
  return lastId;
}

/**
 * Takes away the steps of what closed, as far as nothing open lies over them; several that closed together go at once.
 */
function settle(): void {
  if (isGoing) return;
  const now = stepNow().overlay ?? 0;
  let count = 0;
  for (let top = steps.at(-1); top !== undefined && left.has(top); top = steps.at(-1)) {
    // Those above where the reader stands are gone already, by the back gesture or a link that took their place.
    if (top <= now) count += 1;
    steps.pop();
    left.delete(top);
  }
  if (count === 0) return;
  isGoing = true;
  addEventListener('popstate', landed, { once: true });
  history.go(-count);
}

/**
 * The browser stands where it was sent: what opened on the way gets its step now, before its own listener asks for it.
 */
function landed(): void {
  isGoing = false;
  for (const id of waiting.splice(0)) if (!left.has(id)) write(id);
  settle();
}

function leave(id: number): void {
  left.add(id);
  tell();
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
