import type { Page } from '@playwright/test';
import type { MarkGap, VoidOption } from '@plimsoll/contract';
import { answer, fail, hold } from './answers.ts';
import type { Screen } from './screen-kind.ts';

const DAY_MS = 86_400_000;
const listed = (page: Page) => page.locator('#voids li').first().waitFor();
const VOID_CALL = '**/api/voids?*';
const GAP_CALL = '**/api/gaps?*';

const at = (ms: number): string => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2 + ms).toISOString();
const BTC = { m_id: 1, market: 'btcusdt', coinname: 'BTC/USDT' };
const DOGE = { m_id: 8, market: 'dogeusdt', coinname: 'DOGE/USDT' };
const common = { placed: at(0), from: at(1_000), to: at(6_000), limit: 5, after: 0 };

/** A void of each kind and end. */
const VOIDS: readonly VoidOption[] = [
  { id: 500_482, ...BTC, ...common, seconds: 60, why: 'no_line', would: null },
  {
    id: 500_413,
    ...BTC,
    ...common,
    seconds: 60,
    why: 'no_line',
    would: {
      line: '97321.12000000',
      line_time: at(9_000),
      exit: '97322.05000000',
      exit_time: at(69_000),
      result: 'up',
    },
  },
  {
    id: 500_127,
    ...DOGE,
    ...common,
    seconds: 600,
    why: 'no_exit',
    after: 60,
    would: { line: '0.39870000', line_time: at(1_000), exit: '0.39610000', exit_time: at(680_000), result: 'down' },
  },
  {
    id: 500_002,
    ...DOGE,
    ...common,
    seconds: 30,
    why: 'no_trade',
    would: { line: '0.39870000', line_time: at(0), exit: '0.39870000', exit_time: at(38_000), result: 'tie' },
  },
];
/** A gap of each kind, the first still open. */
const GAPS: readonly MarkGap[] = [
  { ...BTC, from: at(0), to: null, why: 'silent', orders: 12 },
  { ...DOGE, from: at(-7_000), to: at(-400), why: 'held', orders: 0 },
  { ...BTC, from: at(-9_000_000), to: at(-8_000_000), why: 'stopped', orders: 3 },
  { ...DOGE, from: at(-3 * DAY_MS), to: at(-DAY_MS), why: 'closed', orders: 0 },
];

/** Shows a page voids and gaps of every kind. */
export const furnished = async (page: Page): Promise<void> => {
  await answer(VOID_CALL, { list: VOIDS })(page);
  await answer(GAP_CALL, { list: GAPS })(page);
};

export const VOID_SCREENS: readonly Screen[] = [
  { name: 'voids', as: 'visitor', path: '/voids', before: furnished, open: listed },
  {
    name: 'voids-empty',
    as: 'visitor',
    path: '/voids',
    before: answer(VOID_CALL, { list: [] }),
    open: (page) => page.locator('#voids h2').waitFor(),
  },
  {
    name: 'voids-loading',
    as: 'visitor',
    path: '/voids',
    before: hold(VOID_CALL),
    isBusy: true,
  },
  {
    name: 'voids-failed',
    as: 'visitor',
    path: '/voids',
    before: fail(VOID_CALL),
    open: (page) => page.getByRole('alert').getByRole('heading').waitFor(),
  },
  { name: 'gaps', as: 'visitor', path: '/voids?list=gaps', before: furnished, open: listed },
  {
    name: 'gaps-empty',
    as: 'visitor',
    path: '/voids?list=gaps',
    before: answer(GAP_CALL, { list: [] }),
    open: (page) => page.locator('#voids h2').waitFor(),
  },
];
