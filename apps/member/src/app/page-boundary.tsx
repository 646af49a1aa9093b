import { Bounded, buttonClass, ErrorState, useIsOnline } from '@plimsoll/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '../platform/router.tsx';
import { useTranslations } from 'use-intl';

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('app');
  const isOnline = useIsOnline();
  // Broken while offline: the code was never loaded.
  const [isMissing] = useState(!isOnline);
  useEffect(() => {
    if (isMissing && isOnline) onRetry();
  }, [isMissing, isOnline, onRetry]);
  return (
    <ErrorState
      title={t(isMissing ? 'connection.offline' : 'broken.title')}
      text={t(isMissing ? 'broken.offline' : 'broken.text')}
      onRetry={isMissing ? undefined : onRetry}
      className="pt-24"
    >
      <Link to="/" className={buttonClass('quiet')}>
        {t('notFound.action')}
      </Link>
    </ErrorState>
  );
}

const reload = (): void => location.reload();

/** Keeps an error inside its page. Trying again reloads, because a new version may have replaced the code. */
export const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Bounded fallback={<Broken onRetry={reload} />}>{children}</Bounded>
);
