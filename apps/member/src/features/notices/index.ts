/** Notices to members: the list, and the pop-up elsewhere. */
import { createElement, lazy } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const NOTICES = lazyScreen(['notices'], () => import('./notices-screen.tsx'));

const WATCH = lazyScreen(['notices'], () => import('./notice-watch.tsx'));
const AGAIN_MS = 10_000;

/** Looks for new notices once the first screen is drawn; a page never waits for it. */
export const NoticeWatch = lazy(async () => {
  for (;;) {
    await whenIdle();
    try {
      const Watch = await WATCH.warm();
      return { default: () => createElement(Watch) };
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_MS);
      });
    }
  }
});
