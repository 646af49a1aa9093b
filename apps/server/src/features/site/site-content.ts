import type { Answer } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Refreshed } from './refreshed.ts';

/** A language that is offered. */
export interface OfferedLanguage {
  readonly file_name: string;
  readonly is_default: boolean;
}

/** What operators have put on the site, as visitors see it: enabled rows in their order. */
export interface SiteContent {
  readonly version: string;
  readonly banners: Answer<'getBanner'>;
  readonly contents: Answer<'getContentList'>;
  readonly friends: Answer<'getFriendList'>;
  readonly languages: readonly OfferedLanguage[];
}

const readVersion = sql<{ version: string }>('site.version', 'select version from site_version');
const readBanners = sql<Answer<'getBanner'>[number]>('site.banners', 'select img, url from banner where enabled order by sort, id');
const readContents = sql<Answer<'getContentList'>['list'][number]>('site.contents', 'select title, img, content from content where enabled order by sort, id');
const readFriends = sql<Answer<'getFriendList'>['list'][number]>('site.friends', 'select url, img, title from friend where enabled order by sort, id');
const readLanguages = sql<OfferedLanguage>('site.languages', 'select file_name, is_default from language where enabled order by id');

/** What is on the site, held in memory. All of it is read again when its version has risen; whatever changes it raises that. */
export function createSiteContent({ db, clock, log }: { db: Db; clock: Clock; log: Pick<Log, 'error'> }): Refreshed<SiteContent> {
  const nothing: SiteContent = { version: '', banners: [], contents: { list: [] }, friends: { list: [] }, languages: [] };
  async function read(last: SiteContent): Promise<SiteContent> {
    // The version first: a change that comes between raises it above what is remembered here, and is read the next time.
    const [row] = await db.run(readVersion);
    const version = row?.version ?? '';
    if (version === last.version) return last;
    const [banners, contents, friends, languages] = await Promise.all([
      db.run(readBanners), db.run(readContents), db.run(readFriends), db.run(readLanguages),
    ]);
    return { version, banners, contents: { list: contents }, friends: { list: friends }, languages };
  }
  return new Refreshed(nothing, { read, clock, log });
}
