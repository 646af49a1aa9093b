import type { Page } from '@playwright/test';
import { answer, fail, hold } from './answers.ts';
import { settingsWith, type Screen } from './screen-kind.ts';

const alerted = (page: Page) => page.getByRole('alert').getByRole('heading').waitFor();
const articles = (page: Page) => page.locator('main article').first().waitFor();
const none = (page: Page) => page.locator('[role=tabpanel] h2').first().waitFor();

const MINING = {
  title: 'Cutter 30',
  start_time: '2026-03-09T14:20:00.000Z',
  end_time: '2026-04-08T14:20:00.000Z',
  days: 30,
  interest_rate: '0.16000000',
  coin: 'USDT',
  img: '',
};
/** Lock mining that only time brings about: running, and released. */
export const mined = answer('**/api/getMiningMachineOrders', {
  list: [
    {
      ...MINING,
      id: 100_006,
      order_num: 'M260309100006',
      status: 0,
      amount: '2000.00000000',
      estimated_revenue: '96.00000000',
      total_revenue: '35.20000000',
    },
    {
      ...MINING,
      id: 100_003,
      order_num: 'M260210100003',
      title: 'Skiff 7',
      status: 1,
      amount: '600.00000000',
      days: 7,
      start_time: '2026-02-10T14:20:00.000Z',
      end_time: '2026-02-17T14:20:00.000Z',
      estimated_revenue: '5.04000000',
      total_revenue: '5.04000000',
    },
  ],
});

const STAKE = {
  addtime: '2026-03-21T14:20:00.000Z',
  start_time: '2026-03-21T14:20:00.000Z',
  end_time: '2026-05-20T14:20:00.000Z',
  updatetime: null,
  interest_rate: '7.20000000',
  accrued: '0.00000000',
};
const STAKES = [
  {
    ...STAKE,
    id: 100_009,
    order_num: 'S260321100009',
    status: 0,
    type: 1,
    coin: 'TRX',
    amount: '250.00000000',
    days: 30,
    end_time: '2026-04-20T14:20:00.000Z',
    total_revenue: '1.04794500',
    accrued: '0.24452100',
  },
  {
    ...STAKE,
    id: 100_008,
    order_num: 'S260321100008',
    status: 0,
    type: 2,
    coin: 'SOL',
    amount: '2.50000000',
    days: 60,
    total_revenue: '0.02958904',
  },
  {
    ...STAKE,
    id: 100_004,
    order_num: 'S260102100004',
    status: 1,
    type: 2,
    coin: 'ETH',
    amount: '1.25000000',
    days: 90,
    addtime: '2026-01-02T14:20:00.000Z',
    start_time: '2026-01-02T14:20:00.000Z',
    end_time: '2026-04-02T14:20:00.000Z',
    total_revenue: '0.01109589',
    updatetime: '2026-04-02T14:20:00.000Z',
  },
  {
    ...STAKE,
    id: 100_001,
    order_num: 'S260101100001',
    status: 2,
    type: 1,
    coin: 'TRX',
    amount: '100.00000000',
    days: 7,
    addtime: '2026-01-01T14:20:00.000Z',
    start_time: '2026-01-01T14:20:00.000Z',
    end_time: '2026-01-08T14:20:00.000Z',
    total_revenue: '0.06301300',
    updatetime: '2026-01-06T14:20:00.000Z',
  },
];
export const staked = answer('**/api/getStakingOrderList', { list: STAKES });

const LOCK_AMOUNT = '#lock input[inputmode=decimal]';
const lockable = (page: Page) => page.locator(LOCK_AMOUNT).waitFor();
async function join(page: Page): Promise<void> {
  await articles(page);
  await page.locator('main article').first().locator('button').last().click();
  await page.locator('main form input').first().waitFor();
}

export const EARNING_SCREENS: readonly Screen[] = [
  { name: 'lock-mining', as: 'trader', path: '/lockming', open: articles },
  { name: 'lock-mining-orders', as: 'trader', path: '/lockming?tab=orders', before: mined, open: articles },
  { name: 'lock-mining-empty', as: 'newcomer', path: '/lockming?tab=orders', open: none },
  {
    name: 'lock-mining-off',
    as: 'trader',
    path: '/lockming',
    before: settingsWith({ machine_switch: 0 }),
    open: articles,
  },
  {
    name: 'lock-mining-loading',
    as: 'trader',
    path: '/lockming',
    before: hold('**/api/getMiningMachineList'),
    isBusy: true,
  },
  {
    name: 'lock-mining-failed',
    as: 'trader',
    path: '/lockming',
    before: fail('**/api/getMiningMachineList'),
    open: alerted,
  },
  { name: 'lock-application', as: 'trader', path: '/lockming-application?id=1', open: lockable },
  {
    name: 'lock-application-errors',
    as: 'newcomer',
    path: '/lockming-application?id=1',
    async open(page) {
      await lockable(page);
      await page.locator(LOCK_AMOUNT).fill('99999');
      await page.locator('main button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'lock-application-gone',
    as: 'trader',
    path: '/lockming-application?id=999',
    open: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'staking',
    as: 'trader',
    path: '/staking',
    async open(page) {
      await join(page);
      await page.locator('main form input').first().fill('1.5');
    },
  },
  {
    name: 'staking-errors',
    as: 'newcomer',
    path: '/staking',
    async open(page) {
      await join(page);
      await page.locator('main form button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'staking-off', as: 'trader', path: '/staking', before: settingsWith({ staking_switch: 0 }), open: articles },
  { name: 'staking-loading', as: 'trader', path: '/staking', before: hold('**/api/getStakingProjects'), isBusy: true },
  { name: 'staking-failed', as: 'trader', path: '/staking', before: fail('**/api/getStakingProjects'), open: alerted },
  { name: 'stakes', as: 'trader', path: '/staking-list', before: staked, open: articles },
  {
    name: 'stakes-redeem',
    as: 'trader',
    path: '/staking-list',
    before: staked,
    async open(page) {
      await articles(page);
      await page.locator('main article button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'stakes-empty', as: 'newcomer', path: '/staking-list', open: none },
];
