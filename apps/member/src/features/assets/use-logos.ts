import { useMarketList } from '../market/index.ts';

/** The quote coin has no market, and so no logo from one. */
const OF_QUOTE = ['USDT', '/coins/usdt.svg'] as const;

/** Finds a coin's logo; undefined for a coin without one. */
export function useLogos(): (coin: string) => string | undefined {
  const { data } = useMarketList();
  const logos = new Map<string, string>([
    OF_QUOTE,
    ...(data ?? []).map((market) => [market.coinname, market.logo] as const),
  ]);
  return (coin) => logos.get(coin) || undefined;
}
