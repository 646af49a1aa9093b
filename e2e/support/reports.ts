import type { EdgeReport, UnusualResults } from '@plimsoll/contract/operator';
import type { Page } from '@playwright/test';

const edge = (options: number, result: string, [low, middle, high]: readonly (string | null)[], terms = '12.50') => ({
  options,
  voids: options % 7,
  stakes: '125000.00000000',
  result,
  edge: middle ?? null,
  low: low ?? null,
  high: high ?? null,
  terms,
});

const EDGES: EdgeReport = {
  coin: 'USDT',
  since: '2026-11-15T12:00:00.000Z',
  all: edge(20_481, '10212.50000000', ['5.12', '8.17', '11.22']),
  markets: [
    {
      m_id: 1,
      symbol: 'btcusdt',
      coinname: 'BTC/USDT',
      ...edge(12_400, '10937.50000000', ['6.80', '8.75', '10.70'], '9.00'),
      durations: [
        { seconds: 30, ...edge(9_000, '12187.50000000', ['7.75', '9.75', '11.75']) },
        { seconds: 600, ...edge(3_400, '-1250.00000000', ['-4.10', '-1.00', '2.10'], '5.00') },
      ],
    },
    {
      m_id: 2,
      symbol: 'ethusdt',
      coinname: 'ETH/USDT',
      ...edge(1, '-7.50000000', [null, '-75.00', null]),
      durations: [{ seconds: 60, ...edge(1, '-7.50000000', [null, '-75.00', null]) }],
    },
  ],
};

/** A member far above the expected result, and one below. */
const UNUSUAL: UnusualResults = {
  coin: 'USDT',
  examined: 1_204,
  list: [
    {
      member_id: 482,
      username: 'tide_runner@quay.example',
      won: 131,
      lost: 69,
      stakes: '20000.00000000',
      result: '2925.00000000',
      expected: '-2500.00000000',
      sigmas: '4.38',
      moments: 187,
      first: '2026-11-01T08:00:00.000Z',
      last: '2026-11-20T20:15:00.000Z',
    },
    {
      member_id: 91,
      username: 'lea',
      won: 75,
      lost: 125,
      stakes: '2000.00000000',
      result: '-687.50000000',
      expected: '-250.00000000',
      sigmas: '-3.54',
      moments: 5,
      first: '2026-11-20T08:00:00.000Z',
      last: '2026-11-20T08:15:00.000Z',
    },
  ],
};

/** Shows a page filled console reports. */
export async function reported(page: Page): Promise<void> {
  await page.route('**/operator/api/reports/option-edge?*', (route) => route.fulfill({ json: EDGES }));
  await page.route('**/operator/api/reports/unusual-results', (route) => route.fulfill({ json: UNUSUAL }));
}
