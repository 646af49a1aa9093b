import { readBanner, readContent, readFriend } from '@plimsoll/contract/operator/site';
import { shownTable } from './shown-table.ts';

/** The tables of site content. */
export const banners = shownTable('banner', readBanner.output, {
  texts: { img: 'image', url: 'url' },
  searched: 'url',
});
export const contents = shownTable('content', readContent.output, {
  texts: { title: 'title', content: 'content', img: 'image', lang: 'lang' },
  searched: 'title',
});
export const friends = shownTable('friend', readFriend.output, {
  texts: { url: 'url', img: 'image', title: 'title' },
  searched: 'title',
});
