import type { Notice } from '@plimsoll/contract';
import type { Story } from '../content/index.ts';

/** A notice as a story. */
export const storyOf = ({ title, imgs, content }: Notice): Story => ({ title, img: imgs, html: content });
