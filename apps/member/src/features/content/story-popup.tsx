import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import type { StoryPopupProps } from './story.ts';

const VIEW = lazyPart<StoryPopupProps>(() => import('./story-popup-view.tsx'));

/** A notice or an article; its popup is loaded with the first one. */
export const StoryPopup = (props: StoryPopupProps) =>
  props.story && <LazyBoundary part={VIEW} props={props} fallback={null} />;
