import { LANGUAGES } from '@plimsoll/i18n';
import { translator, type ServerKey } from '@plimsoll/i18n/server';
import { int, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db } from '../../platform/db.ts';

/** A demo's articles: title, then paragraphs. Words: `locales/<language>/demo-articles.json`. */
const ARTICLES = [
  ['about.title', 'about.name', 'about.demo'],
  ['start.title', 'start.funds', 'start.trade', 'start.options'],
  ['check.title', 'check.receipt', 'check.fails'],
  ['help.title', 'help.password', 'help.address', 'help.contact'],
] as const;

const ROWS = rowsOf({ title: text, content: text, lang: text, sort: int });
const seed = sql<never>(
  'site.seedArticles',
  `
  insert into content (title, content, lang, sort)
  select t.title, t.content, t.lang, t.sort from ${ROWS.unnest('t', 1)}
  where not exists (select from content)`,
);
const written = sql<{ readonly id: number }>('site.anyContent', 'select id from content limit 1');
const alone = sql<never>('site.seedAlone', 'lock table content in share row exclusive mode');

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes a demo's articles in every language, when there are none at all. */
export async function seedArticles(db: Db): Promise<void> {
  // Looked up first: reading the words of every language takes a fifth of a start.
  if ((await db.run(written)).length > 0) return;
  await db.transaction(async (tx) => {
    await tx.run(alone);
    const articles = LANGUAGES.flatMap(({ code }) => {
      const say = translator(code);
      const words = (key: (typeof ARTICLES)[number][number]) => say(`demo-articles.${key}` satisfies ServerKey);
      return ARTICLES.map(([title, ...paragraphs], sort) => ({
        title: words(title),
        content: paragraphs.map((key) => `<p>${escaped(words(key))}</p>`).join(''),
        lang: code,
        sort,
      }));
    });
    await tx.run(seed, ROWS.arrays(articles));
  });
}
