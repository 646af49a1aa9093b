import { amount, floorTo, minus, percentage, rate, unitOf, ZERO, type Amount, type Rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

/** What withdrawals of a coin are bound by. */
export interface CoinLimits {
  readonly least: Amount;
  readonly most: Amount;
  /** 1 a percentage of the amount, 2 a fixed fee. */
  readonly feeType: 1 | 2;
  /** 1.5 is one and a half hundredth. */
  readonly feePercent: Rate;
  readonly feeFixed: Amount;
  /** Places the coin keeps. */
  readonly decimals: number;
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

/** A withdrawal's amount, taken apart. */
export interface FeeAndNet {
  /** Rounded down to the coin's places (RULES 1). */
  readonly fee: Amount;
  /** What arrives: zero when the fee takes all. */
  readonly net: Amount;
}

/** What withdrawing `gross` costs, and what is left of it (spec part 2, section 5). */
export function feeAndNet(
  gross: Amount,
  { feeType, feePercent, feeFixed, decimals }: Omit<CoinLimits, 'least' | 'most'>,
): FeeAndNet {
  const unit = unitOf(decimals);
  const fee = feeType === 1 ? percentage(gross, feePercent, 'down', unit) : floorTo(feeFixed, unit);
  return fee >= gross ? { fee: gross, net: ZERO } : { fee, net: minus(gross, fee) };
}
