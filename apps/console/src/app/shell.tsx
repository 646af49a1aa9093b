import { CoinLogos } from '@plimsoll/ui';
import { ConsoleFrame } from '@plimsoll/ui/console';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useCoinLogos } from '../platform/markets.ts';
import { screenAt } from './screens.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('console');
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  const title = screen ? t(`screens.${screen.name}`) : t('name');
  useEffect(() => {
    document.title = t('title', { screen: title });
  }, [t, title]);
  const logoOf = useCoinLogos();
  return (
    <ConsoleFrame
      navName={t('nav')}
      skip={t('skip')}
      place={pathname}
      nav={<Sidebar here={screen} />}
      top={<TopBar title={title} />}
    >
      <CoinLogos value={logoOf}>{children}</CoinLogos>
    </ConsoleFrame>
  );
}
