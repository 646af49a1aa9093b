/**
 * What a notice or an article may be made of (RULES 7). The server keeps to it when it stores one, the apps when they
 * show one: everything else is taken out, with a script's and a style's own text.
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

/** The attributes of every tag, under `*`, and of some. */
export const ARTICLE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  '*': ['dir', 'lang'],
};

/** What an address that leads elsewhere may begin with; a picture's `https` alone. */
export const ARTICLE_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;

/** Whoever leaves by a link is told to nobody, and has no hold on the page they came from. */
export const ARTICLE_LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' } as const;
