import type { Answer } from '@plimsoll/contract';

/** The terms of a market's options, as the server answers them. */
export const OPTION_CONFIG: Answer<'getHyConfig'> = {
  hy_numcolstmp: [1, 3, 5, 10],
  hy_price_type: 2,
  decimals: 8,
  coinname: 'USDT',
  balance: '1915.12345678',
  hytime: [30, 60],
  hymin: ['10.00000000', '20.00000000'],
  hymax: ['2000.00000000', '5000.00000000'],
  hyrate: ['0.75000000', '0.80000000'],
  terms_version: 7,
  line_delay: 1000,
  member_limit: '100000.00000000',
};
