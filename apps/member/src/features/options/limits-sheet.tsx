import type { OwnLimits } from '@plimsoll/contract';
import { LazyBoundary, SkeletonBlock, ErrorState, lazyPart, Sheet } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

const FORM = lazyPart(() => import('./limits-form-view.tsx'));

interface LimitsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly limits: OwnLimits | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** A member's own limits: daily loss, reminder, break. */
export function LimitsSheet({ open, onClose, limits, failed, onRetry }: LimitsSheetProps) {
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
      ) : failed ? (
        <ErrorState title={t('failed')} onRetry={onRetry} />
      ) : (
        skeleton
      )}
    </Sheet>
  );
}
