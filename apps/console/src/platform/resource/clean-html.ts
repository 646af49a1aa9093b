import { ARTICLE_ATTRIBUTES, ARTICLE_LINK, ARTICLE_TAGS } from '@plimsoll/contract/article-html';
import purify from 'dompurify';

/** Whatever leads out of this site, and what opens a program. */
const ADDRESSES = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** What the sanitiser leaves. */
export interface Cleaned {
  readonly tree: DocumentFragment;
  /** There is nothing to be seen in it. */
  readonly isEmpty: boolean;
  readonly isLess: boolean;
}

/**
 * HTML as it may be shown (RULES 7), as nodes, and whether anything was taken out of it. Pictures are those of this
 * site: the page's policy allows no others.
 */
export function cleaned(html: string): Cleaned {
  const tree = purify.sanitize(html, {
    ALLOWED_TAGS: [...ARTICLE_TAGS],
    ALLOWED_ATTR: Object.values(ARTICLE_ATTRIBUTES).flat(),
    ALLOWED_URI_REGEXP: ADDRESSES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  let isLess = purify.removed.length > 0;
  for (const image of tree.querySelectorAll('img')) {
    if (new URL(image.src, document.baseURI).origin === location.origin) continue;
    image.remove();
    isLess = true;
  }
  for (const link of tree.querySelectorAll('a')) Object.assign(link, ARTICLE_LINK);
  return { tree, isEmpty: tree.querySelector('img, hr') === null && tree.textContent.trim() === '', isLess };
}
