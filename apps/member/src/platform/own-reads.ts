import type { QueryClient } from '@tanstack/react-query';
import { onTokenChange } from './session.ts';

/**
 * What anybody may read, by the first part of its key. It stays, because a page that is drawn goes on with it, the
 * settings above all. What is missing here is only read again.
 */
export const PUBLIC: readonly unknown[] = [
  'getSetting',
  'getLangList',
  'getBanner',
  'getContentList',
  'getFriendList',
  'getAllCurrencyList',
  'getAllMarketList',
  'getMarketList',
  'getSparklines',
  'getHuoBiTradeFromRedis',
  'getNewpwd',
  'market/detail',
  'market/history/trade',
  'voids',
  'gaps',
  'log',
];

/** From now on each login, and the end of one, drops all that was read and is not public. Called once. */
export function dropOwnReads(client: QueryClient): void {
  onTokenChange(() => client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.includes(queryKey[0]) }));
}
