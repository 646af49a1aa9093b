import { SkeletonBlock, ErrorState, Loading } from '@plimsoll/ui';
import { useGetOne, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '../problem-words.ts';

interface ResourceDetailProps<T extends RaRecord> {
  readonly resource: string;
  readonly id: string;
  /** Polls this often, in ms. */
  readonly pollMs?: number;
  /** The detail has more fields than the list's row. */
  readonly isMore?: boolean;
  readonly children: (record: T) => ReactNode;
}

/** A key of its own: ra-core would take a list's row for the detail. */
const WHOLE = { whole: true };

/** Reads and draws one record. */
export function ResourceDetail<T extends RaRecord>({
  resource,
  id,
  pollMs,
  isMore = false,
  children,
}: ResourceDetailProps<T>) {
  const t = useTranslations('console');
  const words = useProblemWords();
  const { data, error, isPending, refetch } = useGetOne<T>(
    resource,
    { id, ...(isMore ? { meta: WHOLE } : {}) },
    { retry: false, ...(pollMs === undefined ? {} : { refetchInterval: pollMs }) },
  );
  if (data) return children(data);
  if (isPending)
    return (
      <Loading label={t('loading')}>
        <div className="grid gap-3">
          <SkeletonBlock height={20} width={160} />
          <SkeletonBlock height={40} width={220} />
          <SkeletonBlock height={120} />
          <SkeletonBlock height={160} />
        </div>
      </Loading>
    );
  return <ErrorState title={t('detail.failed')} text={words(error)} onRetry={() => void refetch()} />;
}
