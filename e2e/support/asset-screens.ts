import { fail, hold } from './answers.ts';
import { settingsWith, type Screen } from './screen-kind.ts';
import { SECURITY_SCREENS } from './security-screens.ts';
import { SUBMIT, listed, dialog, recorded, move, convertible, atAccount, goOffline } from './gestures.ts';
import { untilMet } from './screen.ts';

export const ASSET_SCREENS: readonly Screen[] = [
  { name: 'assets', as: 'trader', path: '/assets', open: listed },
  { name: 'assets-funds', as: 'trader', path: '/assets?type=1', open: listed },
  {
    name: 'assets-options',
    as: 'trader',
    path: '/assets?type=2',
    async open(page) {
      await listed(page);
      await page.locator('main input[type=checkbox]').check();
    },
  },
  {
    name: 'assets-hidden',
    as: 'trader',
    path: '/assets?type=1',
    async open(page) {
      await listed(page);
      await page.locator('main [role=tabpanel] section button').first().click();
    },
  },
  {
    name: 'assets-empty',
    as: 'newcomer',
    path: '/assets',
    async open(page) {
      await page.locator('main section p').nth(1).waitFor();
      await page.locator('main section button.w-full').first().waitFor();
    },
  },
  { name: 'assets-loading', as: 'trader', path: '/assets', before: hold('**/api/getUserBalanceList'), isBusy: true },
  {
    name: 'assets-failed',
    as: 'trader',
    path: '/assets',
    before: fail('**/api/getUserBalanceList'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  { name: 'assets-offline', as: 'trader', path: '/assets', open: goOffline },
  { name: 'account-funds', as: 'trader', path: atAccount('1', 'USDT', '1'), open: recorded },
  {
    name: 'account-quant',
    as: 'trader',
    path: atAccount('1', 'USDT', '3'),
    async open(page) {
      await page.getByRole('tab').nth(1).click();
      await recorded(page);
    },
  },
  { name: 'account-empty', as: 'newcomer', path: atAccount('1', 'USDT', '2'), open: recorded },
  { name: 'account-unknown', as: 'trader', path: '/trade-account', open: (page) => page.locator('main h2').waitFor() },
  {
    name: 'move-funds',
    as: 'trader',
    path: '/changemoney',
    async open(page) {
      await move(page);
      await page.locator('#move-funds input').fill('500');
    },
  },
  {
    name: 'move-funds-errors',
    as: 'newcomer',
    path: '/changemoney',
    async open(page) {
      await move(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'move-funds-coins',
    as: 'trader',
    path: '/changemoney',
    async open(page) {
      await move(page);
      await page.locator('#move-funds button[aria-haspopup=dialog]').click();
      await dialog(page);
    },
  },
  { name: 'move-funds-records', as: 'trader', path: '/changemoney?view=records', open: recorded },
  ...SECURITY_SCREENS,
  {
    name: 'login-password-errors',
    as: 'trader',
    path: '/modifyPwd',
    async open(page) {
      await page.locator('form input').nth(1).fill('abc');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'payment-password',
    as: 'newcomer',
    path: '/resetLegalPwd',
    async open(page) {
      await page.locator('form input').nth(1).fill('Anchor7down');
      await page.locator('form button').nth(1).click();
    },
  },
  {
    name: 'convert',
    as: 'trader',
    path: '/exchangeb',
    async open(page) {
      await convertible(page);
      await page.locator('#convert input').first().fill('2');
      await page.locator('#convert output .n').waitFor();
    },
  },
  {
    name: 'convert-done',
    as: 'trader',
    path: '/exchangeb',
    async open(page) {
      await convertible(page);
      await page.locator('#convert input').first().fill('25');
      await page.locator('#convert input').nth(1).fill('Anchor7down');
      await untilMet(page, 'exchangeCoin', () => page.locator(SUBMIT).click());
      await page.locator('#convert .bg-good-tint').waitFor();
    },
  },
  {
    name: 'convert-coins',
    as: 'trader',
    path: '/exchangeb',
    async open(page) {
      await convertible(page);
      await page.locator('#convert button[aria-haspopup=dialog]').first().click();
      await dialog(page);
    },
  },
  {
    name: 'convert-errors',
    as: 'newcomer',
    path: '/exchangeb',
    async open(page) {
      await convertible(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'convert-loading',
    as: 'trader',
    path: '/exchangeb',
    before: hold('**/api/getCanExchangeCoin'),
    isBusy: true,
  },
  {
    name: 'convert-failed',
    as: 'trader',
    path: '/exchangeb',
    before: fail('**/api/getCanExchangeCoin'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'address',
    as: 'trader',
    path: '/bindMentionAddress',
    async open(page) {
      await page.locator('#bind-address input').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    },
  },
  {
    name: 'address-errors',
    as: 'newcomer',
    path: '/bindMentionAddress',
    async open(page) {
      await page.locator('#bind-address input').fill('my wallet');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'address-coins',
    as: 'trader',
    path: '/bindMentionAddress',
    async open(page) {
      await page.locator('main button[aria-haspopup=dialog]').click();
      await dialog(page);
    },
  },
  {
    name: 'address-fixed',
    as: 'trader',
    path: '/bindMentionAddress',
    before: settingsWith({ can_edit_address: 0 }),
    open: (page) => page.locator('main .mono').waitFor(),
  },
  {
    name: 'address-loading',
    as: 'trader',
    path: '/bindMentionAddress',
    before: hold('**/api/getrecharge'),
    isBusy: true,
  },
  {
    name: 'address-failed',
    as: 'trader',
    path: '/bindMentionAddress',
    before: fail('**/api/getusraddress'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  { name: 'bank', as: 'trader', path: '/bank', open: listed },
  {
    name: 'bank-unmasked',
    as: 'trader',
    path: '/bank',
    before: settingsWith({ can_edit_bank: 0, bank_swan_type: 0 }),
    open: listed,
  },
  { name: 'bank-empty', as: 'newcomer', path: '/bank', open: (page) => page.locator('main h2').waitFor() },
  {
    name: 'bank-edit',
    as: 'trader',
    path: '/bank',
    async open(page) {
      await page.locator('main li a').first().click();
      await page.locator('#bank-card').waitFor();
    },
  },
  {
    name: 'bank-errors',
    as: 'newcomer',
    path: '/bank?card=new',
    async open(page) {
      await page.locator('#bank-card input').last().fill('12-34');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'bank-failed',
    as: 'trader',
    path: '/bank',
    before: fail('**/api/getUserBankList'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
];
