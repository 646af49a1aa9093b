import { LANGUAGES } from '@plimsoll/i18n';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanHtml } from '../../platform/clean-html.ts';
import { sql } from '../../platform/db.ts';
import { openCatalogueWorld, type CatalogueWorld } from '../../testing/catalogue-world.ts';
import { seedArticles } from './index.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
});
afterAll(() => world.close());

const written = sql<{ title: string; content: string; lang: string }>(
  'test.articles',
  'select title, content, lang from content order by lang, sort',
);
const writeOwn = sql<never>('test.writeOwn', `insert into content (title, content) values ('Ours', '<p>Ours</p>')`);

test('a demo has the same articles in every language, once, as they may be stored', async () => {
  await seedArticles(world.db);
  await seedArticles(world.db);
  const articles = await world.db.run(written);
  const inEach = LANGUAGES.map(({ code }) => articles.filter(({ lang }) => lang === code).length);
  expect(new Set(inEach)).toEqual(new Set([4]));
  expect(articles).toHaveLength(4 * LANGUAGES.length);
  for (const { content } of articles) expect(await cleanHtml(content)).toBe(content);
});

test('articles that operators wrote stay alone', async () => {
  const other = await openCatalogueWorld();
  try {
    await other.db.run(writeOwn);
    await seedArticles(other.db);
    expect((await other.db.run(written)).map(({ title }) => title)).toEqual(['Ours']);
  } finally {
    await other.close();
  }
});
