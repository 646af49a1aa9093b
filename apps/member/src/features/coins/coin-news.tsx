import { formatTime } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { StoryPopup } from '../content/index.ts';
import { useNews, type NewsItem } from './use-news.ts';

/** What the platform has published about a coin; nothing where it has nothing. */
export function CoinNews({ names }: { readonly names: readonly string[] }) {
  const t = useTranslations('coins');
  const kit = useTranslations('app.kit');
  const reading = useReading();
  const news = useNews(names, reading.language);
  const [story, setStory] = useState<NewsItem | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (news.length === 0) return null;
  const open = (item: NewsItem) => {
    setStory(item);
    setOpen(true);
  };
  return (
    <section aria-labelledby="coin-news" className="mt-7">
      <h2 id="coin-news" className="px-4 text-17 font-semibold">
        {t('news')}
      </h2>
      <ul className="rows mt-1">
        {news.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => open(item)}
              className="flex min-h-12 w-full items-baseline justify-between gap-4 px-4 py-3 text-start text-14 active:bg-surface"
            >
              <span dir="auto" className="min-w-0 flex-1 text-start">
                {item.title}
              </span>
              {item.at && (
                <time dateTime={item.at} className="flex-none text-12 text-ink-3">
                  {formatTime(item.at, { ...reading, style: 'date' })}
                </time>
              )}
            </button>
          </li>
        ))}
      </ul>
      <StoryPopup story={story} open={isOpen} onClose={() => setOpen(false)} done={kit('close')} />
    </section>
  );
}
