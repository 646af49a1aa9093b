import type { ReactNode } from 'react';

/** A notice or an article. */
export interface Story {
  readonly title: string;
  readonly img: string;
  readonly html: string;
}

/** Props of the popup. */
export interface StoryPopupProps {
  /** Stays drawn while the popup closes; null before the first. */
  readonly story: Story | null;
  readonly open: boolean;
  /** It opened by itself: a tap beside it, meant for the page, does not close it unread. */
  readonly isUnasked?: boolean;
  readonly onClose: () => void;
  readonly onGone?: () => void;
  readonly when?: ReactNode;
  readonly done: string;
}
