/**
 * Pages where the page script may run. Every other is without it: where somebody logs in, registers, proves who they
 * are, or deals with security, withdrawals or bank cards (RULES 7), and whatever page comes to the app and nobody has
 * put here.
 */
const OPEN_PAGES: readonly string[] = [
  '/',
  '/market',
  '/exchange',
  '/trade-lst',
  '/options',
  '/charts/demo',
  '/assets',
  '/trade-account',
  '/changemoney',
  '/recharge',
  '/exchangeb',
  '/notify',
  '/introduction',
  '/invite',
  '/loans',
  '/loans-application',
  '/lockming',
  '/lockming-application',
  '/transfer',
  '/transfer-list',
  '/staking',
  '/staking-list',
];

/** Whether the page script may run on a page. */
export const isOpenTo = (pathname: string): boolean => OPEN_PAGES.includes(pathname.replace(/(?<=.)\/+$/, ''));
