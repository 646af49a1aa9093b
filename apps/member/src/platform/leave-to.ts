import { leave } from './session.ts';

/** Ends a login on purpose, and loads `to` without anything that this document holds of the member. */
export function leaveTo(to: string): void {
  // An overlay that closes with the login would go back in the history, and the browser then loads nothing.
  dispatchEvent(new Event('leaving'));
  leave();
  const load = () => location.replace(to);
  // A reader who goes back meanwhile stops that as well.
  addEventListener('popstate', load);
  load();
}
