import { fail, hold } from './answers.ts';
import { decided } from './decided.ts';
import { BOOK_SCREENS } from './book-screens.ts';
import { EARNING_SCREENS } from './earning-screens.ts';
import { lookAlike, payable, withdrawable, writeDeposit, writeWithdrawal } from './funding-forms.ts';
import { applicable, lent, writeApplication } from './lent.ts';
import { identityAt, writeIdentity } from './identity.ts';
import { settingsWith, type Screen } from './screen-kind.ts';
import { EMAIL_SCREENS } from './security-screens.ts';
import { WRITTEN_SCREENS } from './written.ts';
import { costly, sent, somebody } from './sent.ts';
import { PROOF_SCREENS } from './proof-screens.ts';
import { VOID_SCREENS } from './void-screens.ts';
import { SUBMIT, dialog, recorded, sendable, findReceiver, atAccount, termsWith, openRecord } from './gestures.ts';

/** Deposits, withdrawals, transfers, loans, identity, and the page that is not found. */
export const MONEY_SCREENS: readonly Screen[] = [
  { name: 'deposit', as: 'trader', path: '/recharge', open: writeDeposit },
  {
    name: 'deposit-wire',
    as: 'trader',
    path: '/recharge',
    async open(page) {
      await payable(page);
      await page.locator('#deposit [role=group] button').nth(2).click();
    },
  },
  {
    name: 'deposit-errors',
    as: 'newcomer',
    path: '/recharge',
    async open(page) {
      await payable(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'deposit-off', as: 'trader', path: '/recharge', before: settingsWith({ recharge_status: 0 }), open: payable },
  { name: 'deposit-records', as: 'trader', path: '/recharge?view=records', before: decided, open: recorded },
  {
    name: 'deposit-record-pending',
    as: 'trader',
    path: '/recharge?view=records',
    before: decided,
    open: openRecord(0),
  },
  { name: 'deposit-record-other', as: 'trader', path: '/recharge?view=records', before: decided, open: openRecord(1) },
  { name: 'withdraw', as: 'trader', path: '/withdrawal', open: writeWithdrawal },
  {
    name: 'withdraw-bank',
    as: 'trader',
    path: '/withdrawal',
    async open(page) {
      await withdrawable(page);
      await page.locator('#withdraw [role=group] button').nth(1).click();
      await page.locator('#withdraw input[type=radio]').waitFor();
    },
  },
  {
    name: 'withdraw-errors',
    as: 'trader',
    path: '/withdrawal',
    async open(page) {
      await withdrawable(page);
      await page.locator('#withdraw input[inputmode=decimal]').fill('250000');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'withdraw-nothing-bound', as: 'newcomer', path: '/withdrawal', open: withdrawable },
  {
    name: 'withdraw-waits',
    as: 'trader',
    path: '/withdrawal',
    before: termsWith({ waits_until: '2026-12-01T14:05:00.000Z' }),
    open: withdrawable,
  },
  {
    name: 'withdraw-off',
    as: 'trader',
    path: '/withdrawal',
    before: settingsWith({ withdrawal_status: 0, bank_switch: 0 }),
    open: withdrawable,
  },
  {
    name: 'withdraw-no-way',
    as: 'trader',
    path: '/withdrawal',
    before: settingsWith({ address_switch: 0, bank_switch: 0 }),
    open: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'withdraw-confirm',
    as: 'trader',
    path: '/withdrawal',
    async open(page) {
      await writeWithdrawal(page);
      await page.locator(SUBMIT).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'withdraw-double',
    as: 'trader',
    path: '/withdrawal',
    before: lookAlike,
    async open(page) {
      await writeWithdrawal(page);
      await page.locator(SUBMIT).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'withdraw-loading',
    as: 'trader',
    path: '/withdrawal',
    before: hold('**/api/{getCanWithdrawCoin,getUserCoinBalance}'),
    isBusy: true,
  },
  { name: 'withdraw-records', as: 'trader', path: '/withdrawal?view=records', before: decided, open: recorded },
  {
    name: 'withdraw-record-pending',
    as: 'trader',
    path: '/withdrawal?view=records',
    before: decided,
    open: openRecord(0),
  },
  {
    name: 'withdraw-record-refused',
    as: 'trader',
    path: '/withdrawal?view=records',
    before: decided,
    open: openRecord(2),
  },
  {
    name: 'account-withdrawals',
    as: 'trader',
    path: atAccount('1', 'USDT', '1'),
    before: decided,
    async open(page) {
      await page.getByRole('tab').nth(1).click();
      await recorded(page);
    },
  },
  {
    name: 'send',
    as: 'trader',
    path: '/transfer',
    before: costly,
    async open(page) {
      await findReceiver(page);
      await page.locator('#send .bg-water-tint button').click();
      await page.locator('#send input').nth(1).fill('250');
      await page.locator('#send .bg-good-tint').waitFor();
    },
  },
  { name: 'send-found', as: 'trader', path: '/transfer', before: somebody, open: findReceiver },
  {
    name: 'send-errors',
    as: 'newcomer',
    path: '/transfer',
    async open(page) {
      await sendable(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'send-coins',
    as: 'trader',
    path: '/transfer',
    async open(page) {
      await sendable(page);
      await page.locator('#send button[aria-haspopup=dialog]').click();
      await dialog(page);
    },
  },
  {
    name: 'send-off',
    as: 'trader',
    path: '/transfer',
    before: settingsWith({ Internal_transfer_status: 0 }),
    open: (page) => page.locator('main h2').waitFor(),
  },
  { name: 'send-loading', as: 'trader', path: '/transfer', before: hold('**/api/getTransferCoin'), isBusy: true },
  {
    name: 'send-failed',
    as: 'trader',
    path: '/transfer',
    before: fail('**/api/getTransferCoin'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  { name: 'sent', as: 'trader', path: '/transfer-list', before: sent, open: recorded },
  { name: 'sent-empty', as: 'newcomer', path: '/transfer-list', open: recorded },
  { name: 'loans', as: 'trader', path: '/loans', open: (page) => page.locator('main article').first().waitFor() },
  {
    name: 'loans-orders',
    as: 'trader',
    path: '/loans?tab=orders',
    before: lent,
    open: (page) => page.locator('main article').first().waitFor(),
  },
  {
    name: 'loans-repay',
    as: 'trader',
    path: '/loans?tab=orders',
    before: lent,
    async open(page) {
      await page.locator('main article button').nth(1).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'loans-empty', as: 'newcomer', path: '/loans?tab=orders', open: recorded },
  {
    name: 'loans-off',
    as: 'trader',
    path: '/loans',
    before: settingsWith({ loan_switch: 0 }),
    open: (page) => page.locator('main article').first().waitFor(),
  },
  { name: 'loans-loading', as: 'trader', path: '/loans', before: hold('**/api/getLoanProjects'), isBusy: true },
  {
    name: 'loans-failed',
    as: 'trader',
    path: '/loans',
    before: fail('**/api/getLoanProjects'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  { name: 'loan-application', as: 'trader', path: '/loans-application?id=1', open: writeApplication },
  {
    name: 'loan-application-errors',
    as: 'newcomer',
    path: '/loans-application?id=1',
    async open(page) {
      await applicable(page);
      await page.locator('#loan input[inputmode=decimal]').fill('20001');
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'loan-application-gone',
    as: 'trader',
    path: '/loans-application?id=999',
    open: (page) => page.locator('main h2').waitFor(),
  },
  ...EARNING_SCREENS,
  ...WRITTEN_SCREENS,
  ...VOID_SCREENS,
  ...PROOF_SCREENS,
  { name: 'identity', as: 'trader', path: '/real_authentication', open: writeIdentity },
  {
    name: 'identity-errors',
    as: 'newcomer',
    path: '/real_authentication',
    async open(page) {
      await page.locator('#identity').waitFor();
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'identity-review',
    as: 'trader',
    path: '/real_authentication',
    before: identityAt(1),
    open: (page) => page.locator('main ol > li').first().waitFor(),
  },
  {
    name: 'identity-certified',
    as: 'trader',
    path: '/real_authentication',
    before: identityAt(2),
    open: (page) => page.locator('main ol > li').first().waitFor(),
  },
  {
    name: 'identity-refused',
    as: 'trader',
    path: '/real_authentication',
    before: identityAt(3),
    open: (page) => page.locator('#identity').waitFor(),
  },
  {
    name: 'identity-off',
    as: 'trader',
    path: '/real_authentication',
    before: settingsWith({ certification_switch: 0 }),
    open: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'identity-loading',
    as: 'trader',
    path: '/real_authentication',
    before: hold('**/api/getIdentity'),
    isBusy: true,
  },
  {
    name: 'identity-failed',
    as: 'trader',
    path: '/real_authentication',
    before: fail('**/api/getIdentity'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  { name: 'no-such-page', as: 'visitor', path: '/no-such-page' },
  {
    name: 'unreachable',
    as: 'visitor',
    path: '/',
    before: fail('**/api/getSetting'),
    async open(page) {
      await page.getByRole('alert').waitFor();
    },
  },
  ...EMAIL_SCREENS,
  ...BOOK_SCREENS,
];
