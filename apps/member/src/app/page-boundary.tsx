import { buttonClass, ErrorState } from '@plimsoll/ui';
import { Component, type ReactNode } from 'react';
import { Link } from '../platform/router.tsx';
import { useTranslations } from 'use-intl';

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('app');
  return (
    <ErrorState title={t('broken.title')} text={t('broken.text')} onRetry={onRetry} className="pt-24">
      <Link to="/" className={buttonClass('quiet')}>{t('comingSoon.action')}</Link>
    </ErrorState>
  );
}

/** Keeps what breaks inside its page: the tabs stay. Trying again reloads, because what broke may be code that a new version replaced. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken onRetry={() => location.reload()} /> : this.props.children;
  }
}
