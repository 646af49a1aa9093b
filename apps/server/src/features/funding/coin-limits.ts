import { amount, rate, type Amount } from '@plimsoll/money';
import type { WithdrawalFee } from '@plimsoll/rules';
import { sql, type Query } from '../../platform/db.ts';

export interface CoinLimits extends WithdrawalFee {
  readonly min: Amount;
  readonly max: Amount;
}

const read = sql<{
  min_withdrawal: string;
  max_withdrawal: string;
  fee_type: 1 | 2;
  fee_percent: string;
  fee_fixed: string;
  decimals: number;
}>(
  'funding.coinLimits',
  'select min_withdrawal, max_withdrawal, fee_type, fee_percent, fee_fixed, decimals from coin where id = $1',
);

/** The current limits of a coin. Throws when it does not exist. */
export async function readCoinLimits(query: Query, coinId: string): Promise<CoinLimits> {
  const [row] = await query.run(read, [coinId]);
  if (!row) throw new Error(`no coin ${coinId}`);
  return {
    min: amount(row.min_withdrawal),
    max: amount(row.max_withdrawal),
    feeType: row.fee_type,
    feePercent: rate(row.fee_percent),
    feeFixed: amount(row.fee_fixed),
    decimals: row.decimals,
  };
}
