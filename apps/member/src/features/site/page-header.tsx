import { Icon, IconButton } from '@plimsoll/ui';
import { back } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { goBack } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';

interface PageHeaderProps {
  readonly title?: ReactNode;
  readonly canGoBack?: boolean;
  readonly clear?: boolean;
  readonly children?: ReactNode;
}

/** The bar at a page's top: back, its name, its buttons. */
export function PageHeader({ title, canGoBack = false, clear = false, children }: PageHeaderProps) {
  const t = useTranslations('app');
  return (
    <header
      className={`page-head sticky top-0 z-(--z-header) flex min-h-[calc(var(--header)+var(--safe-t))] items-center gap-1 px-4 pt-(--safe-t) ${clear ? '' : 'bg-bg'}`}
    >
      {canGoBack && (
        <IconButton label={t('back')} className="-ms-2.5" onClick={goBack}>
          <Icon of={back} flip />
        </IconButton>
      )}
      {title === undefined ? (
        <span className="flex-1" />
      ) : (
        <h1 className="min-w-0 flex-1 text-17/tight font-semibold [overflow-wrap:anywhere]">{title}</h1>
      )}
      {children}
    </header>
  );
}
