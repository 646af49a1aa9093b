import { Button, StaleBar } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

interface NotRefreshedProps {
  /** Of the last request; null or undefined when it succeeded. */
  readonly error: Error | null | undefined;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** Above rows that stay on the screen although the last request for them failed. */
export function NotRefreshed({ error, onRetry, className = '' }: NotRefreshedProps) {
  const t = useTranslations('console');
  const app = useTranslations('app');
  if (!error) return null;
  return (
    <StaleBar className={`rounded-md ${className}`}>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {t('list.notRefreshed')}
        <Button kind="line" size="small" onClick={onRetry}>
          {app('kit.retry')}
        </Button>
      </span>
    </StaleBar>
  );
}
