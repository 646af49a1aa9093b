import { createStore } from './store.ts';

/** A deposit or a withdrawal of the member's. */
export interface FundingOf {
  readonly kind: 'recharge' | 'withdraw';
  readonly id: number;
}

/** Whose progress is shown in a sheet over any page. */
export const timeline = createStore<FundingOf | undefined>(undefined);

/** A page that was left has taken its overlays' steps off the history by then, in ms. */
const SETTLED_MS = 50;

/** Leaves a page, and opens the progress of what was submitted there over the page it leads to (PRODUCT 14). */
export function leaveForTimeline(leave: () => void, of: FundingOf): void {
  const show = () => setTimeout(() => timeline.set(of), SETTLED_MS);
  const { pathname } = location;
  leave();
  // Going back takes the browser a moment, going home none.
  if (location.pathname === pathname) addEventListener('popstate', show, { once: true });
  else show();
}
