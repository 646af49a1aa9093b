import { Empty, ErrorState } from '@plimsoll/ui';
import { Authenticated } from 'ra-core';
import { Component, Suspense, type ReactNode } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { LoginScreen } from '../features/operators/index.ts';
import { SCREENS, screenAt } from './screens.ts';
import { Shell } from './shell.tsx';

/** The login, and behind it everything else. */
export function ConsoleRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginScreen />} />
      <Route path="*" element={<Authenticated><Behind /></Authenticated>} />
    </Routes>
  );
}

/** All that needs a login, in the frame. */
function Behind() {
  const { pathname } = useLocation();
  const t = useTranslations('console');
  return (
    <Shell>
      <Boundary key={screenAt(pathname)?.path ?? pathname} title={t('broken.title')} text={t('broken.text')}>
        <Suspense fallback={<p role="status" className="p-7 text-ink-3">{t('loading')}</p>}>
          <Routes>
            {SCREENS.map(({ path, Screen }) => <Route key={path} path={`${path}/:id?`} element={<Screen />} />)}
            <Route path="access-denied" element={<Empty title={t('denied.title')} text={t('denied.text')} />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </Boundary>
    </Shell>
  );
}

function NotFound() {
  const t = useTranslations('console');
  return <Empty title={t('notFound.title')} text={t('notFound.text')}><Link to="/" className="mt-3 font-medium text-water">{t('notFound.action')}</Link></Empty>;
}

/** What a screen that stopped working leaves behind: the frame stays, and leads elsewhere. */
class Boundary extends Component<{ readonly title: string; readonly text: string; readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render() {
    const { title, text, children } = this.props;
    return this.state.isBroken ? <ErrorState title={title} text={text} onRetry={() => location.reload()} /> : children;
  }
}
