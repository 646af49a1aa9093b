import { useIsMember } from '../../platform/session.ts';
import { accountPath } from './account-place.ts';
import { accountsOf, heldCoins } from './accounts.ts';
import { useBalances } from './queries.ts';
import { useLogos } from './use-logos.ts';

/** A coin that the member holds in one of the accounts. */
export interface OwnCoin {
  readonly coinName: string;
  readonly logo: string | undefined;
  /** Available, as a decimal. */
  readonly balance: string;
  /** Its records. */
  readonly path: string;
}

/** What the member holds, account by account; nothing for visitors and until it is known. */
export function useOwnCoins(): readonly OwnCoin[] {
  const isMember = useIsMember();
  const { data } = useBalances(false);
  const logoOf = useLogos();
  // A query that is not enabled still answers what was read before.
  if (!isMember || !data) return [];
  return accountsOf(data).flatMap(({ type, coins }) =>
    heldCoins(coins).map((coin) => ({
      coinName: coin.coinName,
      logo: logoOf(coin.coinName),
      balance: coin.balance,
      path: accountPath(type, coin),
    })),
  );
}
