import type { ReactNode } from 'react';

/** Something that operators wrote: a notice or an article. */
export interface Story {
  readonly title: string;
  /** A picture's address, or empty. */
  readonly img: string;
  readonly html: string;
}

/** What the popup is drawn of, whether its code has come or not. */
export interface StoryPopupProps {
  /** What is read, and stays drawn while the popup goes; null before the first. */
  readonly story: Story | null;
  readonly open: boolean;
  /** It came by itself: a tap beside it, meant for what was there a moment ago, does not close it unread. */
  readonly isUnasked?: boolean;
  readonly onClose: () => void;
  /** When it is off the screen. */
  readonly onGone?: () => void;
  /** Stands under the title: when it was written. */
  readonly when?: ReactNode;
  /** On the button that closes. */
  readonly done: string;
}
