import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import type { StoryPopupProps } from './story.ts';

const VIEW = lazyPart<StoryPopupProps>(() => import('./story-popup-view.tsx'));

/** A notice or an article to be read; what draws it comes with the first one, unless it was fetched ahead. */
export const StoryPopup = (props: StoryPopupProps) =>
  props.story && <LazyBoundary part={VIEW} props={props} fallback={null} />;
