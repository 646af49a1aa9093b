import { ACCOUNT_TYPE, type AccountType, type CoinBalance } from '@plimsoll/contract';
import { format, plus } from '@plimsoll/money';
import { balancesIn, type MemberAccount } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import type { NewsSource, NewsThing } from '../../platform/news/index.ts';
import { shownBalance, worthOf } from './list-balances.ts';

const TYPES: Readonly<Record<string, AccountType>> = { 1: 1, 2: 2, 3: 3 };

/** `1.2`: account type and coin. */
const refOf = (type: AccountType, coinId: string): string => `${type}.${coinId}`;

function accountOf({ memberId, ref }: NewsThing): MemberAccount {
  const [type = '', coinId = ''] = ref.split('.');
  return { memberId, type: TYPES[type] ?? ACCOUNT_TYPE.funds, coinId };
}

/** News of balances, as `getUserBalanceList` shows them; of coins that it does not list there is none. */
export const balanceNews = ({ db, market }: { readonly db: Query; readonly market: MarketData }): NewsSource => ({
  event: 'balance',
  async read(things) {
    const coins = new Map(market.coins().map((coin) => [coin.id, coin]));
    return (await balancesIn(db, things.map(accountOf))).map(({ memberId, type, coinId, available, frozen }) => ({
      memberId,
      ref: refOf(type, coinId),
      state: `${format(available)} ${format(frozen)}`,
      in() {
        const coin = coins.get(coinId);
        if (!coin) return undefined;
        const all = worthOf(market, coin, plus(available, frozen));
        return { type, ...shownBalance(coin, { available, frozen, all }) } satisfies CoinBalance;
      },
    }));
  },
});
