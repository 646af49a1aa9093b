import { languageOf } from '@plimsoll/i18n/languages';
import { resolveLanguage } from '@plimsoll/i18n/server';
import { escapeHtml as escaped } from './escape-html.ts';

export interface LinkedWords {
  readonly text: string;
  readonly link: string;
}

/** Paragraphs are separated by an empty line; escaped where it is drawn. */
export interface MailWords {
  readonly lang: string;
  /** The site's name, and where it is open. */
  readonly site: string;
  readonly origin: string;
  readonly title: string;
  readonly text: string;
  /** A button with small print under it. */
  readonly action?: { readonly label: string; readonly href: string; readonly under: string };
  /** Paragraphs below the line; a `link` appears whole. */
  readonly after: readonly (string | LinkedWords)[];
  readonly last: string;
}

// The light colours of packages/ui: mail programs know no custom properties.
const INK = '#0a1730';
const INK_2 = '#3c4c69';
const INK_3 = '#54647f';
const DEEP = '#eaf0f5';
const LINE = '#d5dfe9';
const FONT = "Roboto, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";

const drawn = (html: string, style: string): string => `<p style="margin:0 0 12px;${style}">${html}</p>`;
const paragraphs = (text: string, style = ''): string =>
  text
    .split('\n\n')
    .map((each) => drawn(escaped(each), style))
    .join('');
/** A link has its own line and direction and may break anywhere. */
const linked = ({ text, link }: LinkedWords): string =>
  drawn(
    escaped(text).replace(
      escaped(link),
      () =>
        `<a href="${escaped(link)}" dir="ltr" style="display:block;color:${INK};word-break:break-all">${escaped(link)}</a>`,
    ),
    '',
  );
const textOf = (words: string | LinkedWords): string => (typeof words === 'string' ? words : words.text);

/** The HTML of a mail: one column, one button, inline styles, nothing to fetch. */
export function mailPage({ lang, site, origin, title, text, action, after, last }: MailWords): string {
  const { tag, dir } = languageOf(resolveLanguage(lang));
  return (
    `<!doctype html><html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>` +
    `<body style="margin:0;padding:20px 12px;background:${DEEP};font-family:${FONT};font-size:16px;line-height:1.5;color:${INK_2}">` +
    '<div style="max-width:512px;margin:0 auto;background:#fff;border-radius:16px;padding:28px 24px;overflow-wrap:anywhere">' +
    `<p style="margin:0 0 20px;font-size:20px;font-weight:600;color:${INK}"><img src="${escaped(origin)}/icons/icon-192.png" width="28" height="28" alt="" style="vertical-align:-6px;border-radius:6px"> ${escaped(site)}</p>` +
    `<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600;color:${INK}">${escaped(title)}</h1>` +
    paragraphs(text) +
    (action
      ? `<p style="margin:16px 0 8px"><a href="${escaped(action.href)}" style="display:block;padding:12px 16px;border-radius:10px;background:${INK};color:#fff;text-align:center;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>${paragraphs(action.under, `font-size:13px;color:${INK_3}`)}`
      : '') +
    (after.length === 0 ? '' : `<hr style="border:0;border-top:1px solid ${LINE};margin:20px 0">`) +
    after.map((each) => (typeof each === 'string' ? paragraphs(each) : linked(each))).join('') +
    `<p style="margin:20px 0 0;font-size:12px;color:${INK_3}">${escaped(last)}</p></div></body></html>`
  );
}

/** The same as plain text. */
export const mailText = ({ site, text, action, after, last }: MailWords): string =>
  [text, ...(action ? [action.href, action.under] : []), ...after.map(textOf), last, site].join('\n\n');
