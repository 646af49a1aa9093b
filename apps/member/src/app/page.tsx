import { StaleBar, Toaster, useIsOnline } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DemoRibbon } from '../features/site/index.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { TabBar } from './tab-bar.tsx';

interface PageProps {
  readonly path: string;
  readonly tabs: boolean;
  readonly children: ReactNode;
}

/** The first page of a visit is read from its top, as any page is. */
let isFirst = true;

/** Whoever goes to another page stands at its heading, which readers say, and goes on from there by keyboard. A page may put the focus elsewhere. */
function Arrival() {
  useEffect(() => {
    if (!isFirst) {
      const main = document.querySelector('main');
      const heading = main?.querySelector<HTMLElement>('h1') ?? main;
      if (heading) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
    }
    isFirst = false;
  }, []);
  return null;
}

/** The column every screen stands in. */
export function Page({ path, tabs, children }: PageProps) {
  const t = useTranslations('app');
  const isOnline = useIsOnline();
  return (
    <>
      <a href="#content" className="sr focus:not-sr-only focus:absolute focus:z-(--z-toast) focus:bg-paint focus:px-4 focus:py-3 focus:text-on-paint">{t('skip')}</a>
      <main id="content" tabIndex={-1} className={`relative in-column min-h-dvh bg-bg outline-0 ${tabs ? 'pb-[calc(var(--tabbar)+var(--safe-b))]' : 'pb-[calc(24px+var(--safe-b))]'}`}>
        <DemoRibbon />
        {!isOnline && <div className="cut"><StaleBar icon={offline}>{t('connection.offline')}</StaleBar></div>}
        <PageBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}><Arrival />{children}</Suspense>
        </PageBoundary>
      </main>
      {tabs && <TabBar />}
      <Toaster />
    </>
  );
}
