import type { Answer } from '@plimsoll/contract';
import {
  SkeletonBlock,
  buttonClass,
  Empty,
  ErrorState,
  Icon,
  Loading,
  PullToRefresh,
  StaleBar,
  useIsOnline,
} from '@plimsoll/ui';
import { article as articleIcon, proof, right } from '@plimsoll/ui/icons-screens';
import { offline } from '@plimsoll/ui/icons-shell';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../site/index.ts';
import { wordsIn } from './clean-html.ts';
import { Partners } from './partners.tsx';
import { useArticles } from './queries.ts';
import { StoryPopup } from './story-popup.tsx';

type Article = Answer<'getContentList'>['list'][number];

const PICTURE = 'size-16 flex-none rounded-md bg-surface';

function ArticleRow({
  article: { title, img, content },
  onOpen,
}: {
  readonly article: Article;
  readonly onOpen: () => void;
}) {
  const excerpt = useMemo(() => wordsIn(content), [content]);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-22 w-full items-center gap-3.5 px-4 py-3 text-start active:bg-surface"
    >
      {img === '' ? (
        <span className={`${PICTURE} grid place-items-center text-ink-3`}>
          <Icon of={articleIcon} duo />
        </span>
      ) : (
        <img
          src={img}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          className={`${PICTURE} object-cover`}
        />
      )}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block text-start font-semibold [overflow-wrap:anywhere]">
          {title}
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-2 text-start text-13 text-ink-3 [overflow-wrap:anywhere]">
          {excerpt}
        </span>
      </span>
      <Icon of={right} size={16} flip className="text-ink-3" />
    </button>
  );
}

function Articles() {
  const t = useTranslations('content');
  const app = useTranslations('app');
  const { data, error, isError, refetch } = useArticles();
  const isOnline = useIsOnline();
  const [read, setRead] = useState<Article | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (!data) {
    if (isError || !isOnline)
      return (
        <ErrorState
          title={t('failed')}
          text={(isOnline && refusedWords(error)) || app(isOnline ? 'kit.loadFailedText' : 'connection.offline')}
          onRetry={() => void refetch()}
        />
      );
    return (
      <Loading label={app('kit.loading')}>
        {Array.from({ length: 4 }, (_, row) => (
          <div key={row} className="flex min-h-22 items-center gap-3.5 px-4">
            <SkeletonBlock width={64} height={64} className="flex-none !rounded-md" />
            <span className="flex-1">
              <SkeletonBlock width={120 + ((row * 37) % 60)} height={14} />
              <SkeletonBlock height={10} className="mt-2.5" />
            </span>
          </div>
        ))}
      </Loading>
    );
  }
  return (
    <PullToRefresh onRefresh={refetch}>
      {!isOnline && <StaleBar icon={offline}>{app('connection.offline')}</StaleBar>}
      {data.length === 0 ? (
        <Empty title={t('none')} className="pt-20" />
      ) : (
        <ul className="rows" aria-label={t('list')}>
          {data.map((article, at) => (
            <li key={`${at} ${article.title}`}>
              <ArticleRow
                article={article}
                onOpen={() => {
                  setRead(article);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <StoryPopup
        story={read && { title: read.title, img: read.img, html: read.content }}
        open={isOpen}
        onClose={() => setOpen(false)}
        done={app('kit.close')}
      />
    </PullToRefresh>
  );
}

const PUBLIC = ['proof', 'voids'] as const;

/** A page that anybody may read to check the platform. */
function PublicLink({ to }: { readonly to: (typeof PUBLIC)[number] }) {
  const app = useTranslations('app.titles');
  return (
    <Link to={`/${to}`} className="flex min-h-14 items-center gap-3.5 border-t px-4 active:bg-surface">
      <Icon of={proof} duo className="text-ink-3" />
      <span className="min-w-0 flex-1">{app(to)}</span>
      <Icon of={right} size={16} flip className="text-ink-3" />
    </Link>
  );
}

/** /introduction: the platform's articles and its partners. */
export default function IntroductionScreen() {
  const t = useTranslations('content');
  const app = useTranslations('app');
  const { introduce_switch } = useSettings();
  return (
    <>
      <PageHeader title={app('titles.about')} canGoBack />
      {introduce_switch === 1 ? (
        <div className="@container">
          <Articles />
          <Partners />
          {PUBLIC.map((to) => (
            <PublicLink key={to} to={to} />
          ))}
        </div>
      ) : (
        <Empty title={t('off')} text={t('offText')} className="pt-20">
          <Link to="/" className={`${buttonClass('quiet')} mt-3`}>
            {app('notFound.action')}
          </Link>
        </Empty>
      )}
    </>
  );
}
