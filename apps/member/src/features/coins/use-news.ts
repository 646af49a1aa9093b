import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { post } from '../../platform/client.ts';
import { whenIdle } from '../../platform/idle.ts';
import { useIsMember } from '../../platform/session.ts';
import { loadWordsIn, useArticles, type Story } from '../content/index.ts';
import { mentions } from './news.ts';

const SHOWN = 4;
const NOTICES_LOOKED_AT = 50;
const STALE_MS = 60_000;

export interface NewsItem extends Story {
  /** The same for the same story, wherever it stands. */
  readonly id: string;
  /** When it was published; articles have no date. */
  readonly at?: string;
}

/** What reads the text of HTML; undefined until the page is idle. */
function useWordsIn() {
  const [wordsIn, setWordsIn] = useState<Awaited<ReturnType<typeof loadWordsIn>>>();
  useEffect(
    () =>
      void whenIdle()
        .then(loadWordsIn)
        .then((come) => setWordsIn(() => come))
        .catch(() => undefined),
    [],
  );
  return wordsIn;
}

/** The platform's news for a coin: the notices and articles that mention it, then the articles for everyone. */
export function useNews(names: readonly string[], language: string): readonly NewsItem[] {
  const isMember = useIsMember();
  const { data } = useQuery({
    queryKey: ['getNoticeList', 'coin', language],
    queryFn: () => post('getNoticeList', { page: 1, limit: NOTICES_LOOKED_AT }, { quiet: true }),
    enabled: isMember,
    staleTime: STALE_MS,
    select: ({ list }): readonly NewsItem[] =>
      list.map(({ id, title, imgs, content, addtime }) => ({
        id: `notice ${id}`,
        title,
        img: imgs,
        html: content,
        at: addtime,
      })),
  });
  // A query that is not enabled still answers what was read before.
  const notices = isMember && data ? data : [];
  const { data: list } = useArticles();
  const wordsIn = useWordsIn();
  const articles = (list ?? []).map(({ title, img, content }, at, all): NewsItem => ({
    // Articles have no number; of two with one title it is the first, the second.
    id: `article ${title} ${all.slice(0, at).filter((each) => each.title === title).length}`,
    title,
    img,
    html: content,
  }));
  if (!wordsIn) return [];
  const isAbout = ({ title, html }: NewsItem): boolean => mentions(`${title} ${wordsIn(html)}`, names);
  const about = [...notices, ...articles].filter(isAbout);
  return [...about, ...articles.filter((each) => !about.includes(each))].slice(0, SHOWN);
}
