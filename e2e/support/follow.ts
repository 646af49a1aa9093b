import type { Page } from '@playwright/test';

const LIMIT_MS = 30_000;

/** Where a link leads, and the title of the window there. */
export interface Followed {
  readonly to: string;
  readonly title: string;
}

/**
 * Runs in the page: goes to a route as a link of the app does, without loading the app again, and waits for its title
 * and content.
 */
export const FOLLOW = `async ({ to, title }) => {
  history.pushState({ key: to, depth: 1 }, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
  const isThere = () => document.title === title && document.querySelector('main h1') !== null && document.querySelector('[aria-busy=true], main .bone') === null;
  const beganMs = performance.now();
  // At least a frame: the route before may have the same title.
  do {
    if (performance.now() - beganMs > ${LIMIT_MS}) throw new Error(to + ': "' + title + '" was waited for, "' + document.title + '" is there');
    await new Promise(requestAnimationFrame);
  } while (!isThere());
}`;

/** Goes to a route within the app. */
export const follow = (page: Page, followed: Followed): Promise<void> =>
  page.evaluate(`(${FOLLOW})(${JSON.stringify(followed)})`);
