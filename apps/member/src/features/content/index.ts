/** The platform's articles, and how operators' HTML is shown. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { useArticles } from './queries.ts';
export { wordsIn } from './clean-html.ts';
export { loadWordsIn } from './load-words-in.ts';
export type { Story } from './story.ts';
export { StoryPopup } from './story-popup.tsx';
/** Runs the page script where it may run; without one nothing is loaded. */
export const runPageScript = async (pathname: string): Promise<void> =>
  (await import('./page-script.ts')).runPageScript(pathname);
export const INTRODUCTION = lazyScreen(['content'], () => import('./introduction-screen.tsx'));
