import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { Empty, ErrorState, Loading, RowSkeleton } from './states.tsx';

/** What a list needs of its pages: a part of TanStack's infinite query. */
export interface Pages<T> {
  readonly rows: readonly T[] | undefined;
  readonly failed: boolean;
  /** The server's words, when it refused the page that failed. */
  readonly refused?: string | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => Promise<unknown>;
}

interface EndlessListProps<T> {
  readonly pages: Pages<T>;
  readonly keyOf: (row: T) => string | number;
  readonly children: (row: T) => ReactNode;
  readonly empty?: ReactNode;
  readonly skeleton?: ReactNode;
  readonly label: string;
}

/** Calls `load` when the element is within a screen of being seen. */
function useNearEnd(load: () => void, isOn: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(load);
  useEffect(() => {
    if (!isOn || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((each) => each.isIntersecting)) onNear();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isOn]);
  return element;
}

/** A paged list: pull down to reload; more is loaded near the end; old rows stay meanwhile. */
export function EndlessList<T>({ pages, keyOf, children, empty, skeleton, label }: EndlessListProps<T>) {
  const t = useTranslations('app');
  const { rows, failed, refused, hasNextPage, isFetchingNextPage } = pages;
  const foot = useNearEnd(() => void pages.fetchNextPage(), hasNextPage && !isFetchingNextPage && !failed);
  if (rows === undefined) {
    if (failed)
      return (
        <ErrorState
          title={t('kit.loadFailed')}
          text={refused ?? t('kit.loadFailedText')}
          onRetry={() => void pages.refetch()}
        />
      );
    return <Loading label={t('kit.loading')}>{skeleton ?? <RowSkeleton mark={false} />}</Loading>;
  }
  return (
    <PullToRefresh onRefresh={pages.refetch}>
      {rows.length === 0 ? (
        (empty ?? <Empty title={t('kit.nothing')} />)
      ) : (
        <>
          <ul className="rows" aria-label={label}>
            {rows.map((row) => (
              <li key={keyOf(row)}>{children(row)}</li>
            ))}
          </ul>
          <div
            ref={foot}
            className="flex min-h-14 items-center justify-center gap-3 px-4 py-3 text-12 text-ink-3"
            aria-live="polite"
          >
            {isFetchingNextPage && (
              <>
                <span className="spin" />
                {t('kit.loadingMore')}
              </>
            )}
            {!isFetchingNextPage && failed && (
              <>
                {refused ?? t('kit.loadFailed')}
                <Button kind="line" size="small" onClick={() => void pages.fetchNextPage()}>
                  {t('kit.retry')}
                </Button>
              </>
            )}
            {!isFetchingNextPage && !failed && !hasNextPage && t('kit.end')}
          </div>
        </>
      )}
    </PullToRefresh>
  );
}
