import type { Messages } from 'use-intl';
import { recallVisit } from '../../platform/storage.ts';

/** The members' page that somebody was on the way to, and the key of its title. */
interface Goal {
  readonly to: string;
  readonly title: keyof Messages['app']['titles'];
}

/** Where the login leads; undefined for home. Written by the routes, for this visit. */
export function readGoal(): Goal | undefined {
  const [title, to] = recallVisit('goal')?.split(' ', 2) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the routes, with a title of theirs
  return title && to ? { title: title as Goal['title'], to } : undefined;
}
