import type { Page } from '@playwright/test';
import { change } from './answers.ts';

/** A visitor, a member without anything, or one who has traded. */
export type Viewer = 'visitor' | 'newcomer' | 'trader';

/** A screen, sheet or popup in one of its states. Steps use no visible text, so they work in every language. */
export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  readonly path: string;
  readonly open?: (page: Page) => Promise<void>;
  readonly before?: (page: Page) => Promise<unknown>;
  /** The page cannot be reused for another screen. */
  readonly isLasting?: boolean;
  /** It never becomes idle. */
  readonly isBusy?: boolean;
}

/** Shows a page the site's settings with some changed. */
export const settingsWith = (flags: Readonly<Record<string, number>>) =>
  change('**/api/getSetting', (data: object) => ({ ...data, ...flags }));
