import type { Page, Route } from '@playwright/test';
import { decided } from './decided.ts';
import { BOOK_SCREENS } from './book-screens.ts';
import { EARNING_SCREENS } from './earning-screens.ts';
import { lookAlike, payable, withdrawable, writeDeposit, writeWithdrawal } from './funding-forms.ts';
import { applicable, lent, writeApplication } from './lent.ts';
import { identityAt, writeIdentity } from './identity.ts';
import { settingsWith, type Screen, type Viewer } from './screen-kind.ts';
import { EMAIL_SCREENS, SECURITY_SCREENS } from './security-screens.ts';
import { WRITTEN_SCREENS } from './written.ts';
import { costly, sent, somebody } from './sent.ts';
import { VOID_SCREENS } from './void-screens.ts';
export { settingsWith, type Screen, type Viewer };
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

const openChart = (page: Page) => page.locator('header button[aria-expanded=false]').click();

async function openTab(page: Page, at: number): Promise<void> {
  await page.getByRole('tab').nth(at).click();
  await page.locator('#spot-orders li, #spot-orders h2').first().waitFor();
}

/** A record, or the words that there is none. */
const recorded = (page: Page) => page.locator('main li, [role=tabpanel] h2').first().waitFor();
const move = (page: Page) => page.locator('#move-funds').waitFor();
/** The form of the exchange knows its coins and its prices. */
const convertible = (page: Page) => page.locator(`${SUBMIT}:not([disabled])`).waitFor();
/** The form that sends knows its coins. */
const sendable = (page: Page) => page.locator('#send').waitFor();

async function findReceiver(page: Page): Promise<void> {
  await sendable(page);
  await page.locator('#send input').first().fill('tide_runner@quay.example');
  await page.locator('#send input').first().press('Enter');
  await page.locator('#send .bg-water-tint').waitFor();
}

const atAccount = (id: string, name: string, type: string) => `/trade-account?${new URLSearchParams({ id, name, type, usd: '0', conversion: '0' })}`;

const UP = 'button.bg-up-fill';
/** Up and down, in the bar under the chart. */
const TAKE = 'main button:is(.bg-up-fill, .bg-dn-fill)';
/** An option can be taken. */
const takable = (page: Page) => page.locator(`${TAKE}:not([disabled])`).first().waitFor();

async function writeOption(page: Page): Promise<void> {
  await page.locator('main button.hull').first().click();
  await page.locator('[role=dialog] [role=group]').first().getByRole('button').nth(1).click();
  await page.locator('[role=dialog] [role=group]').nth(1).getByRole('button').nth(1).click();
}

async function confirmOption(page: Page): Promise<void> {
  await page.locator(`[role=dialog] ${UP}`).click();
  await page.getByRole('alertdialog').waitFor();
}

async function placeOption(page: Page): Promise<void> {
  await takable(page);
  await writeOption(page);
  await confirmOption(page);
  await page.locator(`[role=alertdialog] ${UP}`).click();
  await page.locator('.toast button').last().click();
  await page.locator('[role=dialog] [role=timer]').waitFor();
}

/** Options that were taken when the member was furnished have run to their end. */
async function settledOptions(page: Page): Promise<void> {
  await page.getByRole('tab').nth(1).click();
  await page.locator('#options-orders article').first().waitFor({ timeout: 60_000 });
}

async function goOffline(page: Page): Promise<void> {
  await listed(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.locator('.bg-warn-tint:visible').first().waitFor();
}

/** Shows a page the terms of withdrawing a coin, some of them otherwise. */
const termsWith = (other: object) => (page: Page) => page.route('**/api/getUserCoinBalance', async (route: Route) => {
  const response = await route.fetch();
  const answer = await response.json() as { data: object };
  await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...other } } });
});

const openRecord = (at: number) => async (page: Page) => { await page.locator('main li > button').nth(at).click(); await dialog(page); };

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
  { name: 'invite', as: 'trader', path: '/invite', open: (page) => page.locator('main svg[role=img]').waitFor() },
  { name: 'invite-named', as: 'trader', path: '/invite?code=PLM48213', open: (page) => page.locator('main svg[role=img]').waitFor() },
  { name: 'invite-loading', as: 'trader', path: '/invite', before: hold('**/api/getInvitation'), isBusy: true },
  { name: 'invite-failed', as: 'trader', path: '/invite', before: fail('**/api/getInvitation'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'login-password-offline', as: 'trader', path: '/modifyPwd', async open(page) { await page.locator(SUBMIT).waitFor(); await page.context().setOffline(true); await page.locator('.cut:visible').waitFor(); } },
  { name: 'login', as: 'visitor', path: '/login' },
  { name: 'login-errors', as: 'visitor', path: '/login', async open(page) { await page.locator('form input').first().fill('somebody@quay.example'); await page.locator('form input').nth(1).fill('not4this'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'forgot', as: 'visitor', path: '/forgot', async open(page) { await page.locator('form input').fill('captain'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'forgot-sent', as: 'visitor', path: '/forgot', async open(page) { await page.locator('form input').fill('somebody@quay.example'); await page.locator(SUBMIT).click(); await page.locator('main button[disabled]').waitFor(); } },
  { name: 'forgot-gone', as: 'visitor', path: '/forgot#gone', open: (page) => page.locator('main button').last().waitFor() },
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
  { name: 'spot-last-look', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.locator(`${SPOT} input`).first().fill('5000000'); await page.locator(`${SPOT} input`).nth(1).fill('0.0001'); await page.locator(SUBMIT).click(); await page.getByRole('slider').waitFor(); } },
  { name: 'spot-empty', as: 'newcomer', path: '/exchange', open: tradable },
  { name: 'spot-bitcoin-pair', as: 'trader', path: '/exchange?currentSymbol=ethbtc&name=ETH%2FBTC', open: tradable },
  { name: 'spot-loading', as: 'trader', path: '/exchange', before: hold('**/api/{getMarketList,tradegetOrderList}'), isBusy: true },
  { name: 'spot-offline', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.context().setOffline(true); await page.locator('.bg-warn-tint:visible').first().waitFor(); } },
  { name: 'spot-chart', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await openChart(page); await page.locator('[role=slider] + p ~ dl').waitFor(); } },
  { name: 'spot-chart-old', as: 'trader', path: '/exchange', before: (page) => page.routeWebSocket('**/stream', () => {}), isLasting: true, async open(page) { await tradable(page); await openChart(page); await page.locator('main section .bg-warn-tint').waitFor(); } },
  { name: 'spot-chart-failed', as: 'trader', path: '/exchange', before: fail('**/history/kline*'), async open(page) { await tradable(page); await openChart(page); await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'chart-demo', as: 'visitor', path: '/charts/demo', async open(page) { await page.locator('[role=slider] canvas').first().waitFor(); await page.locator('[role=slider]').first().press('PageUp'); } },
  { name: 'markets-panel', as: 'trader', path: '/exchange', async open(page) { await tradable(page); await page.locator('header button[aria-haspopup=dialog]').first().click(); await dialog(page); } },
  { name: 'orders-open', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 0) },
  { name: 'orders-completed', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 1) },
  { name: 'orders-cancelled', as: 'trader', path: '/trade-lst', open: (page) => openTab(page, 2) },
  { name: 'orders-empty', as: 'newcomer', path: '/trade-lst', open: (page) => openTab(page, 0) },
  { name: 'orders-failed', as: 'newcomer', path: '/trade-lst', before: fail('**/api/tradegetOrderList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'options', as: 'trader', path: '/options?currentSymbol=btcusdt&name=BTC%2FUSDT', async open(page) { await takable(page); await page.locator('main canvas, main .tick-chart').first().waitFor(); } },
  { name: 'options-sheet', as: 'trader', path: '/options', async open(page) { await takable(page); await writeOption(page); } },
  { name: 'options-errors', as: 'newcomer', path: '/options', async open(page) { await takable(page); await page.locator(TAKE).first().click(); await page.locator(`[role=dialog] ${UP}`).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'options-confirm', as: 'trader', path: '/options', async open(page) { await takable(page); await writeOption(page); await confirmOption(page); } },
  { name: 'options-progress', as: 'trader', path: '/options', open: placeOption },
  { name: 'options-running', as: 'trader', path: '/options', async open(page) { await placeOption(page); await page.keyboard.press('Escape'); await page.getByRole('dialog').waitFor({ state: 'detached' }); await page.locator('main .tick-chart[data-drawn]').waitFor(); } },
  { name: 'options-in-progress', as: 'trader', path: '/options', async open(page) { await placeOption(page); await page.keyboard.press('Escape'); await page.getByRole('dialog').waitFor({ state: 'detached' }); await page.locator('header [role=group] button').nth(1).click(); await page.locator('#options-orders li').first().waitFor(); } },
  { name: 'options-settled', as: 'trader', path: '/options?view=orders', open: settledOptions },
  { name: 'options-detail', as: 'trader', path: '/options?view=orders', async open(page) { await settledOptions(page); await page.locator('#options-orders article > button').first().click(); await page.getByRole('alertdialog').waitFor(); } },
  { name: 'options-proof', as: 'trader', path: '/options?view=orders', async open(page) { await settledOptions(page); await page.locator('#options-orders article a').first().click(); await page.locator('main ol > li').first().waitFor(); } },
  { name: 'options-no-tape', as: 'trader', path: '/options?view=orders', before: fail('**/api/tape?*'), async open(page) { await settledOptions(page); await page.locator('#options-orders article a').first().click(); await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'options-limits', as: 'trader', path: '/options', async open(page) { await takable(page); await page.locator('header button[aria-haspopup=dialog]').nth(2).click(); await page.locator('[role=dialog] form input').waitFor(); } },
  { name: 'options-empty', as: 'newcomer', path: '/options?view=orders', open: (page) => page.locator('#options-orders h2').waitFor() },
  { name: 'options-loading', as: 'trader', path: '/options', before: hold('**/{api/getMarketList,api/getHyConfig,huobiapi/market/detail*}'), isBusy: true },
  { name: 'options-failed', as: 'trader', path: '/options?view=orders', before: fail('**/api/getHyOrderList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'options-offline', as: 'trader', path: '/options', async open(page) { await takable(page); await page.context().setOffline(true); await page.locator('.bg-warn-tint:visible').first().waitFor(); } },
  { name: 'options-missing', as: 'trader', path: '/options?currentSymbol=nothing&name=NO%2FTHING', open: (page) => page.locator('main h2').waitFor() },
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
  ...SECURITY_SCREENS,
  { name: 'login-password-errors', as: 'trader', path: '/modifyPwd', async open(page) { await page.locator('form input').nth(1).fill('abc'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'payment-password', as: 'newcomer', path: '/resetLegalPwd', async open(page) { await page.locator('form input').nth(1).fill('Anchor7down'); await page.locator('form button').nth(1).click(); } },
  { name: 'convert', as: 'trader', path: '/exchangeb', async open(page) { await convertible(page); await page.locator('#convert input').first().fill('2'); await page.locator('#convert output .n').waitFor(); } },
  { name: 'convert-done', as: 'trader', path: '/exchangeb', async open(page) { await convertible(page); await page.locator('#convert input').first().fill('25'); await page.locator('#convert input').nth(1).fill('Anchor7down'); await page.locator(SUBMIT).click(); await page.locator('#convert .bg-good-tint').waitFor(); } },
  { name: 'convert-coins', as: 'trader', path: '/exchangeb', async open(page) { await convertible(page); await page.locator('#convert button[aria-haspopup=dialog]').first().click(); await dialog(page); } },
  { name: 'convert-errors', as: 'newcomer', path: '/exchangeb', async open(page) { await convertible(page); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'convert-loading', as: 'trader', path: '/exchangeb', before: hold('**/api/getCanExchangeCoin'), isBusy: true },
  { name: 'convert-failed', as: 'trader', path: '/exchangeb', before: fail('**/api/getCanExchangeCoin'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'address', as: 'trader', path: '/bindMentionAddress', async open(page) { await page.locator('#bind-address input').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'); } },
  { name: 'address-errors', as: 'newcomer', path: '/bindMentionAddress', async open(page) { await page.locator('#bind-address input').fill('my wallet'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'address-coins', as: 'trader', path: '/bindMentionAddress', async open(page) { await page.locator('main button[aria-haspopup=dialog]').click(); await dialog(page); } },
  { name: 'address-fixed', as: 'trader', path: '/bindMentionAddress', before: settingsWith({ can_edit_address: 0 }), open: (page) => page.locator('main .mono').waitFor() },
  { name: 'address-loading', as: 'trader', path: '/bindMentionAddress', before: hold('**/api/getrecharge'), isBusy: true },
  { name: 'address-failed', as: 'trader', path: '/bindMentionAddress', before: fail('**/api/getusraddress'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'bank', as: 'trader', path: '/bank', open: listed },
  { name: 'bank-unmasked', as: 'trader', path: '/bank', before: settingsWith({ can_edit_bank: 0, bank_swan_type: 0 }), open: listed },
  { name: 'bank-empty', as: 'newcomer', path: '/bank', open: (page) => page.locator('main h2').waitFor() },
  { name: 'bank-edit', as: 'trader', path: '/bank', async open(page) { await page.locator('main li a').first().click(); await page.locator('#bank-card').waitFor(); } },
  { name: 'bank-errors', as: 'newcomer', path: '/bank?card=new', async open(page) { await page.locator('#bank-card input').last().fill('12-34'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'bank-failed', as: 'trader', path: '/bank', before: fail('**/api/getUserBankList'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'deposit', as: 'trader', path: '/recharge', open: writeDeposit },
  { name: 'deposit-wire', as: 'trader', path: '/recharge', async open(page) { await payable(page); await page.locator('#deposit [role=group] button').nth(2).click(); } },
  { name: 'deposit-errors', as: 'newcomer', path: '/recharge', async open(page) { await payable(page); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'deposit-off', as: 'trader', path: '/recharge', before: settingsWith({ recharge_status: 0 }), open: payable },
  { name: 'deposit-records', as: 'trader', path: '/recharge?view=records', before: decided, open: recorded },
  { name: 'deposit-record-pending', as: 'trader', path: '/recharge?view=records', before: decided, open: openRecord(0) },
  { name: 'deposit-record-other', as: 'trader', path: '/recharge?view=records', before: decided, open: openRecord(1) },
  { name: 'withdraw', as: 'trader', path: '/withdrawal', open: writeWithdrawal },
  { name: 'withdraw-bank', as: 'trader', path: '/withdrawal', async open(page) { await withdrawable(page); await page.locator('#withdraw [role=group] button').nth(1).click(); await page.locator('#withdraw input[type=radio]').waitFor(); } },
  { name: 'withdraw-errors', as: 'trader', path: '/withdrawal', async open(page) { await withdrawable(page); await page.locator('#withdraw input[inputmode=decimal]').fill('250000'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'withdraw-nothing-bound', as: 'newcomer', path: '/withdrawal', open: withdrawable },
  { name: 'withdraw-waits', as: 'trader', path: '/withdrawal', before: termsWith({ waits_until: '2026-12-01T14:05:00.000Z' }), open: withdrawable },
  { name: 'withdraw-off', as: 'trader', path: '/withdrawal', before: settingsWith({ withdrawal_status: 0, bank_switch: 0 }), open: withdrawable },
  { name: 'withdraw-no-way', as: 'trader', path: '/withdrawal', before: settingsWith({ address_switch: 0, bank_switch: 0 }), open: (page) => page.locator('main h2').waitFor() },
  { name: 'withdraw-confirm', as: 'trader', path: '/withdrawal', async open(page) { await writeWithdrawal(page); await page.locator(SUBMIT).click(); await page.getByRole('dialog').waitFor(); } },
  { name: 'withdraw-double', as: 'trader', path: '/withdrawal', before: lookAlike, async open(page) { await writeWithdrawal(page); await page.locator(SUBMIT).click(); await page.getByRole('dialog').waitFor(); } },
  { name: 'withdraw-loading', as: 'trader', path: '/withdrawal', before: hold('**/api/{getCanWithdrawCoin,getUserCoinBalance}'), isBusy: true },
  { name: 'withdraw-records', as: 'trader', path: '/withdrawal?view=records', before: decided, open: recorded },
  { name: 'withdraw-record-pending', as: 'trader', path: '/withdrawal?view=records', before: decided, open: openRecord(0) },
  { name: 'withdraw-record-refused', as: 'trader', path: '/withdrawal?view=records', before: decided, open: openRecord(2) },
  { name: 'account-withdrawals', as: 'trader', path: atAccount('1', 'USDT', '1'), before: decided, async open(page) { await page.getByRole('tab').nth(1).click(); await recorded(page); } },
  { name: 'send', as: 'trader', path: '/transfer', before: costly, async open(page) { await findReceiver(page); await page.locator('#send .bg-water-tint button').click(); await page.locator('#send input').nth(1).fill('250'); await page.locator('#send .bg-good-tint').waitFor(); } },
  { name: 'send-found', as: 'trader', path: '/transfer', before: somebody, open: findReceiver },
  { name: 'send-errors', as: 'newcomer', path: '/transfer', async open(page) { await sendable(page); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').waitFor(); } },
  { name: 'send-coins', as: 'trader', path: '/transfer', async open(page) { await sendable(page); await page.locator('#send button[aria-haspopup=dialog]').click(); await dialog(page); } },
  { name: 'send-off', as: 'trader', path: '/transfer', before: settingsWith({ Internal_transfer_status: 0 }), open: (page) => page.locator('main h2').waitFor() },
  { name: 'send-loading', as: 'trader', path: '/transfer', before: hold('**/api/getTransferCoin'), isBusy: true },
  { name: 'send-failed', as: 'trader', path: '/transfer', before: fail('**/api/getTransferCoin'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'sent', as: 'trader', path: '/transfer-list', before: sent, open: recorded },
  { name: 'sent-empty', as: 'newcomer', path: '/transfer-list', open: recorded },
  { name: 'loans', as: 'trader', path: '/loans', open: (page) => page.locator('main article').first().waitFor() },
  { name: 'loans-orders', as: 'trader', path: '/loans?tab=orders', before: lent, open: (page) => page.locator('main article').first().waitFor() },
  { name: 'loans-repay', as: 'trader', path: '/loans?tab=orders', before: lent, async open(page) { await page.locator('main article button').nth(1).click(); await page.getByRole('alertdialog').waitFor(); } },
  { name: 'loans-empty', as: 'newcomer', path: '/loans?tab=orders', open: recorded },
  { name: 'loans-off', as: 'trader', path: '/loans', before: settingsWith({ loan_switch: 0 }), open: (page) => page.locator('main article').first().waitFor() },
  { name: 'loans-loading', as: 'trader', path: '/loans', before: hold('**/api/getLoanProjects'), isBusy: true },
  { name: 'loans-failed', as: 'trader', path: '/loans', before: fail('**/api/getLoanProjects'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'loan-application', as: 'trader', path: '/loans-application?id=1', open: writeApplication },
  { name: 'loan-application-errors', as: 'newcomer', path: '/loans-application?id=1', async open(page) { await applicable(page); await page.locator('#loan input[inputmode=decimal]').fill('20001'); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'loan-application-gone', as: 'trader', path: '/loans-application?id=999', open: (page) => page.locator('main h2').waitFor() },
  ...EARNING_SCREENS,
  ...WRITTEN_SCREENS,
  ...VOID_SCREENS,
  { name: 'identity', as: 'trader', path: '/real_authentication', open: writeIdentity },
  { name: 'identity-errors', as: 'newcomer', path: '/real_authentication', async open(page) { await page.locator('#identity').waitFor(); await page.locator(SUBMIT).click(); await page.locator('[aria-invalid=true]').first().waitFor(); } },
  { name: 'identity-review', as: 'trader', path: '/real_authentication', before: identityAt(1), open: (page) => page.locator('main ol > li').first().waitFor() },
  { name: 'identity-certified', as: 'trader', path: '/real_authentication', before: identityAt(2), open: (page) => page.locator('main ol > li').first().waitFor() },
  { name: 'identity-refused', as: 'trader', path: '/real_authentication', before: identityAt(3), open: (page) => page.locator('#identity').waitFor() },
  { name: 'identity-off', as: 'trader', path: '/real_authentication', before: settingsWith({ certification_switch: 0 }), open: (page) => page.locator('main h2').waitFor() },
  { name: 'identity-loading', as: 'trader', path: '/real_authentication', before: hold('**/api/getIdentity'), isBusy: true },
  { name: 'identity-failed', as: 'trader', path: '/real_authentication', before: fail('**/api/getIdentity'), async open(page) { await page.getByRole('alert').getByRole('heading').waitFor(); } },
  { name: 'no-such-page', as: 'visitor', path: '/no-such-page' },
  { name: 'unreachable', as: 'visitor', path: '/', before: fail('**/api/getSetting'), async open(page) { await page.getByRole('alert').waitFor(); } },
  ...EMAIL_SCREENS, ...BOOK_SCREENS,
];

/** What the browser remembers of its reader. */
export interface Dress {
  readonly theme: 'night' | 'day';
  readonly language: string;
  readonly token: string | undefined;
}

/** What the app keeps for somebody: theme, language, login. */
export const entriesFor = ({ theme, language, token }: Dress): { name: string; value: string }[] => [
  { name: 'theme', value: theme },
  { name: 'language', value: language }, { name: 'dirOf', value: language },
  ...(token === undefined ? [] : [{ name: 'token', value: token }]),
];

/** A browser's storage of a reader who comes back. */
export const storageFor = (origin: string, dress: Dress) => ({ cookies: [], origins: [{ origin, localStorage: entriesFor(dress) }] });

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
