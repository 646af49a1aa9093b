import type { LazyPart } from '@plimsoll/ui';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ASSETS, CHANGE_MONEY, TRADE_ACCOUNT } from '../features/assets/index.ts';
import { CHART_DEMO } from '../features/chart/index.ts';
import { INTRODUCTION, runPageScript } from '../features/content/index.ts';
import { COIN } from '../features/coins/index.ts';
import { CONVERT } from '../features/exchange/index.ts';
import { DEPOSIT, WITHDRAWAL } from '../features/funding/index.ts';
import { HOME } from '../features/home/index.ts';
import { IDENTITY } from '../features/identity/index.ts';
import { SECURITY } from '../features/keys/index.ts';
import { INVITE } from '../features/invitation/index.ts';
import { LOAN_APPLICATION, LOANS } from '../features/loans/index.ts';
import { MARKET } from '../features/market/index.ts';
import { FORGOT, LOGIN, REGISTER } from '../features/membership/index.ts';
import { LOCK_APPLICATION, LOCK_MINING } from '../features/mining/index.ts';
import { NOTICES, NoticeWatch } from '../features/notices/index.ts';
import { OPTIONS } from '../features/options/index.ts';
import { BANK, BIND_ADDRESS } from '../features/payouts/index.ts';
import { PROOF } from '../features/proof/index.ts';
import { Running } from '../features/running/index.ts';
import { FREEZE, LOGIN_PASSWORD, PAYMENT_PASSWORD } from '../features/security/index.ts';
import { EXCHANGE, TRADE_LIST } from '../features/spot/index.ts';
import { STAKES, STAKING } from '../features/staking/index.ts';
import { SEND, SENT_LIST } from '../features/transfers/index.ts';
import { VOIDS } from '../features/voids/index.ts';
import { PORTFOLIO } from '../features/portfolio/index.ts';
import { lazyScreen } from '../platform/lazy-screen.tsx';
import { Navigate, useLocation } from '../platform/router.tsx';
import { useIsMember } from '../platform/session.ts';
import { forgetVisit, rememberVisit } from '../platform/storage.ts';
import { useSettings } from '../platform/settings.ts';
import { Page } from './page.tsx';
import { routeAt, TABS, type Route, type RoutePath } from './titles.ts';

const SCREENS: Readonly<Record<RoutePath, LazyPart>> = {
  '/': HOME,
  '/login': LOGIN,
  '/forgot': FORGOT,
  '/register': REGISTER,
  '/market': MARKET,
  '/exchange': EXCHANGE,
  '/trade-lst': TRADE_LIST,
  '/assets': ASSETS,
  '/trade-account': TRADE_ACCOUNT,
  '/changemoney': CHANGE_MONEY,
  '/charts/demo': CHART_DEMO,
  '/options': OPTIONS,
  '/exchangeb': CONVERT,
  '/recharge': DEPOSIT,
  '/withdrawal': WITHDRAWAL,
  '/real_authentication': IDENTITY,
  '/bindMentionAddress': BIND_ADDRESS,
  '/bank': BANK,
  '/security': SECURITY,
  '/modifyPwd': LOGIN_PASSWORD,
  '/resetLegalPwd': PAYMENT_PASSWORD,
  '/invite': INVITE,
  '/notify': NOTICES,
  '/introduction': INTRODUCTION,
  '/loans': LOANS,
  '/loans-application': LOAN_APPLICATION,
  '/lockming': LOCK_MINING,
  '/lockming-application': LOCK_APPLICATION,
  '/staking': STAKING,
  '/staking-list': STAKES,
  '/transfer': SEND,
  '/transfer-list': SENT_LIST,
  '/voids': VOIDS,
  '/proof': PROOF,
  '/portfolio': PORTFOLIO,
  '/freeze': FREEZE,
  '/coin': COIN,
};

const NOT_FOUND = lazyScreen([], () => import('./not-found.tsx'));

const VISITORS_ONLY: readonly string[] = ['/login', '/register'];
/** Pages from which a visitor still goes where they were going. */
const ON_THE_WAY: readonly string[] = [...VISITORS_ONLY, '/forgot', '/proof'];

/** Pages that are opened from a tab have no tabs beside their submit button. */
const hasTabs = (path: string): boolean => (TABS as readonly string[]).includes(path);

function usePageTitle(): void {
  const { pathname } = useLocation();
  const { name } = useSettings();
  const t = useTranslations('app.titles');
  const title = t(routeAt(pathname)?.title ?? 'unknown');
  useEffect(() => {
    document.title = name ? `${name} · ${title}` : title;
  }, [name, title]);
}

/** The page script that two owners approved, where it may run. */
function usePageScript(pathname: string): void {
  const { custom_script_src: source } = useSettings();
  useEffect(() => {
    // Its code is loaded only where there is a script.
    if (source) void runPageScript(pathname).catch(() => undefined);
  }, [source, pathname]);
}

/** Where a visitor is on the way to; also set when a login ends, since that leads to /login by itself. */
function useGoal({ path, title, member }: Route): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (member) rememberVisit('goal', `${title} ${pathname}${search}`);
    else if (!ON_THE_WAY.includes(path)) forgetVisit('goal');
  }, [path, title, member, pathname, search]);
}

function Guarded({ route }: { readonly route: Route }) {
  const isMember = useIsMember();
  useGoal(route);
  if (route.member && !isMember) return <Navigate to="/login" replace />;
  if (isMember && VISITORS_ONLY.includes(route.path)) return <Navigate to="/" replace />;
  return <Page path={route.path} tabs={hasTabs(route.path)} screen={SCREENS[route.path]} />;
}

/** The screen of every address. */
export function AppRoutes() {
  usePageTitle();
  const { pathname } = useLocation();
  const route = routeAt(pathname);
  const isMember = useIsMember();
  usePageScript(pathname);
  return (
    <>
      {route ? <Guarded route={route} /> : <Page path="*" tabs screen={NOT_FOUND} />}
      {isMember && <NoticeWatch />}
      {isMember && <Running hasTabs={hasTabs(pathname)} />}
    </>
  );
}

/** Every screen, for loading ahead of need. */
export const screens: readonly LazyPart[] = Object.values(SCREENS);
