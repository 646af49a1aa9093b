import { ARTICLE_ATTRIBUTES, ARTICLE_LINK, ARTICLE_SCHEMES, ARTICLE_TAGS } from '@plimsoll/contract/article-html';
import purify from 'dompurify';

/** External addresses, links that open an app, and paths of this site. */
const ADDRESSES = new RegExp(`^(?:(?:${ARTICLE_SCHEMES.join('|')}):|/(?!/)|#)`, 'i');
const attributesOf = (tag: string): readonly string[] => [
  ...(ARTICLE_ATTRIBUTES['*'] ?? []),
  ...(ARTICLE_ATTRIBUTES[tag] ?? []),
];

/** HTML of operators, sanitised again (RULES 7). Nodes, so that HTML is never set as text. */
export function cleaned(html: string): DocumentFragment {
  const tree = purify.sanitize(html, {
    ALLOWED_TAGS: [...ARTICLE_TAGS],
    ALLOWED_ATTR: Object.values(ARTICLE_ATTRIBUTES).flat(),
    ALLOWED_URI_REGEXP: ADDRESSES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of tree.querySelectorAll('*')) {
    const allowed = attributesOf(element.localName);
    for (const name of element.getAttributeNames()) if (!allowed.includes(name)) element.removeAttribute(name);
  }
  for (const link of tree.querySelectorAll('a')) Object.assign(link, ARTICLE_LINK);
  for (const image of tree.querySelectorAll('img')) {
    // The page's policy shows pictures of this site alone.
    if (new URL(image.src, document.baseURI).origin !== location.origin) image.remove();
    // Screen readers skip a picture without a description.
    image.alt ||= '';
    image.loading = 'lazy';
    image.decoding = 'async';
  }
  // Content that scrolls sideways is scrolled by the keyboard too.
  for (const wide of tree.querySelectorAll<HTMLElement>('table, pre')) wide.tabIndex = 0;
  return tree;
}

const BLOCK_ENDS = /<\/(?:p|div|li|h[1-4]|tr|figcaption|blockquote|pre)>|<[bh]r\b[^>]*>/gi;

/** The text of an operator's HTML, in one line. */
export const wordsIn = (html: string): string =>
  cleaned(html.replace(BLOCK_ENDS, '$& ')).textContent.replace(/\s+/g, ' ').trim();
