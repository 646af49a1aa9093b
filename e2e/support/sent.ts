import type { Page, Route } from '@playwright/test';

const answer = (data: unknown) => (route: Route) => route.fulfill({ json: { code: 1, msg: '', data } });

export const somebody = (page: Page) =>
  page.route('**/api/searchUser', answer({ id: 1_049_920, username: 'tide_runner@quay.example', times: 0 }));

export const costly = async (page: Page): Promise<void> => {
  await somebody(page);
  await page.route('**/api/getTransferCoin', async (route: Route) => {
    const response = await route.fetch();
    const { data }: { data: object[] } = await response.json();
    await route.fulfill({
      response,
      json: {
        code: 1,
        msg: '',
        data: data.map((coin) => ({ ...coin, internal_transfer_sxf: '0.00200000', internal_transfer_days: 1 })),
      },
    });
  });
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
export const sent = (page: Page) =>
  page.route(
    '**/api/getInternalTransferList',
    answer({
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
    }),
  );
