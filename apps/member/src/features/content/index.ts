/** What the house tells of itself, and how what operators wrote is shown. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { wordsIn } from './clean-html.ts';
export { StoryPopup, type Story } from './story-popup.tsx';
export const INTRODUCTION = lazyScreen(['content'], () => import('./introduction-screen.tsx'));
