import { z } from 'zod';
import { call, decimal, id } from './call.ts';

/** The three accounts a member has (wire: `type`). */
export const ACCOUNT_TYPE = { funds: 1, options: 2, quant: 3 } as const;
export type AccountType = (typeof ACCOUNT_TYPE)[keyof typeof ACCOUNT_TYPE];
export const accountType = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** all_price and all_zhprice are in USDT and include frozen; totalAvailableAsset does not. Every coin is listed, at 0 too. */
export const getUserBalanceList = call({
  name: 'getUserBalanceList',
  methods: ['POST', 'GET'],
  member: true,
  output: z.object({
    all_price: decimal,
    coinList: z.array(z.object({
      type: accountType,
      totalAvailableAsset: decimal,
      balanceInfo: z.array(z.object({
        coinId: id,
        coinName: z.string(),
        balance: decimal,
        dbalance: decimal,
        all_zhprice: decimal,
      })),
    })),
  }),
});
