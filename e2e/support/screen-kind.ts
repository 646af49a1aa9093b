import type { Page, Route } from '@playwright/test';

/** Who stands before a screen: nobody known, a member without anything, or one who has traded. */
export type Viewer = 'visitor' | 'newcomer' | 'trader';

/**
 * A screen, sheet or popup in one of its states. Its steps name nothing in words, so that they hold in every language.
 */
export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  readonly path: string;
  /** What is done on the page to reach the state. */
  readonly open?: (page: Page) => Promise<void>;
  /** What is done before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** What is done to the page stays with it: no other screen is looked at in it. */
  readonly isLasting?: boolean;
  /** It never comes to rest. */
  readonly isBusy?: boolean;
}

/** Shows a page the site's flags, some of them set otherwise. */
export const settingsWith = (flags: Readonly<Record<string, number>>) => (page: Page) =>
  page.route('**/api/getSetting', async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...flags } } });
  });
