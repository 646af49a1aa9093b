import type { Page } from '@playwright/test';

/**
 * Does what loads another document, and waits until it has; `documents` where one is loaded first that leads on. A login
 * and a logout load theirs behind what the page before shows of it meanwhile: what is done there is lost with it.
 */
export async function loaded(page: Page, act: () => Promise<unknown>, documents = 1): Promise<void> {
  let left = documents;
  const isLast = (): boolean => {
    left -= 1;
    return left === 0;
  };
  await Promise.all([page.waitForEvent('load', isLast), act()]);
}
