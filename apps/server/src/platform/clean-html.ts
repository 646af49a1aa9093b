import type { IOptions } from 'sanitize-html';

/** What an article may be made of; everything else is taken out, with a script's and a style's own text. */
const ALLOWED: IOptions = {
  allowedTags: [
    'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup',
    'span', 'div', 'a', 'img', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], '*': ['dir', 'lang'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    // Whoever leaves by a link is told to nobody, and has no hold on the page they came from.
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow', target: '_blank' } }),
  },
};

/** HTML as it may be stored and shown (rules 7): no scripts, no handlers, no styles, no addresses that run anything. */
export async function cleanHtml(html: string): Promise<string> {
  // Seldom needed, and not small: it is loaded when an operator first writes something.
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, ALLOWED);
}
