import purify from 'dompurify';

/** What an article may be made of: the same as on the server, which has the last word. */
const TAGS = [
  'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup',
  'span', 'div', 'a', 'img', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
];
const ATTRIBUTES = ['href', 'title', 'rel', 'target', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'dir', 'lang'];
/** Whatever leads out of this site, and what opens a program. */
const ADDRESSES = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** HTML as it may be shown (rules 7), and whether anything was taken out of it. Pictures are those of this site: the page's policy allows no others. */
export function cleaned(html: string): { readonly html: string; readonly isLess: boolean } {
  if (html.trim() === '') return { html: '', isLess: false };
  const tree = purify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOWED_URI_REGEXP: ADDRESSES, ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false, RETURN_DOM_FRAGMENT: true });
  let isLess = purify.removed.length > 0;
  for (const image of tree.querySelectorAll('img')) {
    if (new URL(image.src, document.baseURI).origin === location.origin) continue;
    image.remove();
    isLess = true;
  }
  for (const link of tree.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  const box = document.createElement('div');
  box.append(tree);
  return { html: box.innerHTML, isLess };
}
