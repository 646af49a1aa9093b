import type { AccountType } from '@plimsoll/contract';
import { amount, format, minus, plus, sum, type Amount } from '@plimsoll/money';

/** A coin in one account, as the server writes it. */
export interface HeldIn {
  readonly type: AccountType;
  readonly coinId: number;
  readonly coinName: string;
  readonly balance: string;
  readonly dbalance: string;
  readonly all_zhprice: string;
}

/** A coin over all accounts. Worth in USDT. */
export interface Holding {
  readonly coinId: number;
  readonly all: string;
  readonly available: string;
  readonly held: string;
  readonly worth: string;
  /** Accounts that hold any of it. */
  readonly accounts: readonly HeldIn[];
}

interface AccountOfCoins {
  readonly type: AccountType;
  readonly coins: readonly Omit<HeldIn, 'type'>[];
}

const heldOf = ({ balance, dbalance }: HeldIn): Amount => plus(amount(balance), amount(dbalance));

/** What is held of a coin; undefined for a coin that no account knows. */
export function holdingOf(accounts: readonly AccountOfCoins[], coin: string): Holding | undefined {
  const parts = accounts.flatMap(({ type, coins }) =>
    coins.filter(({ coinName }) => coinName === coin).map((each): HeldIn => ({ ...each, type })),
  );
  const [first] = parts;
  if (!first) return undefined;
  const available = sum(parts.map(({ balance }) => amount(balance)));
  const all = sum(parts.map(heldOf));
  return {
    coinId: first.coinId,
    all: format(all),
    available: format(available),
    held: format(minus(all, available)),
    worth: format(sum(parts.map(({ all_zhprice }) => amount(all_zhprice)))),
    accounts: parts.filter((each) => heldOf(each) > 0n),
  };
}
