import { readFileSync } from 'node:fs';
import { readMessages } from '@plimsoll/i18n/catalogue';

/** Every route of the app with the key of its title, as `titles.ts` lists them. */
export const ROUTES = [
  ...readFileSync(new URL('../../apps/member/src/app/titles.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}(?:visitor|member)\('([^']+)', '(\w+)'\)/gm,
  ),
].map(([, path = '', title = '']) => ({ path, title }));

/** The title of the window at an address of the app, in a language. */
export function titleAt(address: string, language: Parameters<typeof readMessages>[0]): string {
  const path = address.replace(/\?.*/, '').replace(/^(\/coin)\/.*/, '$1');
  const key = ROUTES.find((each) => each.path === path)?.title;
  if (key === undefined) throw new Error(`${address} is no route`);
  return `Plimsoll · ${readMessages(language).get(`app.titles.${key}`)}`;
}

export const PATHS = [
  '/',
  '/register',
  '/login',
  '/market',
  '/exchange',
  '/trade-lst',
  '/options',
  '/assets',
  '/real_authentication',
  '/bindMentionAddress',
  '/bank',
  '/security',
  '/modifyPwd',
  '/resetLegalPwd',
  '/notify',
  '/introduction',
  '/invite',
  '/trade-account?id=1&name=USDT&type=1&usd=0&conversion=0',
  '/changemoney',
  '/recharge',
  '/withdrawal',
  '/exchangeb',
  '/loans',
  '/loans-application?id=1',
  '/lockming',
  '/lockming-application?id=1',
  '/transfer',
  '/transfer-list',
  '/staking',
  '/staking-list',
  '/charts/demo',
  '/voids',
  '/forgot',
  '/proof',
  '/portfolio',
  '/coin/BTC',
  '/security?view=keys',
  '/security?view=keys&step=new',
] as const;

/** Those that members are not led away from. */
export const MEMBER_PATHS = PATHS.filter((path) => path !== '/login' && path !== '/register');
