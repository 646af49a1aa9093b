import type { Answer } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { PolledCache } from '../../platform/polled-cache.ts';

export interface OfferedLanguage {
  readonly code: string;
  readonly is_default: boolean;
}

/** The site's content as visitors see it: enabled rows in order. */
export interface SiteContent {
  readonly version: string;
  readonly banners: Answer<'getBanner'>;
  /** Articles by language, `''` for readers of any other. */
  readonly contents: ReadonlyMap<string, Answer<'getContentList'>>;
  readonly friends: Answer<'getFriendList'>;
  readonly languages: readonly OfferedLanguage[];
}

type Article = Answer<'getContentList'>['list'][number];

/** Articles per language: those for all and its own, in one order. */
function byReaders(rows: readonly (Article & { readonly lang: string })[]): SiteContent['contents'] {
  const listOf = (reader: string) => ({
    list: rows.filter(({ lang }) => lang === '' || lang === reader).map(({ lang: _lang, ...article }) => article),
  });
  return new Map(['', ...rows.map(({ lang }) => lang)].map((reader) => [reader, listOf(reader)]));
}

/** The articles for readers of a language. */
export const articlesFor = ({ contents }: SiteContent, lang: string): Answer<'getContentList'> =>
  contents.get(lang) ?? contents.get('') ?? { list: [] };

const readVersion = sql<{ version: string }>('site.version', 'select version from site_version');
const readBanners = sql<Answer<'getBanner'>[number]>(
  'site.banners',
  'select image as img, url from banner where enabled order by sort, id',
);
const readContents = sql<Article & { readonly lang: string }>(
  'site.contents',
  'select title, image as img, content, lang from content where enabled order by sort, id',
);
const readFriends = sql<Answer<'getFriendList'>['list'][number]>(
  'site.friends',
  'select url, image as img, title from friend where enabled order by sort, id',
);
const readLanguages = sql<OfferedLanguage>(
  'site.languages',
  'select code, is_default from language where enabled order by id',
);

/** The site's content in memory, read again when its version has risen. */
export function createSiteContent({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Pick<Log, 'error'>;
}): PolledCache<SiteContent> {
  const nothing: SiteContent = { version: '', banners: [], contents: new Map(), friends: { list: [] }, languages: [] };
  async function read(last: SiteContent): Promise<SiteContent> {
    // The version first: a change in between raises it again.
    const [row] = await db.run(readVersion);
    const version = row?.version ?? '';
    if (version === last.version) return last;
    const [banners, contents, friends, languages] = await Promise.all([
      db.run(readBanners),
      db.run(readContents),
      db.run(readFriends),
      db.run(readLanguages),
    ]);
    return { version, banners, contents: byReaders(contents), friends: { list: friends }, languages };
  }
  return new PolledCache(nothing, { read, clock, log });
}
