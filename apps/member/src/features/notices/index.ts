/** Notices to members: the list, and the pop-up elsewhere. */
import { lazyScreen, loadedWhenIdle } from '../../platform/lazy-screen.tsx';

export { useNotices } from './queries.ts';
export const NOTICES = lazyScreen(['notices'], () => import('./notices-screen.tsx'));

/** Looks for new notices once the first screen is drawn; a page never waits for it. */
export const NoticeWatch = loadedWhenIdle(lazyScreen(['notices'], () => import('./notice-watch.tsx')));
