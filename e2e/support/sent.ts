import type { Page } from '@playwright/test';
import { answer, change } from './answers.ts';

export const somebody = answer('**/api/searchUser', { id: 1_049_920, username: 'tide_runner@quay.example', times: 0 });

export const costly = async (page: Page): Promise<void> => {
  await somebody(page);
  await change('**/api/getTransferCoin', (coins: readonly object[]) =>
    coins.map((coin) => ({ ...coin, internal_transfer_sxf: '0.00200000', internal_transfer_days: 1 })),
  )(page);
};

const MOMENT = '2026-03-21T14:20:00.000Z';
const SENT = {
  addtime: MOMENT,
  arrival_time: '2026-03-22T14:20:00.000Z',
  coin: 'USDT',
  amount: '250.00000000',
  sxf: '0.50000000',
  arrival_amount: '249.50000000',
};

/** Transfers to members in each state. */
export const sent = answer('**/api/getInternalTransferList', {
  list: [
    { ...SENT, id: 100_318, order_num: 'T260321100318', status: 1, to_username: 'tide_runner@quay.example' },
    {
      ...SENT,
      id: 100_290,
      order_num: 'T260321100290',
      status: 2,
      arrival_time: MOMENT,
      to_username: '491700000000',
      coin: 'BTC',
      amount: '0.01250000',
      sxf: '0.00000000',
      arrival_amount: '0.01250000',
    },
    {
      ...SENT,
      id: 100_255,
      order_num: 'T260321100255',
      status: 3,
      to_username: 'a-name-that-is-much-longer-than-any-line-of-a-phone@customs-office.example',
    },
  ],
});
