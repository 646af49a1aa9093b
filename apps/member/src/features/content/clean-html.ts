import { ARTICLE_ATTRIBUTES, ARTICLE_LINK, ARTICLE_SCHEMES, ARTICLE_TAGS } from '@plimsoll/contract/article-html';
import purify from 'dompurify';

/** Whatever leads out of this site, what opens a program, and a path of this site. */
const ADDRESSES = new RegExp(`^(?:(?:${ARTICLE_SCHEMES.join('|')}):|/(?!/)|#)`, 'i');
const attributesOf = (tag: string): readonly string[] => [
  ...(ARTICLE_ATTRIBUTES['*'] ?? []),
  ...(ARTICLE_ATTRIBUTES[tag] ?? []),
];

/**
 * What operators wrote as it may be shown (RULES 7): sanitised when it was stored, and again here. It comes as nodes,
 * ready to be put in place, so that nothing of ours ever sets HTML as text.
 */
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
    // A picture that nobody described is passed over by those who are read to.
    image.alt ||= '';
    image.loading = 'lazy';
    image.decoding = 'async';
  }
  // What is scrolled sideways can be scrolled by the keyboard.
  for (const wide of tree.querySelectorAll<HTMLElement>('table, pre')) wide.tabIndex = 0;
  return tree;
}

const BLOCK_ENDS = /<\/(?:p|div|li|h[1-4]|tr|figcaption|blockquote|pre)>|<[bh]r\b[^>]*>/gi;

/** The words of what operators wrote, in one line. */
export const wordsIn = (html: string): string =>
  cleaned(html.replace(BLOCK_ENDS, '$& ')).textContent.replace(/\s+/g, ' ').trim();
