import { amount, rate, type Amount } from '@plimsoll/money';
import type { WithdrawalFee } from '@plimsoll/rules';
import { sql, type Query } from '../../platform/db.ts';

/** What withdrawals of a coin are bound by. */
export interface CoinLimits extends WithdrawalFee {
  readonly least: Amount;
  readonly most: Amount;
}

const read = sql<{
  txminnum: string;
  txmaxnum: string;
  sxftype: 1 | 2;
  txsxf: string;
  txsxf_n: string;
  decimals: number;
}>('funding.coinLimits', 'select txminnum, txmaxnum, sxftype, txsxf, txsxf_n, decimals from coin where id = $1');

/** The limits of a coin as they are now. Throws when there is no such coin. */
export async function readCoinLimits(query: Query, coinId: string): Promise<CoinLimits> {
  const [row] = await query.run(read, [coinId]);
  if (!row) throw new Error(`no coin ${coinId}`);
  return {
    least: amount(row.txminnum),
    most: amount(row.txmaxnum),
    feeType: row.sxftype,
    feePercent: rate(row.txsxf),
    feeFixed: amount(row.txsxf_n),
    decimals: row.decimals,
  };
}
