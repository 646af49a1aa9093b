import { useEffect, useEffectEvent } from 'react';

/**
 * Lets the back gesture close what lies over the page: opening adds a step to the history, and closing removes it.
 * The step repeats the page's state. A link inside an overlay navigates with `replace`, so that the step becomes the
 * page it leads to.
 */
interface Step {
  readonly overlay?: number;
}

let lastId = 0;
/** Overlays with a step in the history, the lowest first; closed ones are in `left` until their steps are removed. */
const steps: number[] = [];
const left = new Set<number>();
/** True while the browser goes back: an overlay that opens meanwhile has its step only afterwards. */
let isGoing = false;
const waiting: number[] = [];

const listeners = new Set<() => void>();
const notify = (): void => {
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
  // The step of a closed overlay, or from before a reload, is used again.
  if (now > 0 && !steps.includes(now)) history.replaceState(state, '');
  else history.pushState(state, '');
}

function enter(): number {
  // Who leaves a page together with the overlay over it goes back over both steps (the member app's router).
  addEventListener('leaving', going);
  const now = stepNow().overlay ?? 0;
  lastId = Math.max(lastId, now) + 1;
  const top = steps.at(-1);
  // The step of an overlay that closed in this turn is used by the next one.
  if (top !== undefined && left.has(top) && now === top) {
    left.delete(top);
    steps.pop();
  }
  if (isGoing) waiting.push(lastId);
  else write(lastId);
  steps.push(lastId);
  notify();
  return lastId;
}

/** The browser goes back: nothing else goes until it has. */
function going(): void {
  isGoing = true;
  addEventListener('popstate', landed, { once: true });
}

/** Removes the steps of closed overlays that nothing open lies over; several at once. */
function settle(): void {
  if (isGoing) return;
  const now = stepNow().overlay ?? 0;
  let count = 0;
  for (let top = steps.at(-1); top !== undefined && left.has(top); top = steps.at(-1)) {
    // Those above the present step are gone already, by the back gesture or a link.
    if (top <= now) count += 1;
    steps.pop();
    left.delete(top);
  }
  if (count === 0) return;
  going();
  history.go(-count);
}

/** The browser has gone back: overlays that opened meanwhile have their steps now. */
function landed(): void {
  isGoing = false;
  for (const id of waiting.splice(0)) if (!left.has(id)) write(id);
  settle();
}

function leave(id: number): void {
  left.add(id);
  notify();
  setTimeout(settle);
}

/** Closes by the back gesture while `isOpen`. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const onPopped = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const id = enter();
    const onBack = () => {
      // Otherwise a step above this one was removed: this overlay stays.
      if ((stepNow().overlay ?? 0) < id) onPopped();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      leave(id);
    };
  }, [isOpen]);
}
