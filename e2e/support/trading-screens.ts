import { fail, hold } from './answers.ts';
import type { Screen } from './screen-kind.ts';
import {
  SUBMIT,
  SPOT,
  listed,
  ranked,
  starred,
  coinDrawn,
  tradable,
  dialog,
  openPanel,
  openChart,
  openTab,
  goOffline,
} from './gestures.ts';

export const TRADING_SCREENS: readonly Screen[] = [
  { name: 'home-visitor', as: 'visitor', path: '/', open: listed },
  { name: 'home', as: 'trader', path: '/', open: ranked },
  { name: 'home-empty', as: 'newcomer', path: '/', open: listed },
  {
    name: 'home-fallers',
    as: 'trader',
    path: '/',
    async open(page) {
      await listed(page);
      await page.getByRole('tab').nth(1).click();
    },
  },
  {
    name: 'home-loading',
    as: 'trader',
    path: '/',
    before: hold('**/api/{getMarketList,getUserBalanceList,getBanner}'),
    isBusy: true,
  },
  {
    name: 'home-failed',
    as: 'trader',
    path: '/',
    before: fail('**/api/{getMarketList,getUserBalanceList}'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').nth(1).waitFor();
    },
  },
  { name: 'home-offline', as: 'trader', path: '/', open: goOffline },
  {
    name: 'languages',
    as: 'visitor',
    path: '/',
    async open(page) {
      await listed(page);
      await page.locator('header > button[aria-haspopup=dialog]').click();
      await page.locator('[role=dialog] li').first().waitFor();
    },
  },
  {
    name: 'panel',
    as: 'trader',
    path: '/',
    async open(page) {
      await listed(page);
      await openPanel(page);
    },
  },
  {
    name: 'panel-colours',
    as: 'trader',
    path: '/',
    async open(page) {
      await listed(page);
      await openPanel(page);
      await page.locator('[role=dialog] button[aria-controls]').click();
    },
  },
  { name: 'invite', as: 'trader', path: '/invite', open: (page) => page.locator('main svg[role=img]').waitFor() },
  {
    name: 'invite-named',
    as: 'trader',
    path: '/invite?code=PLM48213',
    open: (page) => page.locator('main svg[role=img]').waitFor(),
  },
  { name: 'invite-loading', as: 'trader', path: '/invite', before: hold('**/api/getInvitation'), isBusy: true },
  {
    name: 'invite-failed',
    as: 'trader',
    path: '/invite',
    before: fail('**/api/getInvitation'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'login-password-offline',
    as: 'trader',
    path: '/modifyPwd',
    async open(page) {
      await page.locator(SUBMIT).waitFor();
      await page.context().setOffline(true);
      await page.locator('.cut:visible').waitFor();
    },
  },
  { name: 'login', as: 'visitor', path: '/login' },
  {
    name: 'login-errors',
    as: 'visitor',
    path: '/login',
    async open(page) {
      await page.locator('form input').first().fill('somebody@quay.example');
      await page.locator('form input').nth(1).fill('not4this');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'forgot',
    as: 'visitor',
    path: '/forgot',
    async open(page) {
      await page.locator('form input').fill('captain');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'forgot-sent',
    as: 'visitor',
    path: '/forgot',
    async open(page) {
      await page.locator('form input').fill('somebody@quay.example');
      await page.locator(SUBMIT).click();
      await page.locator('main button[disabled]').waitFor();
    },
  },
  {
    name: 'forgot-gone',
    as: 'visitor',
    path: '/forgot#gone',
    open: (page) => page.locator('main button').last().waitFor(),
  },
  { name: 'register', as: 'visitor', path: '/register?invite=9QW4LD' },
  {
    name: 'register-errors',
    as: 'visitor',
    path: '/register',
    async open(page) {
      await page.locator('form input').first().fill('captain');
      await page.locator('form input').nth(1).fill('abc');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'register-phone',
    as: 'visitor',
    path: '/register',
    async open(page) {
      await page.locator('main [role=group] button').nth(1).click();
    },
  },
  { name: 'market', as: 'visitor', path: '/market', open: listed },
  { name: 'market-starred', as: 'trader', path: '/market', open: starred },
  {
    name: 'market-search',
    as: 'visitor',
    path: '/market',
    async open(page) {
      await listed(page);
      await page.getByRole('searchbox').fill('zzz');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'market-found',
    as: 'trader',
    path: '/market',
    async open(page) {
      await listed(page);
      await page.getByRole('searchbox').fill('бит');
      await page.locator('a[href="/coin/BTC"]').waitFor();
    },
  },
  {
    name: 'market-own-order',
    as: 'trader',
    path: '/market',
    async open(page) {
      // Where the own list comes late the screen begins at another one.
      await page.getByRole('tab').first().click();
      await starred(page);
      await page.locator('header button').last().click();
      await page.locator('[data-handle]').first().waitFor();
    },
  },
  {
    name: 'market-own-empty',
    as: 'newcomer',
    path: '/market',
    async open(page) {
      await listed(page);
      await page.getByRole('tab').first().click();
      await page.locator('main h2').first().waitFor();
    },
  },
  { name: 'coin-visitor', as: 'visitor', path: '/coin/BTC', open: coinDrawn },
  {
    name: 'coin',
    as: 'trader',
    path: '/coin/BTC',
    async open(page) {
      await coinDrawn(page);
      await page.locator('[aria-labelledby=coin-holding] dl').waitFor();
    },
  },
  { name: 'coin-quote', as: 'trader', path: '/coin/USDT', open: listed },
  { name: 'coin-unknown', as: 'visitor', path: '/coin/NONE', open: (page) => page.locator('main h2').waitFor() },
  { name: 'coin-loading', as: 'visitor', path: '/coin/BTC', before: hold('**/api/getMarketList'), isBusy: true },
  { name: 'market-loading', as: 'visitor', path: '/market', before: hold('**/api/getAllMarketList'), isBusy: true },
  {
    name: 'market-failed',
    as: 'visitor',
    path: '/market',
    before: fail('**/api/getAllMarketList'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'spot',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator(`${SPOT} .marks button`).nth(1).click();
      await page.locator('[aria-labelledby=open-orders] li').first().waitFor();
    },
  },
  {
    name: 'spot-move',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator('[aria-labelledby=open-orders] li button[aria-haspopup=dialog]').first().click();
      await dialog(page);
    },
  },
  {
    name: 'spot-market-sell',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator(`${SPOT} [role=group]`).first().getByRole('button').nth(1).click();
      await page.locator(`${SPOT} [role=group]`).nth(1).getByRole('button').nth(1).click();
      await page.locator(`${SPOT} .marks button`).nth(3).click();
    },
  },
  {
    name: 'spot-book-bids',
    as: 'trader',
    path: '/exchange?currentSymbol=ethusdt&name=ETH%2FUSDT',
    async open(page) {
      await tradable(page);
      await page.locator('main select').selectOption({ index: 2 });
    },
  },
  {
    name: 'spot-errors',
    as: 'newcomer',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator(`${SPOT} input`).first().fill('');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'spot-kinds',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator(`${SPOT} button[aria-expanded=false]`).click();
      await page.locator(`${SPOT} [type=radio]`).last().check();
    },
  },
  {
    name: 'spot-last-look',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator(`${SPOT} input`).first().fill('5000000');
      await page.locator(`${SPOT} input`).nth(1).fill('0.0001');
      await page.locator(SUBMIT).click();
      await page.getByRole('slider').waitFor();
    },
  },
  { name: 'spot-empty', as: 'newcomer', path: '/exchange', open: tradable },
  { name: 'spot-bitcoin-pair', as: 'trader', path: '/exchange?currentSymbol=ethbtc&name=ETH%2FBTC', open: tradable },
  {
    name: 'spot-loading',
    as: 'trader',
    path: '/exchange',
    before: hold('**/api/{getMarketList,tradegetOrderList}'),
    isBusy: true,
  },
  {
    name: 'spot-offline',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.context().setOffline(true);
      await page.locator('.bg-warn-tint:visible').first().waitFor();
    },
  },
  {
    name: 'spot-chart',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await openChart(page);
      await page.locator('[role=slider] + p ~ div > dl').waitFor();
    },
  },
  {
    name: 'spot-chart-old',
    as: 'trader',
    path: '/exchange',
    before: (page) => page.routeWebSocket('**/stream', () => {}),
    isLasting: true,
    async open(page) {
      await tradable(page);
      await openChart(page);
      await page.locator('main section .bg-warn-tint').waitFor();
    },
  },
  {
    name: 'spot-chart-failed',
    as: 'trader',
    path: '/exchange',
    before: fail('**/history/kline*'),
    async open(page) {
      await tradable(page);
      await openChart(page);
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'chart-demo',
    as: 'visitor',
    path: '/charts/demo',
    async open(page) {
      await page.locator('[role=slider] canvas').first().waitFor();
      await page.locator('[role=slider]').first().press('PageUp');
    },
  },
  {
    name: 'markets-panel',
    as: 'trader',
    path: '/exchange',
    async open(page) {
      await tradable(page);
      await page.locator('header button[aria-haspopup=dialog]').first().click();
      await dialog(page);
    },
  },
  { name: 'orders-open', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 0) },
  { name: 'orders-completed', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 1) },
  { name: 'orders-cancelled', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 2) },
  { name: 'orders-empty', as: 'newcomer', path: '/trade-lst', open: (page) => openTab(page, 0) },
  {
    name: 'orders-failed',
    as: 'newcomer',
    path: '/trade-lst',
    before: fail('**/api/tradegetOrderList'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
];
