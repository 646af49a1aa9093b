import type { OwnLimits } from '@plimsoll/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { LazyBoundary, SkeletonBlock, ErrorState, lazyPart, Sheet } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

const FORM = lazyPart(() => import('./limits-form-view.tsx'));

interface LimitsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly limits: Pick<UseQueryResult<OwnLimits>, 'data' | 'isError' | 'refetch'>;
}

/** A member's own limits: daily loss, reminder, break. */
export function LimitsSheet({ open, onClose, limits: { data: limits, isError, refetch } }: LimitsSheetProps) {
  const t = useTranslations('options.limits');
  const skeleton = (
    <div className="grid gap-4">
      <SkeletonBlock height={40} />
      <SkeletonBlock height={70} />
      <SkeletonBlock height={70} />
      <SkeletonBlock height={70} />
    </div>
  );
  return (
    <Sheet open={open} onClose={onClose} low title={t('title')}>
      {limits ? (
        <LazyBoundary part={FORM} props={{ limits, onClose }} fallback={skeleton} />
      ) : isError ? (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} />
      ) : (
        skeleton
      )}
    </Sheet>
  );
}
