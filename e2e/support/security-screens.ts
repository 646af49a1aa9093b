import type { Page } from '@playwright/test';
import { answer, fail, hold, intercept } from './answers.ts';
import { withdrawable } from './funding-forms.ts';
import type { Screen } from './screen-kind.ts';

const SUBMIT = 'main button[type=submit]';
const alerted = (page: Page) => page.getByRole('alert').getByRole('heading').waitFor();
const submittable = (page: Page) => page.locator(SUBMIT).waitFor();
const listed = (page: Page) => page.locator('main ul li').first().waitFor();

const SET = {
  email: 'lea.marin@quay.example',
  email_proven: 1,
  email_needed: 0,
  phrase: 'grey heron, third bollard',
  password_needed: 1,
  totp: 1,
  totp_since: '2026-03-21T14:20:00.000Z',
  recovery_left: 8,
  recovery_since: '2026-03-21T14:20:00.000Z',
  passkey_origin: 'http://127.0.0.1:3000',
  passkeys: [
    { id: 1001, name: 'My phone', addtime: '2026-03-21T14:20:00.000Z', last_used: '2026-04-02T09:05:00.000Z' },
    { id: 1002, name: 'Key in the drawer', addtime: '2026-03-22T08:00:00.000Z', last_used: null },
  ],
};
/** The page shows every second factor as set. */
const factorsSet = answer('**/api/getSecurity', SET);
const noPasskeys = answer('**/api/getSecurity', {
  ...SET,
  totp: 0,
  totp_since: null,
  passkeys: [],
  recovery_left: 0,
  recovery_since: null,
});
const CODES = [
  '7KQ2M-XW94P',
  'H3VDA-29TZC',
  'RW6PB-KX84N',
  'M5JQY-7DE2F',
  'T9CZV-AHS3K',
  'XB2NG-4WRPU',
  'E8FLM-Q6YJD',
  'ZK7TA-5VC9H',
  '3PXWB-NGE42',
  'UJ6DS-R8MQF',
];

const place = { browser: 'Chrome', system: 'Android', address: '203.0.113.*' };
const elsewhere = { browser: 'Firefox', system: 'Windows', address: '2001:db8:7::*' };
const loggedIn = async (page: Page) => {
  await answer('**/api/getSessions', {
    list: [
      {
        id: 1003,
        current: 1,
        bound: 1,
        addtime: '2026-04-02T09:05:00.000Z',
        last_seen: '2026-04-03T10:00:00.000Z',
        ...place,
      },
      {
        id: 1002,
        current: 0,
        bound: 1,
        addtime: '2026-03-21T14:20:00.000Z',
        last_seen: '2026-04-01T08:00:00.000Z',
        ...elsewhere,
      },
      {
        id: 1001,
        current: 0,
        bound: 0,
        addtime: '2026-03-02T06:00:00.000Z',
        last_seen: '2026-03-02T06:00:00.000Z',
        browser: '',
        system: '',
        address: '',
      },
    ],
  })(page);
  await answer('**/api/getDevices', {
    list: [
      {
        id: 1005,
        current: 1,
        addtime: '2026-04-02T09:05:00.000Z',
        last_used: '2026-04-02T09:05:00.000Z',
        expires: '2026-07-01T09:05:00.000Z',
        ...place,
      },
      {
        id: 1004,
        current: 0,
        addtime: '2026-03-21T14:20:00.000Z',
        last_used: '2026-03-21T14:20:00.000Z',
        expires: '2026-06-19T14:20:00.000Z',
        ...elsewhere,
      },
    ],
  })(page);
};
const tried = answer('**/api/getSignIns', {
  list: [
    { id: 1007, at: '2026-04-03T10:00:00.000Z', outcome: 'in', second: 'passkey', ...place },
    { id: 1006, at: '2026-04-02T23:11:00.000Z', outcome: 'wrong-code', second: null, ...elsewhere },
    {
      id: 1005,
      at: '2026-04-02T23:10:00.000Z',
      outcome: 'wrong-password',
      second: null,
      browser: '',
      system: '',
      address: '198.51.100.*',
    },
    { id: 1004, at: '2026-04-01T08:00:00.000Z', outcome: 'in', second: 'device', ...place },
    { id: 1003, at: '2026-03-30T08:00:00.000Z', outcome: 'frozen', second: null, ...place },
    { id: 1002, at: '2026-03-21T14:20:00.000Z', outcome: 'in', second: null, ...place },
  ],
});

/** Much of the limit is used, and there was a recent change. */
const limited = answer('**/api/getLimits', {
  level: 1,
  limit: '5000.00000000',
  used: '1500.00000000',
  left: '3500.00000000',
  frees_at: '2026-04-03T13:55:00.000Z',
  waits_until: '2026-04-03T14:20:00.000Z',
  list: [
    { kind: 'withdraw', used: '1500.00000000', left: '3500.00000000' },
    { kind: 'balanceTransfer', used: '0.00000000', left: '3500.00000000' },
  ],
});

/** Nothing may leave: the address is not proven. */
const unproven = answer('**/api/getSecurity', { ...SET, email_proven: 0, email_needed: 1 });

const scan = async (page: Page) => {
  await answer('**/api/startTotp', {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Plimsoll:lea%40quay.example?issuer=Plimsoll&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })(page);
  await submittable(page);
  await page.locator('main form input').first().fill('quay4load7line');
  await page.locator(SUBMIT).click();
  await page.locator('main svg[role=img]').waitFor();
};
const secondAsked = (factors: readonly string[]) => (page: Page) =>
  intercept(page, '**/api/login', () =>
    Response.json({
      code: 0,
      msg: '',
      reason: 'second_factor_required',
      data: { ticket: 'x'.repeat(43), expires: '2026-04-03T10:05:00.000Z', factors, passkey: null },
    }),
  );
const logIn = async (page: Page) => {
  await page.locator('form input').first().fill('lea.marin@quay.example');
  await page.locator('form input').nth(1).fill('quay4load7line');
  await page.locator(SUBMIT).click();
  await page.locator('input[autocomplete=one-time-code]').waitFor();
};

export const SECURITY_SCREENS: readonly Screen[] = [
  { name: 'security', as: 'trader', path: '/security', open: listed },
  {
    name: 'security-set',
    as: 'trader',
    path: '/security',
    before: factorsSet,
    async open(page) {
      await page.locator('main a[href*="view=recovery"]').waitFor();
    },
  },
  {
    name: 'security-limits',
    as: 'trader',
    path: '/security',
    before: async (page) => {
      await factorsSet(page);
      await limited(page);
    },
    async open(page) {
      await page.locator('main a[href*="view=phrase"]').waitFor();
      await page.locator('main .loadline').waitFor();
    },
  },
  { name: 'security-phrase', as: 'trader', path: '/security?view=phrase', open: submittable },
  {
    name: 'security-freeze',
    as: 'trader',
    path: '/security',
    async open(page) {
      await listed(page);
      // What is still to come above the button moves it.
      await page.waitForFunction(() => document.querySelector('main .bone') === null);
      await page.locator('main section button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'freeze',
    as: 'visitor',
    path: '/freeze?token=1.x',
    open: (page) => page.locator('main ul li').first().waitFor(),
  },
  {
    name: 'freeze-done',
    as: 'visitor',
    path: '/freeze?done=1',
    open: (page) => page.locator('main button').last().waitFor(),
  },
  {
    name: 'security-loading',
    as: 'trader',
    path: '/security',
    before: hold('**/api/{getSecurity,getusr}'),
    isBusy: true,
  },
  { name: 'security-failed', as: 'trader', path: '/security', before: fail('**/api/getSecurity'), open: alerted },
  {
    name: 'authenticator',
    as: 'trader',
    path: '/security?view=authenticator',
    open: (page) => page.locator('main a[href*="step=set"]').waitFor(),
  },
  {
    name: 'authenticator-set',
    as: 'trader',
    path: '/security?view=authenticator',
    before: factorsSet,
    open: (page) => page.locator('main a[href*="step=remove"]').waitFor(),
  },
  {
    name: 'authenticator-proof',
    as: 'trader',
    path: '/security?view=authenticator&step=set',
    async open(page) {
      await submittable(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'authenticator-scan', as: 'trader', path: '/security?view=authenticator&step=set', open: scan },
  {
    name: 'authenticator-remove',
    as: 'trader',
    path: '/security?view=authenticator&step=remove',
    before: factorsSet,
    open: submittable,
  },
  {
    name: 'recovery-codes',
    as: 'trader',
    path: '/security?view=authenticator&step=set',
    before: answer('**/api/confirmTotp', { recovery_codes: CODES }),
    async open(page) {
      await scan(page);
      await page.locator('main form input').first().fill('123456');
      await page.locator(SUBMIT).click();
      await page.locator('main ul li.mono').first().waitFor();
    },
  },
  {
    name: 'recovery-renew',
    as: 'trader',
    path: '/security?view=recovery&step=renew',
    before: factorsSet,
    async open(page) {
      await submittable(page);
      await page.locator('main form [role=group] button').last().click();
    },
  },
  { name: 'passkeys', as: 'trader', path: '/security?view=passkeys', before: factorsSet, open: listed },
  {
    name: 'passkeys-none',
    as: 'trader',
    path: '/security?view=passkeys',
    before: noPasskeys,
    open: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'passkeys-add',
    as: 'trader',
    path: '/security?view=passkeys&step=add',
    before: noPasskeys,
    open: submittable,
  },
  {
    name: 'passkeys-remove',
    as: 'trader',
    path: '/security?view=passkeys&remove=1001',
    before: factorsSet,
    open: submittable,
  },
  {
    name: 'sessions',
    as: 'trader',
    path: '/security?view=sessions',
    before: loggedIn,
    open: async (page) => {
      await page.locator('main ul').nth(1).waitFor();
    },
  },
  {
    name: 'sessions-end',
    as: 'trader',
    path: '/security?view=sessions',
    before: loggedIn,
    async open(page) {
      await page.locator('main ul').nth(1).waitFor();
      await page.locator('main ul li button').nth(1).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'sign-ins', as: 'trader', path: '/security?view=history', before: tried, open: listed },
  {
    name: 'withdrawal-second',
    as: 'trader',
    path: '/withdrawal',
    before: factorsSet,
    async open(page) {
      await withdrawable(page);
      await page.locator('main input[autocomplete=one-time-code]').waitFor();
    },
  },
  { name: 'login-second', as: 'visitor', path: '/login', before: secondAsked(['totp', 'recovery']), open: logIn },
  {
    name: 'login-recovery',
    as: 'visitor',
    path: '/login',
    before: secondAsked(['recovery']),
    async open(page) {
      await logIn(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
];

/** The account's e-mail address: proven, unproven, a change, and the block before it is proven. */
export const EMAIL_SCREENS: readonly Screen[] = [
  {
    name: 'email',
    as: 'trader',
    path: '/security?view=email',
    before: factorsSet,
    open: (page) => page.locator('main a[href*="step=change"]').waitFor(),
  },
  {
    name: 'email-prove',
    as: 'trader',
    path: '/security?view=email',
    before: unproven,
    async open(page) {
      await submittable(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'email-change',
    as: 'trader',
    path: '/security?view=email&step=change',
    before: factorsSet,
    async open(page) {
      await submittable(page);
      await page.locator(SUBMIT).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'withdrawal-unproven',
    as: 'trader',
    path: '/withdrawal',
    before: unproven,
    async open(page) {
      await withdrawable(page);
      await page.locator('main a[href*="view=email"]').waitFor();
    },
  },
];
