import { Toaster } from '@plimsoll/ui';
import { Suspense, type ReactNode } from 'react';
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

/** The column every screen stands in. */
export function Page({ path, tabs, children }: PageProps) {
  const t = useTranslations('app');
  return (
    <>
      <a href="#content" className="sr focus:not-sr-only focus:absolute focus:z-(--z-toast) focus:bg-paint focus:px-4 focus:py-3 focus:text-on-paint">{t('skip')}</a>
      <main id="content" tabIndex={-1} className={`relative in-column min-h-dvh bg-bg outline-0 ${tabs ? 'pb-[calc(var(--tabbar)+var(--safe-b))]' : 'pb-[calc(24px+var(--safe-b))]'}`}>
        <DemoRibbon />
        <PageBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </PageBoundary>
      </main>
      {tabs && <TabBar />}
      <Toaster />
    </>
  );
}
