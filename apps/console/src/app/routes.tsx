import { LazyBoundary, Empty, ErrorState } from '@plimsoll/ui';
import { Authenticated } from 'ra-core';
import { Component, type ReactNode } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { ClaimScreen, LoginScreen } from '../features/operators/index.ts';
import { mayDo } from '../platform/rights.ts';
import { useOperator } from '../platform/use-operator.ts';
import { SCREENS, screenAt, type ConsoleScreen } from './screens.ts';
import { Shell } from './shell.tsx';

/** The login, and all screens behind it. */
export function ConsoleRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginScreen />} />
      <Route path="/claim" element={<ClaimScreen />} />
      <Route
        path="*"
        element={
          <Authenticated>
            <Screens />
          </Authenticated>
        }
      />
    </Routes>
  );
}

function Screens() {
  const { pathname } = useLocation();
  const t = useTranslations('console');
  return (
    <Shell>
      <Boundary key={screenAt(pathname)?.path ?? pathname} title={t('broken.title')} text={t('broken.text')}>
        <Routes>
          {SCREENS.map((screen) => (
            <Route key={screen.path} path={`${screen.path}/:id?`} element={<Guarded screen={screen} />} />
          ))}
          <Route path="access-denied" element={<Denied />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Boundary>
    </Shell>
  );
}

/** A screen, if the role may see it; it requests nothing before that is known. */
function Guarded({ screen: { path, resource, Screen } }: { readonly screen: ConsoleScreen }) {
  const operator = useOperator();
  const t = useTranslations('console');
  if (!operator) return null;
  // In live mode a second factor has to be set first.
  if (operator.mustEnrol && path !== 'me') return <Navigate to="/me#authenticator" replace />;
  if (resource !== undefined && !mayDo(operator.role, resource, 'list')) return <Denied />;
  return (
    <LazyBoundary
      part={Screen}
      props={{}}
      fallback={
        <p role="status" aria-busy="true" className="p-7 text-ink-3">
          {t('loading')}
        </p>
      }
      isPage
    />
  );
}

function Denied() {
  const t = useTranslations('console');
  return <Empty title={t('denied.title')} text={t('denied.text')} />;
}

function NotFound() {
  const t = useTranslations('console');
  return (
    <Empty title={t('notFound.title')} text={t('notFound.text')}>
      <Link to="/" className="mt-3 font-medium text-water">
        {t('notFound.action')}
      </Link>
    </Empty>
  );
}

/** Shown in place of a screen that failed; the frame stays. */
class Boundary extends Component<
  { readonly title: string; readonly text: string; readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render() {
    const { title, text, children } = this.props;
    return this.state.isBroken ? <ErrorState title={title} text={text} onRetry={() => location.reload()} /> : children;
  }
}
