import { Bounded, LazyBoundary, StaleBar, lazyPart, useIsOnline, type LazyPart } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { DemoRibbon } from '../features/site/index.ts';
import { WIDE_FRAME } from '../features/wide/index.ts';
import { lazyScreen, loadedWhenIdle } from '../platform/lazy-screen.tsx';
import { useIsDesktop } from '../platform/use-is-desktop.ts';
import { useIsVersionOffered } from '../platform/version.ts';
import { Arrival } from './focus.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { TabBar } from './tab-bar.tsx';

export const NEW_VERSION = lazyScreen(['install'], () => import('./new-version.tsx'));
/** What is shown before its code is there waits for it. */
const Toasts = loadedWhenIdle(lazyPart(async () => ({ default: (await import('@plimsoll/ui/toaster')).Toaster })));

interface PageProps {
  readonly path: string;
  readonly tabs: boolean;
  readonly screen: LazyPart;
}

/** The column that every screen is drawn in; in wide windows its frame stands around it. */
export function Page({ path, tabs, screen }: PageProps) {
  const t = useTranslations('app');
  const isOnline = useIsOnline();
  const isNewThere = useIsVersionOffered();
  const isDesktop = useIsDesktop();
  return (
    <>
      <a
        href="#content"
        className="sr focus:not-sr-only focus:absolute focus:z-(--z-toast) focus:bg-paint focus:p-4 focus:text-on-paint"
      >
        {t('skip')}
      </a>
      {isDesktop && <LazyBoundary part={WIDE_FRAME} props={{ path }} fallback={null} isBesides />}
      <main
        id="content"
        tabIndex={-1}
        className={`relative in-column min-h-dvh bg-bg outline-0 ${tabs ? 'pb-[calc(var(--tabbar)+var(--running,0px)+var(--safe-b))]' : 'pb-[calc(24px+var(--running,0px)+var(--safe-b))]'}`}
      >
        <DemoRibbon />
        {!isOnline && (
          <div className="cut">
            <StaleBar icon={offline}>{t('connection.offline')}</StaleBar>
          </div>
        )}
        <PageBoundary key={path}>
          <LazyBoundary part={screen} props={{}} fallback={<PageSkeleton />} isPage>
            <Arrival />
          </LazyBoundary>
        </PageBoundary>
      </main>
      {tabs && (
        <Bounded fallback={null}>
          <TabBar />
        </Bounded>
      )}
      {isNewThere && <LazyBoundary part={NEW_VERSION} props={{}} fallback={null} isBesides />}
      <Toasts />
    </>
  );
}
