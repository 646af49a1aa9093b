import { amount, format, type Amount } from '@plimsoll/money';
import type { CoinSums, PortfolioSums } from '@plimsoll/rules';
import { z } from 'zod';

const exact = z.string().transform((text): Amount => amount(text));
const coin = z.object({ quantity: exact, cost: exact, realised: exact, early: exact });
const stored = z.object({
  accounts: z.record(z.string(), exact),
  coins: z.record(z.string(), coin),
  moneyIn: exact,
  moneyOut: exact,
  options: exact,
  fees: exact,
  interest: exact,
});

const coinText = ({ quantity, cost, realised, early }: CoinSums) => ({
  quantity: format(quantity),
  cost: format(cost),
  realised: format(realised),
  early: format(early),
});

/** Sums as the table keeps them. */
export const sumsText = (sums: PortfolioSums): string =>
  JSON.stringify({
    accounts: Object.fromEntries([...sums.accounts].map(([name, held]) => [name, format(held)])),
    coins: Object.fromEntries([...sums.coins].map(([id, each]) => [id, coinText(each)])),
    moneyIn: format(sums.moneyIn),
    moneyOut: format(sums.moneyOut),
    options: format(sums.options),
    fees: format(sums.fees),
    interest: format(sums.interest),
  });

/** Sums that the table kept. Throws on what is none. */
export function sumsOf(json: unknown): PortfolioSums {
  const { accounts, coins, ...totals } = stored.parse(json);
  return { accounts: new Map(Object.entries(accounts)), coins: new Map(Object.entries(coins)), ...totals };
}
