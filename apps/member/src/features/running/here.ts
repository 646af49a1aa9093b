import { recall, recallVisit, remember, rememberVisit } from '../../platform/storage.ts';

/** When the member was last here before this visit, in ms; undefined where this browser does not know. */
export function lastHere(): number | undefined {
  const kept = recallVisit('here') ?? recall('here') ?? '';
  rememberVisit('here', kept);
  return kept === '' ? undefined : Number(kept);
}

/** Keeps until when somebody was here; returns how to stop. */
export function keepHere(): () => void {
  // What was kept is read before it is replaced.
  lastHere();
  const keep = () => {
    if (document.hidden) remember('here', String(Date.now()));
  };
  document.addEventListener('visibilitychange', keep);
  return () => document.removeEventListener('visibilitychange', keep);
}
