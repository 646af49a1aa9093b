/**
 * What the HTML of a notice or article may contain (RULES 7). Kept to when one is stored and when one is shown;
 * everything else is removed, with the text of scripts and styles.
 */
export const ARTICLE_TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'span',
  'div',
  'a',
  'img',
  'figure',
  'figcaption',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Attributes of every tag (`*`), and of some. */
export const ARTICLE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  '*': ['dir', 'lang'],
};

/** Schemes of links; pictures take `https` only. */
export const ARTICLE_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;

/** The other site gets neither the referrer nor access to the page. */
export const ARTICLE_LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' } as const;
