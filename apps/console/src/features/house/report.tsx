import { SkeletonBlock, Button } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

/** A report of the operator API, polled. */
export const useReport = <T,>(path: string, everyMs: number) =>
  useQuery({
    queryKey: ['report', path],
    queryFn: async ({ signal }) => (await ask<T>('GET', path, { signal })).data,
    refetchInterval: everyMs,
    retry: false,
  });

interface ReportStateProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The loading or error state of a report. */
export function ReportState({ error, onRetry }: ReportStateProps): ReactNode {
  const t = useTranslations('console');
  const words = useProblemWords();
  if (!error)
    return (
      <div className="grid gap-3" role="status" aria-label={t('loading')}>
        <SkeletonBlock height={28} width={160} />
        <SkeletonBlock height={120} />
      </div>
    );
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="font-medium">{t('overview.failed')}</p>
      <p className="text-13 text-ink-2">{words(error)}</p>
      <Button kind="line" size="small" onClick={onRetry}>
        {t('overview.retry')}
      </Button>
    </div>
  );
}
