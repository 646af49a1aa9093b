import { ARTICLE_ATTRIBUTES, ARTICLE_LINK, ARTICLE_SCHEMES, ARTICLE_TAGS } from '@plimsoll/contract/article-html';
import type { IOptions } from 'sanitize-html';

const ALLOWED: IOptions = {
  allowedTags: [...ARTICLE_TAGS],
  allowedAttributes: Object.fromEntries(Object.entries(ARTICLE_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...ARTICLE_SCHEMES],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...ARTICLE_LINK } }),
  },
};

/** HTML that may be stored and shown (RULES 7): no scripts, handlers, styles or addresses that run anything. */
export async function cleanHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, ALLOWED);
}
