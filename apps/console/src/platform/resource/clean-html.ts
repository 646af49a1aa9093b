import { ARTICLE_ATTRIBUTES, ARTICLE_LINK, ARTICLE_TAGS } from '@plimsoll/contract/article-html';
import purify from 'dompurify';

const ADDRESSES = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** Sanitised HTML. */
export interface Cleaned {
  readonly tree: DocumentFragment;
  readonly isEmpty: boolean;
  readonly isLess: boolean;
}

/** Sanitised HTML as nodes (RULES 7.5), and whether anything was removed. Images of other sites are removed. */
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
