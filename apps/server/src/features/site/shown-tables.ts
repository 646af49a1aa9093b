import type { BannerItem, ContentItem, FriendItem } from '@plimsoll/contract/operator';
import { shownTable } from './shown-table.ts';

/** The tables of what visitors are shown. */
export const banners = shownTable<BannerItem>('banner', { texts: ['img', 'url'], looked: 'url' });
export const contents = shownTable<ContentItem>('content', {
  texts: ['title', 'content', 'img', 'lang'],
  looked: 'title',
});
export const friends = shownTable<FriendItem>('friend', { texts: ['url', 'img', 'title'], looked: 'title' });
