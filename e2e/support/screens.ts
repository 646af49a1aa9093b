import type { Page, Route } from '@playwright/test';

/** Who stands before a screen: nobody known, a member without anything, or one who has traded. */
export type Viewer = 'visitor' | 'newcomer' | 'trader';

/** A screen, sheet or popup in one of its states. Its steps name nothing in words, so that they hold in every language. */
export interface Screen {
  readonly name: string;
  readonly as: Viewer;
  readonly path: string;
  /** What is done on the page to reach the state. */
  readonly open?: (page: Page) => Promise<void>;
  /** What is done before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** It never comes to rest. */
  readonly isBusy?: boolean;
}

const SUBMIT = 'main button[type=submit]';
const SPOT = '#spot-order';

/** Markets are there. */
const listed = (page: Page) => page.locator('main ul li').first().waitFor();
/** The spot form knows its prices, the book and the balance. */
const tradable = async (page: Page) => {
  await page.locator(`${SUBMIT}:not([disabled])`).waitFor();
  await page.locator(`${SPOT} .marks button:not([disabled])`).first().waitFor();
};
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const fail = (path: string) => (page: Page) => page.route(path, (route: Route) => route.abort('connectionreset'));
const hold = (path: string) => (page: Page) => page.route(path, () => new Promise<never>(() => {}));

async function openPanel(page: Page): Promise<void> {
  await page.locator('header h1 button').click();
  await dialog(page);
}

async function openTab(page: Page, at: number): Promise<void> {
  await page.getByRole('tab').nth(at).click();
  await page.locator('#spot-orders li, #spot-orders h2').first().waitFor();
}

/** A record, or the words that there is none. */
const recorded = (page: Page) => page.locator('main li, [role=tabpanel] h2').first().waitFor();
const move = (page: Page) => page.locator('#move-funds').waitFor();
const atAccount = (id: string, name: string, type: string) => `/trade-account?${new URLSearchParams({ id, name, type, usd: '0', conversion: '0' })}`;

async function goOffline(page: Page): Promise<void> {
  await listed(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.locator('.bg-warn-tint').first().waitFor();
}

/** Every screen of the shell, of membership, of the market list and of spot, with its sheets, popups and states. */
export const SCREENS: readonly Screen[] = [
  { name: 'home-visitor', as: 'visitor', path: '/', open: listed },
  { name: 'home', as: 'trader', path: '/', open: listed },
  { name: 'home-empty', as: 'newcomer', path: '/', open: listed },
  { name: 'home-fallers', as: 'trader', path: '/', async open(page) { await listed(page); await page.getByRole('tab').nth(1).click(); } },
  { name: 'home-loading', as: 'trader', path: '/', before: hold('**/api/{getMarketList,getUserBalanceList,getBanner}'), isBusy: true },
  { name: 'home-failed', as: 'trader', path: '/', before: fail('**/api/{getMarketList,getUserBalanceList}'), async open(page) { await page.getByRole('alert').getByRole('heading').nth(1).waitFor(); } },
  { name: 'home-offline', as: 'trader', path: '/', open: goOffline },
  { name: 'languages', as: 'visitor', path: '/', async open(page) { await listed(page); await page.locator('header > button[aria-haspopup=dialog]').click(); await page.locator('[role=dialog] li').first().waitFor(); } },
  { name: 'panel', as: 'trader', path: '/', async open(page) { await listed(page); await openPanel(page); } },
  { name: 'panel-colours', as: 'trader', path: '/', async open(page) { await listed(page); await openPanel(page); await page.locator('[role=dialog] button[aria-controls]').click(); } },
  { name: 'login', as: 'visitor', path: '/login' },
  { name: 'login-errors', as: 'visitor', path: '/login', async open(page) { await page.locator('form input').first().fill('somebody@quay.example'); await page.locator('form input').nth(1).fill('not4this'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'register', as: 'visitor', path: '/register?invite=9QW4LD' },
  { name: 'register-errors', as: 'visitor', path: '/register', async open(page) { await page.locator('form input').first().fill('captain'); await page.locator('form input').nth(1).fill('abc'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'register-phone', as: 'visitor', path: '/register', async open(page) { await page.locator('main [role=group] button').nth(1).click(); } },
  { name: 'market', as: 'visitor', path: '/market', open: listed },
  { name: 'market-search', as: 'visitor', path: '/market', async open(page) { await listed(page); await page.locator('header button').last().click(); await page.getByRole('searchbox').fill('zzz'); await page.locator('main h2').waitFor(); } },
  { name: 'market-loading', as: 'visitor', path: '/market', before: hold('**/api/getAllMarketList'), isBusy: true },
  { name: 'market-failed', as: 'visitor', path: '/market', before: fail('**/api/getAllMarketList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'spot', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.locator(`${SPOT} .marks button`).nth(1).click(); await page.locator('[aria-labelledby=open-orders] li').first().waitFor(); } },
  { name: 'spot-market-sell', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.locator(`${SPOT} [role=group]`).first().getByRole('button').nth(1).click(); await page.locator(`${SPOT} [role=group]`).nth(1).getByRole('button').nth(1).click(); await page.locator(`${SPOT} .marks button`).nth(3).click(); } },
  { name: 'spot-book-bids', as: 'trader', path: '/exchange?currentSymbol=ethusdt&name=ETH%2FUSDT', async open(page) { await tradable(page); await page.locator('main select').selectOption({ index: 2 }); } },
  { name: 'spot-errors', as: 'newcomer', path: '/exchange', async open(page) { await tradable(page); await page.locator(`${SPOT} input`).first().fill(''); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'spot-empty', as: 'newcomer', path: '/exchange', open: tradable },
  { name: 'spot-bitcoin-pair', as: 'trader', path: '/exchange?currentSymbol=ethbtc&name=ETH%2FBTC', open: tradable },
  { name: 'spot-loading', as: 'trader', path: '/exchange', before: hold('**/api/{getMarketList,tradegetOrderList}'), isBusy: true },
  { name: 'spot-offline', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.context().setOffline(true); await page.locator('.bg-warn-tint').first().waitFor(); } },
  { name: 'markets-panel', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.locator('header button[aria-haspopup=dialog]').first().click(); await dialog(page); } },
  { name: 'orders-open', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 0) },
  { name: 'orders-completed', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 1) },
  { name: 'orders-cancelled', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 2) },
  { name: 'orders-empty', as: 'newcomer', path: '/trade-lst', open: (page) => openTab(page, 0) },
  { name: 'orders-failed', as: 'newcomer', path: '/trade-lst', before: fail('**/api/tradegetOrderList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'options-to-come', as: 'trader', path: '/options?currentSymbol=btcusdt&name=BTC%2FUSDT' },
  { name: 'assets', as: 'trader', path: '/assets', open: listed },
  { name: 'assets-funds', as: 'trader', path: '/assets?type=1', open: listed },
  { name: 'assets-options', as: 'trader', path: '/assets?type=2', async open(page) { await listed(page); await page.locator('main input[type=checkbox]').check(); } },
  { name: 'assets-hidden', as: 'trader', path: '/assets?type=1', async open(page) { await listed(page); await page.locator('main [role=tabpanel] section button').first().click(); } },
  { name: 'assets-empty', as: 'newcomer', path: '/assets', async open(page) { await page.locator('main section p').nth(1).waitFor(); await page.locator('main section button.w-full').first().waitFor(); } },
  { name: 'assets-loading', as: 'trader', path: '/assets', before: hold('**/api/getUserBalanceList'), isBusy: true },
  { name: 'assets-failed', as: 'trader', path: '/assets', before: fail('**/api/getUserBalanceList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'assets-offline', as: 'trader', path: '/assets', open: goOffline },
  { name: 'account-funds', as: 'trader', path: atAccount('1', 'USDT', '1'), open: recorded },
  { name: 'account-quant', as: 'trader', path: atAccount('1', 'USDT', '3'), async open(page) { await page.getByRole('tab').nth(1).click(); await recorded(page); } },
  { name: 'account-empty', as: 'newcomer', path: atAccount('1', 'USDT', '2'), open: recorded },
  { name: 'account-unknown', as: 'trader', path: '/trade-account', open: (page) => page.locator('main h2').waitFor() },
  { name: 'move-funds', as: 'trader', path: '/changemoney', async open(page) { await move(page); await page.locator('#move-funds input').fill('500'); } },
  { name: 'move-funds-errors', as: 'newcomer', path: '/changemoney', async open(page) { await move(page); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'move-funds-coins', as: 'trader', path: '/changemoney', async open(page) { await move(page); await page.locator('#move-funds button[aria-haspopup=dialog]').click(); await dialog(page); } },
  { name: 'move-funds-records', as: 'trader', path: '/changemoney?view=records', open: recorded },
  { name: 'security-to-come', as: 'trader', path: '/security' },
  { name: 'no-such-page', as: 'visitor', path: '/no-such-page' },
  { name: 'unreachable', as: 'visitor', path: '/', before: fail('**/api/getSetting'), async open(page) { await page.getByRole('alert').waitFor(); } },
];

/** What the browser remembers of its reader. */
export interface Dress {
  readonly theme: 'night' | 'day';
  readonly language: string;
  readonly token: string | undefined;
}

/** A browser's storage of a reader who comes back. */
export const storageFor = (origin: string, { theme, language, token }: Dress) => ({
  cookies: [],
  origins: [{
    origin,
    localStorage: [
      { name: 'theme', value: theme },
      { name: 'language', value: language },
      { name: 'dirOf', value: language },
      ...(token === undefined ? [] : [{ name: 'token', value: token }]),
    ],
  }],
});

/** Brings a page to a screen, and waits until it has come to rest. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await screen.before?.(page);
  await page.goto(screen.path);
  await page.locator('main').waitFor();
  // The page's own skeleton: the one of its code has no heading.
  await page.locator('main h1').waitFor({ state: 'attached' });
  if (screen.isBusy) await page.locator('main .bone').first().waitFor();
  else await screen.open?.(page);
  await page.evaluate(async () => {
    // Drawings in masks tell nobody when they are there.
    const drawings = [...document.querySelectorAll('[style*="url("]')].flatMap((each) => [...(each.getAttribute('style') ?? '').matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? ''));
    await Promise.all([...new Set(drawings)].map(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode().catch(() => undefined);
    }));
    await document.fonts.ready;
    await Promise.all(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished.catch(() => undefined)));
  });
}
