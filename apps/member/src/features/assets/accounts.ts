import type { AccountType, Answer } from '@plimsoll/contract';
import { amount, averagePrice, format, minus, notional, plus, sum, ZERO, type Amount } from '@plimsoll/money';

export type Balances = Answer<'getUserBalanceList'>;
export type CoinBalance = Balances['coinList'][number]['balanceInfo'][number];

export const ACCOUNT_NAMES = { 1: 'funds', 2: 'options', 3: 'quant' } as const satisfies Record<AccountType, string>;

/** What accounts hold together, in USDT with eight places. */
export interface Totals {
  readonly all: string;
  readonly available: string;
  readonly held: string;
  /** The available share in percent, one place. For drawing, never for money. */
  readonly percent: number;
}

export interface Account extends Totals {
  readonly type: AccountType;
  readonly coins: readonly CoinBalance[];
}

function totalsOf(all: Amount, available: Amount): Totals {
  return {
    all: format(all),
    available: format(available),
    held: format(minus(all, available)),
    // not money: the length of a bar
    percent: all === ZERO ? 0 : Number((available * 1000n) / all) / 10,
  };
}

const worthOf = (coins: readonly CoinBalance[]): Amount => sum(coins.map((coin) => amount(coin.all_zhprice)));

/** The accounts of an answer, funds first. */
export const accountsOf = ({ coinList }: Balances): Account[] =>
  coinList
    .toSorted((a, b) => a.type - b.type)
    .map(({ type, totalAvailableAsset, balanceInfo }) => ({
      type,
      coins: balanceInfo,
      ...totalsOf(worthOf(balanceInfo), amount(totalAvailableAsset)),
    }));

/** The totals of all accounts. */
export const wholeOf = (accounts: readonly Account[]): Totals =>
  totalsOf(sum(accounts.map((each) => amount(each.all))), sum(accounts.map((each) => amount(each.available))));

/** What a worth is of a total in percent, one place. For drawing, never for money. */
export const partOf = (worth: string, { all }: Totals): number =>
  amount(all) === ZERO ? 0 : Number(((amount(worth) as bigint) * 1000n) / (amount(all) as bigint)) / 10;

/** A coin's balance, available and frozen together. */
const heldOf = (coin: CoinBalance): Amount => plus(amount(coin.balance), amount(coin.dbalance));

/** What a part of a coin's balance is worth, in USDT; undefined while the coin has no price. */
export function worthOfPart(part: Amount, coin: CoinBalance): Amount | undefined {
  const [held, worth] = [heldOf(coin), amount(coin.all_zhprice)];
  return held === ZERO || worth === ZERO ? undefined : notional(averagePrice(worth, held), part, 'down');
}

/** Coins with a balance. */
export const heldCoins = (coins: readonly CoinBalance[]): CoinBalance[] => coins.filter((coin) => heldOf(coin) > ZERO);

/** One coin of one account; undefined where there is none. */
export const coinIn = (accounts: readonly Account[], type: AccountType, coinId: string): CoinBalance | undefined =>
  accounts.find((each) => each.type === type)?.coins.find((coin) => String(coin.coinId) === coinId);

/** What is available of a coin in an account; zero for one never used. */
export const availableOf = (accounts: readonly Account[], type: AccountType, coinId: string): Amount => {
  const coin = coinIn(accounts, type, coinId);
  return coin ? amount(coin.balance) : ZERO;
};
