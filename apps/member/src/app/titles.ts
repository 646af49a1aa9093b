import type { Messages } from 'use-intl';

export type TitleKey = keyof Messages['app']['titles'];

interface RouteFacts<Path extends string = string> {
  readonly path: Path;
  readonly title: TitleKey;
  readonly member: boolean;
}

const visitor = <const Path extends string>(path: Path, title: TitleKey): RouteFacts<Path> => ({
  path,
  title,
  member: false,
});
const member = <const Path extends string>(path: Path, title: TitleKey): RouteFacts<Path> => ({
  path,
  title,
  member: true,
});

/** Every route of the app (docs/PRODUCT.md). */
export const ROUTES = [
  visitor('/', 'home'),
  visitor('/register', 'register'),
  visitor('/login', 'login'),
  visitor('/forgot', 'forgot'),
  visitor('/market', 'market'),
  member('/exchange', 'exchange'),
  member('/trade-lst', 'tradeList'),
  member('/options', 'options'),
  member('/assets', 'assets'),
  member('/real_authentication', 'identity'),
  member('/bindMentionAddress', 'address'),
  member('/bank', 'bank'),
  member('/security', 'security'),
  member('/modifyPwd', 'loginPassword'),
  member('/resetLegalPwd', 'paymentPassword'),
  member('/notify', 'notices'),
  member('/introduction', 'about'),
  member('/invite', 'invite'),
  member('/trade-account', 'account'),
  member('/changemoney', 'moveFunds'),
  member('/recharge', 'deposit'),
  member('/withdrawal', 'withdraw'),
  member('/exchangeb', 'convert'),
  member('/loans', 'loans'),
  member('/loans-application', 'loanApplication'),
  member('/lockming', 'lockMining'),
  member('/lockming-application', 'lockMiningApplication'),
  member('/transfer', 'send'),
  member('/transfer-list', 'sendList'),
  member('/staking', 'staking'),
  member('/staking-list', 'stakingList'),
  visitor('/charts/demo', 'chartDemo'),
  visitor('/voids', 'voids'),
  visitor('/proof', 'proof'),
  visitor('/freeze', 'security'),
  member('/portfolio', 'assets'),
  visitor('/coin', 'coin'),
] as const satisfies readonly RouteFacts[];

export type RoutePath = (typeof ROUTES)[number]['path'];
export type Route = RouteFacts<RoutePath>;

/** Bottom tabs, in their order. */
export const TABS = ['/', '/market', '/exchange', '/options', '/assets'] as const satisfies readonly RoutePath[];

/** The route at an address, with or without a slash at its end; a coin's page has its name behind it. */
export const routeAt = (pathname: string): Route | undefined => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return ROUTES.find((each) => each.path === path || (each.path === '/coin' && /^\/coin\/[^/]+$/.test(path)));
};
